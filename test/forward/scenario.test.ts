import { expect, it } from 'vitest';
import { problemsOf, run, scenarioOf } from '../scenario/run-text';

const forwarder = (forward: string, more = ''): string => `
retryscope: 1
name: Forwarder
seed: 1
endpoints:
  - { name: provider, policy: kestrel, receiver: in }
  - { name: app, policy: infraspeak, receiver: app }
receiver:
  - { route: in, ${forward} }
  - { route: app, script: [{ reply: 200 }] }
send:
  - { endpoint: provider, type: order.paid, body: { id: 1 }, count: 3 }
${more}`;

it('a scenario’s route forwards to the endpoint that it names, and its requests are deliveries of that endpoint', async () => {
  const { document } = await run(scenarioOf(forwarder('forward: { to: app, reply: 200, sign: anew }')));
  const of = (name: string) => document.deliveries.filter(({ endpoint }) => endpoint === name);
  expect(of('provider').map(({ state, attempts }) => [state, attempts[0]?.status])).toEqual(
    Array(3).fill(['delivered', 200]),
  );
  expect(of('app').map(({ state, attempts }) => [state, attempts.length])).toEqual(Array(3).fill(['delivered', 1]));
});

it.each([
  ['forward: { to: nobody }', 'There is no endpoint “nobody”.'],
  ['forward: { to: provider }', 'provider points at this route, so a request would go round.'],
  ['forward: { to: app, reply: 500 }', 'The sender is answered 200 to 299.'],
  ['forward: { to: app }, script: [{ reply: 200 }]', 'A route has either a script or forward.'],
  ['scope: all', 'A route has either a script or forward.'],
])('%s is refused with its place', (route, says) => {
  expect(problemsOf(forwarder(route)).join('\n')).toContain(says);
  expect(problemsOf(forwarder(route)).join('\n')).toMatch(/test\.yaml:9:/);
});

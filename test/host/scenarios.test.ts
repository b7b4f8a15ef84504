import { expect, it } from 'vitest';
import type { RunId } from '../../src/shared/model/ids';
import { openApp } from './open-app';

const TEXT = (script: string): string =>
  [
    'retryscope: 1',
    'name: Small',
    'seed: 5',
    'start: 2026-01-01T00:00:00Z',
    'endpoints: [{ name: orders, policy: kestrel, receiver: orders }]',
    `receiver: [{ route: orders, script: ${script} }]`,
    'send: [{ endpoint: orders, type: order.paid, body: { id: 1 } }]',
    'expect:',
    '  - { deliveries: { delivered: 1 } }',
    '  - { attempts: 2 }',
    '',
  ].join('\n');

const HOLDS = TEXT('[{ reply: 503, times: 1 }, { reply: 200 }]');

type Opened = Awaited<ReturnType<typeof openApp>>;

async function ran({ call }: Opened, text: string): Promise<RunId> {
  const { id } = await call('scenario.open', { text });
  await expect
    .poll(async () => (await call('scenario.verdicts', { runId: id })).state, { timeout: 10_000 })
    .toBe('over');
  return id;
}

it('what is wrong with a scenario is told with its place, by the reader of the command line', async () => {
  const { call } = await openApp();
  expect(await call('scenario.check', { text: HOLDS })).toEqual({
    ok: true,
    name: 'Small',
    seed: 5,
    clock: 'skip',
    farHosts: [],
    expectations: 2,
  });
  expect(await call('scenario.check', { text: HOLDS.replace('policy: kestrel', 'policy: kestrl') })).toMatchObject({
    ok: false,
    problems: [{ line: 5, column: 37, path: 'endpoints[0].policy' }],
  });
  const far = HOLDS.replace('receiver: orders }]\n', 'url: "https://hooks.example.com/in" }]\n');
  expect(await call('scenario.check', { text: far })).toMatchObject({ farHosts: ['hooks.example.com'] });
  // The app reads no file of this machine.
  expect(await call('scenario.check', { text: TEXT('[{ reply: 200, body: { file: /etc/passwd } }]') })).toMatchObject({
    ok: false,
    problems: [{ line: 6 }],
  });
});

it('scenarios are kept, right or not, taken away, and taken back', async () => {
  const { call } = await openApp();
  const kept = await call('scenario.save', { text: HOLDS });
  expect(kept).toMatchObject({ name: 'Small' });
  await call('scenario.save', { id: kept.id, text: 'name: [' });
  expect(await call('scenario.list', {})).toMatchObject([{ id: kept.id, name: 'Without a name' }]);
  expect(await call('scenario.get', { id: kept.id })).toMatchObject({ text: 'name: [' });
  await call('scenario.remove', { id: kept.id });
  expect(await call('scenario.list', {})).toEqual([]);
  await expect(call('scenario.get', { id: kept.id })).rejects.toThrow('There is no such scenario');
  await call('scenario.save', { id: kept.id, text: HOLDS });
  expect(await call('scenario.list', {})).toHaveLength(1);
});

it('a run of a scenario says how its expectations stand, each with its line, and is compared with another run', async () => {
  const opened = await openApp();
  const { call } = opened;
  const first = await ran(opened, HOLDS);
  expect((await call('scenario.verdicts', { runId: first })).judged).toMatchObject([
    { expectation: 'deliveries', line: 9, ok: true },
    { expectation: 'attempts', line: 10, ok: true, actual: '2' },
  ]);
  expect(await call('scenario.ofRun', { runId: first })).toEqual({ fileName: 'scenario.yaml', text: HOLDS, seed: 5 });

  const same = await ran(opened, HOLDS);
  expect(await call('run.compare', { earlier: first, later: same })).toMatchObject({
    deliveries: { same: 1, changed: 0, new: 0, gone: 0 },
    attempts: { same: 2, changed: 0, new: 0, gone: 0 },
    verdicts: 0,
    left: 0,
  });
  const other = await ran(opened, TEXT('[{ reply: 503, times: 2 }, { reply: 200 }]'));
  const compared = await call('run.compare', { earlier: first, later: other });
  expect(compared).toMatchObject({
    attempts: { same: 1, changed: 1, new: 1, gone: 0 },
    changes: { status: 1 },
    // The expectation of two attempts does not hold any more.
    verdicts: 1,
  });
  await expect(call('scenario.ofRun', { runId: 'run_00000000000000000000000000' as RunId })).rejects.toThrow('no run');
});

it('what is on screen is said as a scenario', async () => {
  const opened = await openApp();
  const { call } = opened;
  const runId = await ran(opened, HOLDS);
  const { text, remarks } = await call('scenario.fromRun', { runId });
  expect(remarks).toEqual(['Secrets are left out: each endpoint gets a new one.']);
  const again = await ran(opened, text);
  expect((await call('run.compare', { earlier: runId, later: again })).attempts).toEqual({
    same: 2,
    changed: 0,
    new: 0,
    gone: 0,
  });
});

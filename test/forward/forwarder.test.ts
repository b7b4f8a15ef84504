import { expect, it } from 'vitest';
import { closedPort } from '../support/peers/raw-peer';
import { betweenSockets, rawTarget } from './between';

const POST = (path: string, body: string, fields = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`;

it('while the target is down the sender is answered and the policy waits; once it is up what waited arrives', async () => {
  const { client, endpoint, forwards, delivery, call, captured } = await betweenSockets();
  const port = await closedPort();
  const endpointId = await endpoint(`http://127.0.0.1:${port}/app`);
  await forwards('/hooks', endpointId);
  expect(await client().write(POST('/hooks', 'one')).until('\r\n\r\n')).toContain('202 Accepted');
  const waiting = await delivery('retrying');
  expect(waiting).toMatchObject({ endpointId, eventType: 'POST /hooks', attempts: 1, counter: 1 });
  expect(waiting.marks[0]?.outcome).toMatchObject({ kind: 'no-response', fault: 'refused' });
  const capture = await captured('/hooks');
  expect(capture.verdict).toEqual({ kind: 'forward', status: 202 });
  expect(capture.sentOn.map(({ id }) => id)).toEqual([waiting.id]);
  expect((await call('delivery.get', { id: waiting.id })).event.captureId).toBe(capture.id);

  const target = await rawTarget(port);
  // The first retry of the policy is due 2 minutes later: skip waits goes there.
  await call('clock.setPace', { pace: { kind: 'skip' } });
  expect((await target.request()).body.toString()).toBe('one');
  expect(await delivery('delivered')).toMatchObject({ id: waiting.id, attempts: 2 });
});

it('counts from its virtual arrival: the event and the delivery begin at the instant of the capture', async () => {
  const { client, endpoint, forwards, delivery, call, captured } = await betweenSockets();
  const target = await rawTarget();
  await forwards('/hooks', await endpoint(target.url));
  // A paused clock does not move: whatever is taken in now arrives at one and the same virtual instant.
  const { virtualMs } = await call('clock.pause', {});
  await client().write(POST('/hooks', 'x')).until('\r\n\r\n');
  const waiting = await delivery('queued');
  const { at } = await captured('/hooks');
  expect(at).toBe(Math.floor(virtualMs));
  expect(waiting).toMatchObject({ createdAt: at, dueAt: at });
});

it('the sender is answered with the status that was chosen, 204 without content', async () => {
  const { client, endpoint, forwards } = await betweenSockets();
  const endpointId = await endpoint((await rawTarget()).url);
  await forwards('/ok', endpointId, { status: 200 });
  await forwards('/empty', endpointId, { status: 204 });
  const ok = await client()
    .write(POST('/ok', 'x', 'Connection: close\r\n'))
    .end();
  expect(ok.text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*content-length: 0\r\n[\s\S]*\r\n\r\n$/i);
  const empty = await client()
    .write(POST('/empty', 'x', 'Connection: close\r\n'))
    .end();
  expect(empty.text).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  expect(empty.text).not.toMatch(/content-length|content-type/i);
});

it('the sender’s own ids and signatures pass through once; signed anew, the endpoint’s take their place', async () => {
  const { client, endpoint, forwards } = await betweenSockets();
  const target = await rawTarget();
  const request = {
    headers: [['X-Own', 'mine'] as [string, string]],
    auth: { kind: 'bearer', token: 'of-mine' } as const,
  };
  const endpointId = await endpoint(target.url, { policyId: 'fianto', request });
  await forwards('/as-is', endpointId);
  await forwards('/anew', endpointId, { signing: 'anew' });
  const theirs =
    'webhook-id: msg_1\r\nwebhook-timestamp: 1\r\nWebhook-Signature: v1,abc=\r\nAuthorization: Basic eDp5\r\nX-Own: theirs\r\nX-Else: 1\r\n';
  const named = (fields: readonly string[]): readonly string[] =>
    fields.filter((field) => /^(webhook-|authorization|x-)/i.test(field));

  client().write(POST('/as-is', '{}', theirs));
  expect(named((await target.request(1)).fields)).toEqual(theirs.trimEnd().split('\r\n'));

  client().write(POST('/anew', '{}', theirs));
  const anew = named((await target.request(2)).fields);
  expect(anew.map((field) => field.replace(/: .*/, '').toLowerCase())).toEqual([
    'x-else',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'authorization',
    'x-own',
  ]);
  expect(anew.find((field) => field.startsWith('webhook-id'))).toMatch(/^webhook-id: evt_/);
  expect(anew).toContain('authorization: Bearer of-mine');
  expect(anew).toContain('X-Own: mine');
});

it('an endpoint that points at the route is refused when the route is saved; one that is gone is told to the sender', async () => {
  const { client, endpoint, forwards, answers200, call, url, captured } = await betweenSockets();
  const itself = await answers200('/itself');
  const round = await endpoint(`${url}/itself`);
  await expect(call('route.update', { id: itself, forward: { endpointId: round } })).rejects.toThrow(
    'Local app points at this route, so a request would go round. Choose another endpoint.',
  );
  await forwards('/hooks', round);
  await call('endpoint.remove', { id: round });
  const gone = await client()
    .write(POST('/hooks', 'x', 'Connection: close\r\n'))
    .end();
  expect(gone.text).toMatch(/^HTTP\/1\.1 503 /);
  expect((await captured('/hooks')).verdict).toEqual({
    kind: 'refused',
    status: 503,
    why: 'Rejected: the endpoint that this route forwards to was deleted. Choose another one.',
  });
  await expect(forwards('/more', round)).rejects.toThrow('There is no such endpoint.');
});

it('a body that is not kept whole is refused with 413 and nothing is forwarded', async () => {
  const { client, endpoint, forwards, captured, deliveries } = await betweenSockets();
  await forwards('/hooks', await endpoint((await rawTarget()).url));
  const body = Buffer.alloc(10_485_761, 'x');
  const refused = client().write(
    `POST /hooks HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
  );
  expect((await refused.end()).text).toMatch(/^HTTP\/1\.1 413 /);
  expect(await captured('/hooks')).toMatchObject({ bodyBytes: 10_485_761, verdict: { kind: 'refused', status: 413 } });
  expect(await deliveries()).toEqual([]);
});

it('a route that no longer forwards answers by its script again', async () => {
  const { client, endpoint, forwards, call, captured } = await betweenSockets();
  const id = await forwards('/hooks', await endpoint((await rawTarget()).url));
  await call('route.update', { id, forward: null });
  expect(await client().write(POST('/hooks', 'x')).until('\r\n\r\n')).toContain('200 OK');
  expect((await captured('/hooks')).verdict).toMatchObject({ kind: 'step', index: 0, nth: 1 });
});

it('a copy of the run forwards to the copy of the endpoint', async () => {
  const { client, endpoint, forwards, call, delivery } = await betweenSockets();
  const target = await rawTarget();
  const endpointId = await endpoint(target.url);
  await forwards('/hooks', endpointId);
  await call('run.create', { copy: true });
  const { routes, endpoints } = await call('snapshot', {});
  const [copy] = endpoints;
  expect(copy?.id).not.toBe(endpointId);
  expect(routes.find(({ path }) => path === '/hooks')?.forward?.endpointId).toBe(copy?.id);
  client().write(POST('/hooks', 'x'));
  await target.request();
  expect((await delivery('delivered')).endpointId).toBe(copy?.id);
});

it('a workspace file says what a route forwards to, by the endpoint’s name', async () => {
  const from = await betweenSockets();
  await from.forwards('/hooks', await from.endpoint('http://127.0.0.1:9/app'), { status: 200, signing: 'anew' });
  const { text } = await from.call('workspace.export', {});
  expect(text).toContain('forward:\n      to: Local app\n      reply: 200\n      sign: anew\n');
  const into = await betweenSockets();
  await into.call('workspace.import', { text });
  const { routes, endpoints } = await into.call('snapshot', {});
  expect(routes.find(({ path }) => path === '/hooks')?.forward).toEqual({
    endpointId: endpoints[0]?.id,
    status: 200,
    signing: 'anew',
  });
  await expect(into.call('workspace.check', { text: text.replaceAll('to: Local app', 'to: Nobody') })).rejects.toThrow(
    'There is no endpoint “Nobody”. Write it under endpoints.',
  );
});

it('a log that is exported and read in another folder has what was forwarded, and to where', async () => {
  const from = await betweenSockets();
  const target = await rawTarget();
  await from.forwards('/hooks', await from.endpoint(target.url));
  from.client().write(POST('/hooks/a', 'x', 'X-A: 1\r\n'));
  const { id } = await from.delivery('delivered');
  const before = await from.call('delivery.get', { id });
  const begun = await from.call('export.begin', { format: 'ndjson', scope: { kind: 'run' }, redact: false });
  let text = '';
  for (;;) {
    const { part } = await from.call('export.next', { id: begun.id });
    if (part === null) break;
    text += part;
  }
  const into = await betweenSockets();
  const job = await into.call('import.begin', {});
  await into.call('import.add', { id: job.id, text });
  const { runs } = await into.call('import.finish', { id: job.id });
  await into.call('run.open', { id: runs[0]?.id ?? before.row.runId });
  expect((await into.call('delivery.get', { id })).event.captureId).toBe(before.event.captureId);
  expect((await into.captured('/hooks/a')).sentOn.map((sent) => sent.id)).toEqual([id]);
  const { routes } = await into.call('snapshot', {});
  expect(routes.find(({ path }) => path === '/hooks')?.forward).toMatchObject({ status: 202, signing: 'as-captured' });
});

import { expect, it } from 'vitest';
import { aCapture, aDelivery, anAttempt, aRequest, aRoute, aRun, idOf } from '../support/rows';
import { accept, byHand, deliveries, setUpRun, setUpStore } from './bench';

const runId = aRun().id;
const page = { cursor: null, limit: 2, states: null, endpointId: null, eventId: null, text: '' };

/** One way of damage each: not JSON, JSON of another form, a word that is none, a missing part. */
const damage: readonly [table: string, change: string][] = [
  ['delivery', `state = 'lost'`],
  ['delivery', `wait = '{"minMs":'`],
  ['delivery', `wait = '{"minMs":1}'`],
  ['delivery', `wait = '[]'`],
  ['delivery', `counter = 'many'`],
];

it.each(damage)('leaves a %s with %s out of lists, says so, and goes on behind it', async (table, change) => {
  const bench = setUpRun();
  accept(bench, ...deliveries(4));
  byHand(bench.file, `UPDATE ${table} SET ${change} WHERE ordinal = 3`);
  const { views, store, log } = bench;
  const first = await views.listDeliveries(runId, page);
  expect(first.rows.map(({ ordinal }) => ordinal)).toEqual([4]);
  const second = await views.listDeliveries(runId, { ...page, cursor: first.next });
  expect(second.rows.map(({ ordinal }) => ordinal)).toEqual([2, 1]);
  const id = idOf('delivery', 3);
  expect(log.join('\n')).toContain(id);
  const clear = { problem: { code: 'unavailable', message: expect.stringContaining(id) } };
  await expect(views.delivery(id)).rejects.toMatchObject(clear);
  expect(() => store.delivery(id)).toThrow(expect.objectContaining(clear));
});

it('leaves out an endpoint whose policy is none, and shows the others', async () => {
  const former = setUpRun(3);
  await former.close();
  const { store, views, log } = setUpStore({ dataDir: former.dataDir });
  byHand(former.file, `UPDATE endpoint SET policy = json_set(policy, '$.attempts', 0) WHERE ordinal = 2`);
  expect(store.endpoints(runId).map(({ ordinal }) => ordinal)).toEqual([1, 3]);
  expect((await views.endpoints(runId, null)).map(({ ordinal }) => ordinal)).toEqual([1, 3]);
  expect(log[0]).toMatch(/Endpoint ep_\w+ cannot be read: policy\.attempts/);
  expect(() => store.endpoint(idOf('endpoint', 2))).toThrow('policy.attempts');
});

it('shows a delivery without the marks and steps that cannot be read', async () => {
  const bench = setUpRun();
  const { store, views, log } = bench;
  const delivery = aDelivery(1);
  accept(bench, delivery);
  const step = { kind: 'accept', originId: null, rules: [] } as const;
  store.transact(() => {
    for (const n of [1, 2]) store.insertAttempt(anAttempt(delivery, n), aRequest);
    for (const at of [1, 2])
      store.appendStep(runId, { at, wallAt: at, deliveryId: delivery.id, endpointId: null, step, error: null });
  });
  byHand(bench.file, `UPDATE attempt SET outcome = '{"kind":"magic"}', outcome_kind = 'magic' WHERE n = 1`);
  byHand(bench.file, `UPDATE step SET step = '{"kind":"magic"}' WHERE seq = 2`);
  const detail = await views.delivery(delivery.id);
  expect(detail?.row.marks.map(({ n }) => n)).toEqual([2]);
  expect(detail?.steps.map(({ at }) => at)).toEqual([1]);
  expect(log.join('\n')).toContain(`Attempt 1 of ${delivery.id}`);
  await expect(views.attempt(delivery.id, 1)).rejects.toThrow('cannot be read');
});

it('passes over an answer that cannot be read when it looks for the last one', () => {
  const { store, file, log } = setUpRun();
  const routeId = idOf('route', 1);
  store.transact(() => {
    store.insertRoute(aRoute(1), runId);
    for (const n of [1, 2]) store.insertCapture(aCapture(n, { routeId }), 1);
  });
  byHand(file, `UPDATE capture SET verdict = '{}' WHERE seq = 2`);
  expect(store.lastAnswer(routeId, 1, 'all')).toMatchObject({ at: aCapture(1).at });
  expect(log).toEqual([expect.stringContaining('Capture 2 cannot be read')]);
});

it('leaves out routes, events and captures that cannot be read', async () => {
  const bench = setUpRun();
  const { store, views } = bench;
  accept(bench, ...deliveries(2));
  store.transact(() => {
    for (const n of [1, 2]) store.insertRoute(aRoute(n), runId);
    for (const n of [1, 2]) store.insertCapture(aCapture(n), 0);
  });
  byHand(bench.file, `UPDATE route SET script = '{"scope":"all","steps":[]}' WHERE path = '/hook-1'`);
  byHand(bench.file, `UPDATE capture SET verdict = 'null' WHERE seq = 1`);
  byHand(bench.file, `UPDATE event SET created_at = 'yesterday', body = 'text' WHERE ordinal = 1`);
  expect(store.routes(runId)).toEqual([aRoute(2)]);
  expect((await views.routes(runId, null)).map(({ path }) => path)).toEqual(['/hook-2']);
  const captures = await views.listCaptures(runId, { cursor: null, limit: 9, routeId: null });
  expect(captures.rows.map(({ id }) => id)).toEqual([idOf('capture', 2)]);
  const events = await views.listEvents(runId, { cursor: null, limit: 9 });
  expect(events.rows.map(({ ordinal }) => ordinal)).toEqual([2]);
  await expect(views.capture(idOf('capture', 1))).rejects.toThrow('cannot be read');
  await expect(views.event(idOf('event', 1))).rejects.toThrow('cannot be read');
});

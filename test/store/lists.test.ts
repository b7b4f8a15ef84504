import { expect, it } from 'vitest';
import type { DeliveryQuery } from '../../src/main/engine/views-port';
import type { Page } from '../../src/shared/contract/views';
import {
  aCapture,
  aDelivery,
  anAttempt,
  anEndpoint,
  anEvent,
  aRequest,
  aRoute,
  aRun,
  DAWN,
  idOf,
} from '../support/rows';
import { accept, type Bench, deliveries, SECRET, setUpRun } from './bench';

const runId = aRun().id;
const query = (over: Partial<DeliveryQuery> = {}): DeliveryQuery => ({
  cursor: null,
  limit: 100,
  states: null,
  endpointId: null,
  eventId: null,
  text: '',
  ...over,
});
const found = async ({ views }: Bench, over: Partial<DeliveryQuery>): Promise<number[]> =>
  (await views.listDeliveries(runId, query(over))).rows.map(({ ordinal }) => ordinal);

/** All pages, each as the keys of its rows. */
async function pages<Row>(ask: (cursor: string | null) => Promise<Page<Row>>, key: (row: Row) => unknown) {
  const all: unknown[][] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Page<Row> = await ask(cursor);
    all.push(page.rows.map(key));
    if (page.next === null) return all;
    cursor = page.next;
  }
}

it('pages through what is due between two milliseconds, as in an imported log', async () => {
  const bench = setUpRun();
  accept(bench, ...deliveries(5, (n) => ({ state: 'retrying', dueAt: DAWN + n / 8 })));
  const listed = await pages(
    (cursor) => bench.views.listDeliveries(runId, query({ sort: 'due', limit: 2, cursor })),
    ({ ordinal }) => ordinal,
  );
  expect(listed).toEqual([[1, 2], [3, 4], [5]]);
});

it('pages through deliveries newest first, each once, also while new ones arrive', async () => {
  const bench = setUpRun();
  accept(bench, ...deliveries(7));
  const first = await bench.views.listDeliveries(runId, query({ limit: 3 }));
  expect(first.rows.map(({ ordinal }) => ordinal)).toEqual([7, 6, 5]);
  accept(bench, aDelivery(8));
  const second = await bench.views.listDeliveries(runId, query({ limit: 3, cursor: first.next }));
  const third = await bench.views.listDeliveries(runId, query({ limit: 3, cursor: second.next }));
  expect(second.rows.map(({ ordinal }) => ordinal)).toEqual([4, 3, 2]);
  expect(third.rows.map(({ ordinal }) => ordinal)).toEqual([1]);
  expect(third.next).toBeNull();
});

it('ends a list that fills its page exactly', async () => {
  const bench = setUpRun();
  accept(bench, ...deliveries(4));
  const numbers = await pages(
    (cursor) => bench.views.listDeliveries(runId, query({ limit: 2, cursor })),
    ({ ordinal }) => ordinal,
  );
  expect(numbers).toEqual([
    [4, 3],
    [2, 1],
  ]);
});

it('filters by states, endpoint and event, in any combination, over pages', async () => {
  const bench = setUpRun(2);
  accept(
    bench,
    ...deliveries(12, (n) => ({
      state: n % 3 === 0 ? 'failed' : n % 3 === 1 ? 'held' : 'delivered',
      endpointId: idOf('endpoint', n % 2 === 0 ? 2 : 1),
    })),
  );
  bench.store.transact(() =>
    bench.store.insertDelivery(
      aDelivery(13, { eventId: idOf('event', 3), endpointId: idOf('endpoint', 2), state: 'held' }),
    ),
  );
  const even = idOf('endpoint', 2);
  expect(await found(bench, { states: ['failed', 'held'] })).toEqual([13, 12, 10, 9, 7, 6, 4, 3, 1]);
  expect(await found(bench, { endpointId: even })).toEqual([13, 12, 10, 8, 6, 4, 2]);
  expect(await found(bench, { endpointId: even, states: ['failed', 'failed'] })).toEqual([12, 6]);
  expect(await found(bench, { eventId: idOf('event', 3) })).toEqual([13, 3]);
  expect(await found(bench, { eventId: idOf('event', 3), states: ['held'], endpointId: even })).toEqual([13]);
  expect(await found(bench, { eventId: idOf('event', 3), text: 'nothing' })).toEqual([]);
  expect(await found(bench, { states: [] })).toEqual([]);
  const numbers = await pages(
    (cursor) => bench.views.listDeliveries(runId, query({ limit: 4, cursor, states: ['failed', 'held'] })),
    ({ ordinal }) => ordinal,
  );
  expect(numbers).toEqual([[13, 12, 10, 9], [7, 6, 4, 3], [1]]);
});

it('A29 to A33: lists by state in the order of a delivery’s life, over pages, each once', async () => {
  const bench = setUpRun();
  const states = ['delivered', 'queued', 'failed', 'held', 'queued', 'delivered', 'retrying'] as const;
  accept(bench, ...deliveries(7, (n) => ({ state: states[n - 1] ?? 'queued' })));
  const ask = (over: Partial<DeliveryQuery>) =>
    pages(
      (cursor) => bench.views.listDeliveries(runId, query({ sort: 'state', limit: 2, cursor, ...over })),
      ({ ordinal }) => ordinal,
    );
  expect(await ask({})).toEqual([[5, 2], [7, 4], [6, 1], [3]]);
  expect(await ask({ states: ['failed', 'queued'] })).toEqual([[5, 2], [3]]);
});

it('lists oldest first, and by the names of endpoints with the deleted ones last', async () => {
  const bench = setUpRun(0);
  const named = [
    anEndpoint(1, { name: 'shop' }),
    anEndpoint(2, { name: 'Books' }),
    anEndpoint(3, { name: 'Attic', state: 'deleted' }),
  ];
  bench.store.transact(() => {
    for (const endpoint of named) bench.store.insertEndpoint(endpoint, SECRET);
  });
  accept(bench, ...deliveries(6, (n) => ({ endpointId: idOf('endpoint', (n % 3) + 1) })));
  const ask = (sort: 'oldest' | 'endpoint') =>
    pages(
      (cursor) => bench.views.listDeliveries(runId, query({ sort, limit: 4, cursor })),
      ({ ordinal }) => ordinal,
    );
  expect(await ask('oldest')).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  // Endpoint 2 is Books with 4 and 1, endpoint 1 is shop with 6 and 3, endpoint 3 was deleted.
  expect(await ask('endpoint')).toEqual([
    [4, 1, 6, 3],
    [5, 2],
  ]);
});

it('lists what is due soonest first over all endpoints, then what waits for nothing', async () => {
  const bench = setUpRun(2);
  const dueAt = [3_000, null, 1_000, 2_000, 1_000, null];
  accept(bench, ...deliveries(6, (n) => ({ endpointId: idOf('endpoint', (n % 2) + 1), dueAt: dueAt[n - 1] ?? null })));
  const numbers = await pages(
    (cursor) => bench.views.listDeliveries(runId, query({ sort: 'due', limit: 2, cursor })),
    ({ ordinal }) => ordinal,
  );
  expect(numbers).toEqual([
    [3, 5],
    [4, 1],
    [6, 2],
  ]);
});

it('refuses the place of another order', async () => {
  const bench = setUpRun();
  accept(bench, ...deliveries(3));
  const { next } = await bench.views.listDeliveries(runId, query({ limit: 1 }));
  await expect(bench.views.listDeliveries(runId, query({ sort: 'state', limit: 1, cursor: next }))).rejects.toThrow(
    'This is not a place in the list. Start again from its first page.',
  );
});

it('shows the deliveries of one run only', async () => {
  const bench = setUpRun();
  accept(bench, aDelivery(1));
  const other = idOf('run', 2);
  bench.store.transact(() => bench.store.insertRun(aRun({ id: other })));
  for (const over of [{}, { endpointId: idOf('endpoint', 1) }, { eventId: idOf('event', 1) }]) {
    expect((await bench.views.listDeliveries(other, query(over))).rows).toEqual([]);
  }
});

const odd = ["don't", 'a/b', '"', '*', 'NEAR(', '-x', 'col:x', '50%', 'a_b', '\\', '\u0000', "'; DROP TABLE run; --"];

it.each(odd)('finds the text %j literally, and nothing else by it', async (text) => {
  const bench = setUpRun();
  accept(bench, aDelivery(1, { eventType: `before ${text} after` }), aDelivery(2, { eventType: 'plain' }));
  expect(await found(bench, { text })).toEqual([1]);
  expect(await found(bench, { text: `${text}?` })).toEqual([]);
});

it('does not take % and _ for patterns', async () => {
  const bench = setUpRun();
  accept(bench, aDelivery(1, { eventType: 'order.paid' }));
  expect(await found(bench, { text: 'order%paid' })).toEqual([]);
  expect(await found(bench, { text: 'order_paid' })).toEqual([]);
});

it('searches without case in ASCII, in the type, in the id of the event and in that of the delivery', async () => {
  const bench = setUpRun();
  accept(
    bench,
    aDelivery(1, { eventType: 'Order.PAID' }),
    aDelivery(2, { eventType: 'straße', eventId: idOf('event', 77) }),
    aDelivery(3, { eventType: 'plain', id: idOf('delivery', 99) }),
  );
  expect(await found(bench, { text: 'oRDER.p' })).toEqual([1]);
  expect(await found(bench, { text: 'STRAß' })).toEqual([2]);
  expect(await found(bench, { text: idOf('event', 77) })).toEqual([2]);
  expect(await found(bench, { text: idOf('event', 77).slice(-5).toLowerCase() })).toEqual([2]);
  expect(await found(bench, { text: idOf('delivery', 99).slice(2, -1) })).toEqual([3]);
  expect(await found(bench, { text: 'DLV_' })).toEqual([3, 2, 1]);
  expect(await found(bench, { text: 'vt_' })).toEqual([3, 2, 1]);
});

it('answers a search for 10 kB of text, with a true zero or a true hit', async () => {
  const bench = setUpRun();
  const long = 'ab_%'.repeat(2_500);
  accept(bench, aDelivery(1, { eventType: `${long}!` }), aDelivery(2));
  expect(await found(bench, { text: long })).toEqual([1]);
  expect(await found(bench, { text: `${long.slice(0, -1)}&` })).toEqual([]);
});

it.each(['', 'x', 'ZGVsaXZlcnk6', '..', "' OR 1=1", btoa('delivery:-1'), btoa('event:3'), btoa('delivery:3 ')])(
  'refuses %j as a cursor',
  async (cursor) => {
    const { views } = setUpRun();
    const invalid = { problem: { code: 'invalid', field: 'cursor' } };
    await expect(views.listDeliveries(runId, query({ cursor }))).rejects.toMatchObject(invalid);
  },
);

it('refuses a cursor of another list', async () => {
  const bench = setUpRun();
  accept(bench, ...deliveries(2));
  const { next } = await bench.views.listDeliveries(runId, query({ limit: 1 }));
  expect(next).not.toBeNull();
  const invalid = { problem: { code: 'invalid', field: 'cursor' } };
  await expect(bench.views.listEvents(runId, { cursor: next, limit: 1 })).rejects.toMatchObject(invalid);
});

it('brings the attempts of each row with it, oldest first', async () => {
  const bench = setUpRun();
  const { store, views } = bench;
  const [one, two, three] = [aDelivery(1), aDelivery(2), aDelivery(3)] as const;
  accept(bench, one, two, three);
  const outcome = { kind: 'no-response', fault: 'refused', detail: '', tookMs: 1 } as const;
  const marks = [anAttempt(one, 2), anAttempt(one, 1, { outcome, endedAt: 5 }), anAttempt(three, 1)] as const;
  store.transact(() => {
    for (const attempt of marks) store.insertAttempt(attempt, aRequest);
  });
  const expected = [
    { ...three, marks: [marks[2]], copies: 0, pinned: false },
    { ...two, marks: [], copies: 0, pinned: false },
    { ...one, marks: [marks[1], marks[0]], copies: 0, pinned: false },
  ];
  expect((await views.listDeliveries(runId, query())).rows).toEqual(expected);
  expect(await views.deliveries([one.id, idOf('delivery', 9)])).toEqual([expected[2]]);
  expect((await views.delivery(one.id))?.row).toEqual(expected[2]);
});

it('lists events with the number of their deliveries and without their bytes', async () => {
  const bench = setUpRun(2);
  const { store, views } = bench;
  accept(bench, ...deliveries(3));
  store.transact(() =>
    store.insertDelivery(aDelivery(4, { eventId: idOf('event', 2), endpointId: idOf('endpoint', 2) })),
  );
  const { body: _body, carried: _carried, ...event } = anEvent(2);
  const summary = {
    ...event,
    captureId: null,
    bodyBytes: 7,
    deliveries: 2,
    endpointIds: [idOf('endpoint', 1), idOf('endpoint', 2)],
  };
  const ask = (cursor: string | null) => views.listEvents(runId, { cursor, limit: 2 });
  expect(await pages(ask, ({ ordinal }) => ordinal)).toEqual([[3, 2], [1]]);
  expect((await ask(null)).rows[1]).toEqual(summary);
  expect(await views.events([event.id])).toEqual([summary]);
  expect(await views.event(event.id)).toEqual({ ...summary, body: btoa('{"n":2}') });
});

it('lists captures newest first, of all routes or of one, in the order in which they came', async () => {
  const { store, views } = setUpRun();
  const routeId = idOf('route', 1);
  store.transact(() => {
    store.insertRoute(aRoute(1), runId);
    for (const n of [3, 1, 2, 5, 4]) store.insertCapture(aCapture(n, { routeId: n > 3 ? null : routeId }), 1);
  });
  const number = ({ at }: { at: number }) => at - aCapture(0).at;
  const list = (of: typeof routeId | null) => (cursor: string | null) =>
    views.listCaptures(runId, { cursor, limit: 2, routeId: of });
  expect(await pages(list(null), number)).toEqual([[4, 5], [2, 1], [3]]);
  expect(await pages(list(routeId), number)).toEqual([[2, 1], [3]]);
});

it('leaves deleted endpoints and removed routes out, also when they are asked for', async () => {
  const { store, views } = setUpRun(3);
  store.transact(() => {
    store.updateEndpoint(anEndpoint(2, { state: 'deleted' }));
    for (const n of [1, 2]) store.insertRoute(aRoute(n), runId);
    store.removeRoute(idOf('route', 1));
  });
  const ordinals = (views: readonly { ordinal: number }[]) => views.map(({ ordinal }) => ordinal);
  expect(ordinals(await views.endpoints(runId, null))).toEqual([1, 3]);
  expect(ordinals(await views.endpoints(runId, [idOf('endpoint', 3), idOf('endpoint', 2)]))).toEqual([3]);
  const route = { ...aRoute(2), url: '/hook-2', captures: 0, check: { kind: 'endpoints' }, latest: null };
  expect(await views.routes(runId, null)).toEqual([route]);
  expect(await views.routes(runId, [idOf('route', 1), idOf('route', 2)])).toEqual([route]);
});

it('answers null for what is not there', async () => {
  const { views } = setUpRun();
  expect(await views.delivery(idOf('delivery', 1))).toBeNull();
  expect(await views.attempt(idOf('delivery', 1), 1)).toBeNull();
  expect(await views.event(idOf('event', 1))).toBeNull();
  expect(await views.capture(idOf('capture', 1))).toBeNull();
});

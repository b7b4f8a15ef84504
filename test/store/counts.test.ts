import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DELIVERY_STATES } from '../../src/shared/model/delivery';
import { aCapture, aDelivery, anAttempt, anEvent, aRequest, aRoute, aRun, idOf } from '../support/rows';
import { type Bench, setUpRun } from './bench';

const ENDPOINTS = 3;
const ROUTES = 2;

type Act =
  | { readonly kind: 'accept'; readonly endpoint: number; readonly state: number }
  | { readonly kind: 'move'; readonly pick: number; readonly state: number }
  | { readonly kind: 'attempt'; readonly pick: number }
  | { readonly kind: 'capture'; readonly route: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('accept' as const),
    endpoint: fc.integer({ min: 1, max: ENDPOINTS }),
    state: fc.nat(7),
  }),
  fc.record({ kind: fc.constant('move' as const), pick: fc.nat(), state: fc.nat(7) }),
  fc.record({ kind: fc.constant('attempt' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('capture' as const), route: fc.integer({ min: 0, max: ROUTES }) }),
);
/** Transactions, some of which fail at their end and must leave no trace in the counts. */
const history = fc.array(fc.record({ acts: fc.array(act, { maxLength: 6 }), fails: fc.boolean() }), { maxLength: 12 });

const stateAt = (index: number) => DELIVERY_STATES[index] ?? 'queued';

function perform({ store }: Bench, what: Act): void {
  const runId = aRun().id;
  const made = store.nextOrdinal(runId, 'delivery') - 1;
  if (what.kind === 'accept') {
    const n = made + 1;
    store.insertEvent(anEvent(n));
    store.insertDelivery(aDelivery(n, { endpointId: idOf('endpoint', what.endpoint), state: stateAt(what.state) }));
  } else if (what.kind === 'capture') {
    captures += 1;
    const routeId = what.route === 0 ? null : idOf('route', what.route);
    store.insertCapture(aCapture(captures, { routeId }), 1);
  } else if (made > 0) {
    const delivery = store.delivery(idOf('delivery', (what.pick % made) + 1));
    if (delivery === null) throw new Error('there is no such delivery');
    const attempts = what.kind === 'attempt' ? delivery.attempts + 1 : delivery.attempts;
    const state = what.kind === 'move' ? stateAt(what.state) : delivery.state;
    store.updateDelivery({ ...delivery, state, attempts });
    if (what.kind === 'attempt') store.insertAttempt(anAttempt(delivery, attempts), aRequest);
  }
}
let captures = 0;

/** The same numbers, counted from the rows. */
function counted(file: string) {
  const db = new Database(file, { readonly: true });
  const count = (table: string, where = '1') =>
    db.prepare<unknown[], number>(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck().get() ?? 0;
  const of = (where: string) => ({
    waiting: count('delivery', `${where} AND state IN ('queued', 'retrying', 'held', 'stale')`),
    inFlight: count('delivery', `${where} AND state = 'processing'`),
    delivered: count('delivery', `${where} AND state = 'delivered'`),
    failed: count('delivery', `${where} AND state = 'failed'`),
    held: count('delivery', `${where} AND state = 'held'`),
  });
  const numbers = {
    totals: {
      byState: Object.fromEntries(DELIVERY_STATES.map((state) => [state, count('delivery', `state = '${state}'`)])),
      deliveries: count('delivery'),
      attempts: count('attempt'),
      captures: count('capture'),
      events: count('event'),
    },
    endpoints: [1, 2, 3].map((n) => of(`endpoint_id = '${idOf('endpoint', n)}'`)),
    routes: [1, 2].map((n) => count('capture', `route_id = '${idOf('route', n)}'`)),
  };
  db.close();
  return numbers;
}

it('keeps counts that agree with the rows, whatever happened and whatever was rolled back', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (transactions) => {
      const bench = setUpRun(ENDPOINTS);
      const { store, views, file } = bench;
      const runId = aRun().id;
      store.transact(() => {
        for (let n = 1; n <= ROUTES; n++) store.insertRoute(aRoute(n), runId);
      });
      for (const { acts, fails } of transactions) {
        const work = () => {
          for (const what of acts) perform(bench, what);
          if (fails) throw new RangeError('rolled back');
        };
        if (fails) expect(() => store.transact(work)).toThrow('rolled back');
        else store.transact(work);
      }
      const kept = {
        totals: await views.totals(runId),
        endpoints: (await views.endpoints(runId, null)).map(({ counts }) => counts),
        routes: (await views.routes(runId, null)).map((route) => route.captures),
      };
      expect(kept).toEqual(counted(file));
      await bench.close();
    }),
    { numRuns: 25, seed: 20261130 },
  );
});

it('has zeros for a run that nothing happened in', async () => {
  const { views } = setUpRun(1);
  const totals = await views.totals(aRun().id);
  expect(totals).toEqual({
    byState: { queued: 0, processing: 0, retrying: 0, held: 0, stale: 0, delivered: 0, failed: 0, cancelled: 0 },
    deliveries: 0,
    attempts: 0,
    captures: 0,
    events: 0,
  });
  const [endpoint] = await views.endpoints(aRun().id, null);
  expect(endpoint?.counts).toEqual({ waiting: 0, inFlight: 0, delivered: 0, failed: 0, held: 0 });
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DeliveryId } from '../../src/shared/model/ids';
import { aDelivery, aRun, idOf } from '../support/rows';
import { accept, byHand, setUpRun } from './bench';

const query = { cursor: null, limit: 500, states: null, endpointId: null, eventId: null };
const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

it('does not take the _ of an id’s prefix for any character', async () => {
  const bench = setUpRun();
  accept(bench, aDelivery(1, { id: 'dlv_01KB0000000000000000000VX9' as DeliveryId }));
  const found = async (text: string) => (await bench.views.listDeliveries(aRun().id, { ...query, text })).rows.length;
  expect(await found('V_9')).toBe(0);
  expect(await found('VX9')).toBe(1);
  expect(await found('v_01kb')).toBe(1);
});

it.each([
  ['few', 0],
  ['many', 1_000_000],
])(
  'finds exactly the deliveries whose type or ids contain the text, whatever it is and whatever else is filtered, among %s',
  async (_, more) => {
    const types = ['order.paid', 'Order.Refunded', 'dlv', 'invoice_created', '100%', 'x', ...MANY_TYPES];
    const deliveries = Array.from({ length: 150 }, (_, i) =>
      aDelivery(i + 1, {
        id: idOf('delivery', (i * 7919) % 10_007),
        eventType: types[i % types.length] ?? '',
        endpointId: idOf('endpoint', (i % 3) + 1),
        state: i % 2 === 0 ? 'failed' : 'held',
      }),
    );
    const bench = setUpRun(3);
    accept(bench, ...deliveries);
    // The way that is taken depends on how many rows a filter is said to leave, not what is found.
    byHand(bench.file, `UPDATE delivery_count SET deliveries = deliveries + ${more}`);
    const whole = deliveries.flatMap(({ id, eventId, eventType }) => [id, eventId, eventType]);
    const part = fc
      .tuple(fc.constantFrom(...whole), fc.nat(30), fc.integer({ min: 1, max: 30 }))
      .map(([text, from, length]) => text.slice(from % text.length, (from % text.length) + length));
    const changed = part.map((text) => text.toUpperCase());
    const text = fc.oneof(
      part,
      changed,
      fc.string({ minLength: 1, maxLength: 4 }),
      fc.constantFrom('_', 't_0', 'type-1'),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), fc.boolean(), async (wanted, onlyFailed, ofEndpoint) => {
        const states = onlyFailed ? (['failed'] as const) : null;
        const page = await bench.views.listDeliveries(aRun().id, {
          ...query,
          text: wanted,
          endpointId: ofEndpoint ? idOf('endpoint', 2) : null,
          states: states && [...states],
        });
        const expected = deliveries
          .filter(({ id, eventId, eventType }) =>
            [id, eventId, eventType].some((field) => lower(field).includes(lower(wanted))),
          )
          .filter(({ state }) => states === null || state === 'failed')
          .filter(({ endpointId }) => !ofEndpoint || endpointId === idOf('endpoint', 2))
          .map(({ ordinal }) => ordinal);
        expect(page.rows.map(({ ordinal }) => ordinal)).toEqual(expected.reverse());
      }),
      { numRuns: 200, seed: 20261130 },
    );
  },
);

/** More types than are matched one by one. */
const MANY_TYPES = Array.from({ length: 120 }, (_, i) => `type-${i}`);

import { describe, expect, it } from 'vitest';
import { dueOrder, endpointOrder, newestFirst, stateOrder } from '../../src/shared/rules/list-order';
import { aDelivery, idOf } from '../support/rows';

const ordinals = (rows: readonly { readonly ordinal: number }[]): readonly number[] =>
  rows.map(({ ordinal }) => ordinal);

describe('the orders of a list', () => {
  it('newest first, by the ordinal within one instant', () => {
    const rows = [aDelivery(1, { createdAt: 5 }), aDelivery(2, { createdAt: 5 }), aDelivery(3, { createdAt: 4 })];
    expect(ordinals(rows.toSorted(newestFirst))).toEqual([2, 1, 3]);
  });

  it('A29 to A33: by state, in the order of a delivery’s life', () => {
    const states = ['cancelled', 'held', 'queued', 'failed', 'delivered', 'stale', 'retrying', 'processing'] as const;
    const rows = states.map((state, n) => aDelivery(n + 1, { state }));
    expect(rows.toSorted(stateOrder).map(({ state }) => state)).toEqual([
      'queued',
      'processing',
      'retrying',
      'held',
      'stale',
      'delivered',
      'failed',
      'cancelled',
    ]);
  });

  it('what is due soonest first, and what waits for nothing last', () => {
    const rows = [
      aDelivery(1, { dueAt: null }),
      aDelivery(2, { dueAt: 20 }),
      aDelivery(3, { dueAt: 10 }),
      aDelivery(4, { dueAt: 20 }),
    ];
    expect(ordinals(rows.toSorted(dueOrder))).toEqual([3, 2, 4, 1]);
  });

  it('by the names of endpoints whatever their case, the older first of one name, the deleted last', () => {
    const named = [
      { id: idOf('endpoint', 4), name: null },
      { id: idOf('endpoint', 3), name: 'shop' },
      { id: idOf('endpoint', 2), name: 'Shop' },
      { id: idOf('endpoint', 1), name: 'Zoo' },
      { id: idOf('endpoint', 5), name: 'books' },
    ];
    expect(named.toSorted(endpointOrder).map(({ name }) => name)).toEqual(['books', 'Shop', 'shop', 'Zoo', null]);
  });
});

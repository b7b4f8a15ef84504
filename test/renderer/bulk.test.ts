import { describe, expect, test } from 'vitest';
import { againPlan, goingOf, pagesFor, sayBulk, sayQuota } from '../../src/renderer/view-models/bulk';
import type { DeliveryId, EndpointId } from '../../src/shared/model/ids';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { anEndpoint, idOf } from '../support/rows';

const chosen = (count: number, endpoints: number): ReadonlyMap<DeliveryId, EndpointId> =>
  new Map(Array.from({ length: count }, (_, i) => [idOf('delivery', i + 1), idOf('endpoint', (i % endpoints) + 1)]));
const refused = (message: string) => ({
  id: idOf('delivery', 1),
  deliveryId: null,
  problem: { code: 'conflict', message } as const,
});
const made = { id: idOf('delivery', 1), deliveryId: idOf('delivery', 2), problem: null };

describe('many deliveries at once', () => {
  test('go in pages of at most so many ids, in order', () => {
    const pages = pagesFor('delivery.cancel', chosen(1_100, 1), 500);
    expect(pages.map(({ ids }) => ids.length)).toEqual([500, 500, 100]);
    expect(pages[2]?.ids[0]).toBe(idOf('delivery', 1_001));
  });

  test('are sent again by the one word of their policy', () => {
    const plan = againPlan(chosen(3, 1), () => 'redeliver', 500);
    expect(plan).toMatchObject({ label: 'Redeliver', without: 0, pages: [{ act: 'delivery.redeliver' }] });
  });

  test('under several policies go each by its own form, and those without one are counted', () => {
    const forms = ['resend', 'none', 'replay'] as const;
    const plan = againPlan(
      chosen(6, 3),
      (id) => forms[[1, 2, 3].findIndex((n) => idOf('endpoint', n) === id)] ?? 'none',
      500,
    );
    expect(plan.label).toBe('Send again');
    expect(plan.without).toBe(2);
    expect(plan.pages.map(({ act, ids }) => [act, ids.length])).toEqual([
      ['delivery.resend', 2],
      ['delivery.replay', 2],
    ]);
  });
});

describe('what became of them', () => {
  test('is counted by what was done, and refusals by their rule', () => {
    const quota = refused('All 60 redeliveries of this hour are used; the next is free in 4 m (F32).');
    const done = [{ act: 'delivery.redeliver' as const, results: [...Array(38).fill(made), quota, quota] }];
    expect(sayBulk(done, 0, 0)).toBe(
      '38 redelivered. 2 were refused: all 60 redeliveries of this hour are used; the next is free in 4 m (F32).',
    );
  });

  test('is said in the engine’s words where no rule is named, once, and with what was left', () => {
    const done = [{ act: 'delivery.cancel' as const, results: [refused('It is final.'), refused('It is final.')] }];
    expect(sayBulk(done, 0, 500)).toBe('500 left as they were. 2 were refused: it is final.');
  });

  test('names policies without a redelivery', () => {
    expect(sayBulk([], 3, 0)).toBe('3 were refused: their policy has no redelivery.');
    expect(sayBulk([], 0, 0)).toBe('Nothing was done.');
  });
});

describe('what is said and asked before many are sent again', () => {
  const counts = { waiting: 0, inFlight: 0, delivered: 0, failed: 0, held: 0 };
  const endpoints = [
    { ...anEndpoint(1, { policy: fianto }), counts },
    { ...anEndpoint(2, { policy: kestrel }), counts },
  ];

  test('F32: what is left of the limit that some of them have, and how many are too many', () => {
    const left = (n: number) => ({ count: 60, windowMs: 3_600_000, left: n, freeAt: null, rules: ['F32'] });
    const quotas = new Map([[idOf('endpoint', 1), left(58)]]);
    expect(sayQuota(chosen(4, 2), endpoints, quotas)).toBe('58 of 60 left in 1 h (F32)');
    expect(sayQuota(chosen(4, 2), endpoints.slice(1), new Map())).toBeNull();
    // Two of the four go to endpoint 1.
    const tight = new Map([
      [idOf('endpoint', 1), left(0)],
      [idOf('endpoint', 2), left(5)],
    ]);
    expect(sayQuota(chosen(4, 2), endpoints, tight)).toBe(
      'Endpoint 1: 0 of 60 left in 1 h (F32), 2 too many; Endpoint 2: 5 of 60 left in 1 h (F32)',
    );
  });

  test('as many fresh deliveries at each endpoint as are chosen of it', () => {
    // F2: eight attempts; K7: six.
    expect(goingOf(chosen(5, 2), endpoints)).toMatchObject([
      { count: 3, budget: 8, counter: 0 },
      { count: 2, budget: 6, counter: 0 },
    ]);
  });
});

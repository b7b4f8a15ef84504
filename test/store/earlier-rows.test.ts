import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readStep } from '../../src/main/store/rows/step-row';
import { fianto } from '../../src/shared/policies/fianto';
import { policySchema } from '../../src/shared/policies/policy';
import { aDelivery, anAttempt, aRequest, DAWN, idOf } from '../support/rows';
import { accept, setUpRun } from './bench';

/** As a database has it that was written before waits kept their base and their draw. */
const EARLIER_WAIT = { minMs: 30_000, nominalMs: 45_000, maxMs: 60_000, drawnMs: 40_000, roll: 0.3334 };
const rules = ['A6', 'A3'];

const earlier = (step: object) =>
  readStep({
    seq: 1,
    revision: 1,
    at: DAWN,
    wallAt: DAWN,
    deliveryId: idOf('delivery', 1),
    endpointId: idOf('endpoint', 1),
    step: JSON.stringify(step),
    error: null,
  }).step;

const status = { kind: 'status', status: 429 } as const;

it('reads steps of an earlier version: what was not kept then is null', () => {
  expect(earlier({ kind: 'claim', n: 1, lateMs: 2, rules: [] })).toEqual({
    kind: 'claim',
    n: 1,
    lateMs: 2,
    throttle: null,
    budgetLeft: null,
    budget: null,
    rules: [],
  });
  expect(earlier({ kind: 'deliver', n: 1, status: 200, rules: ['R1'] })).toEqual({
    kind: 'deliver',
    n: 1,
    status: 200,
    streak: null,
    budgetLeft: null,
    budget: null,
    rules: ['R1'],
  });
  expect(earlier({ kind: 'fail', n: 5, reason: 'exhausted', because: status, rules: ['A32'] })).toEqual({
    kind: 'fail',
    n: 5,
    reason: 'exhausted',
    because: status,
    retryAfter: null,
    streak: null,
    budgetLeft: null,
    budget: null,
    rules: ['A32'],
  });
  expect(earlier({ kind: 'requeue', n: 1, by: 'stopped', dueAt: DAWN, rules: ['R3'] })).toMatchObject({ budget: null });
  const defer = { kind: 'defer', fromAt: DAWN, toAt: DAWN + 60_000, limit: 20, windowMs: 60_000, rules };
  expect(earlier(defer)).toEqual({ ...defer, window: null });
});

it('reads a Retry-After as it was kept before, and a wait with the base that its band tells', () => {
  const retry = {
    kind: 'retry',
    n: 1,
    because: status,
    dueAt: DAWN + 40_000,
    wait: EARLIER_WAIT,
    budgetLeft: 4,
    rules,
  };
  expect(earlier({ ...retry, retryAfterIgnored: '120' })).toEqual({
    ...retry,
    wait: { ...EARLIER_WAIT, baseMs: 60_000, draw: null },
    budget: null,
    retryAfter: { value: '120', used: false, rules: ['R1'] },
  });
  expect(earlier({ ...retry, retryAfterIgnored: null })).toMatchObject({ retryAfter: null });
  // Fianto's 30 min ± 20 %, Kestrel's 0 to 8 s and Infraspeak's 4 min: the base is the printed delay.
  for (const [minMs, nominalMs, maxMs] of [
    [1_440_000, 1_800_000, 2_160_000],
    [0, 8_000, 8_000],
    [240_000, 240_000, 240_000],
  ] as const) {
    const wait = { minMs, nominalMs, maxMs, drawnMs: maxMs, roll: 0 };
    expect(earlier({ ...retry, wait, retryAfterIgnored: null })).toMatchObject({ wait: { baseMs: nominalMs } });
  }
});

it('reads deliveries and attempts of an earlier version with their waits', async () => {
  const bench = setUpRun();
  const delivery = aDelivery(1);
  accept(bench, delivery);
  bench.store.transact(() => bench.store.insertAttempt(anAttempt(delivery, 1), aRequest));
  const file = new Database(bench.file);
  const text = JSON.stringify(EARLIER_WAIT);
  file.prepare('UPDATE delivery SET wait = ?').run(text);
  file.prepare('UPDATE attempt SET wait = ?').run(text);
  file.close();
  const wait = { ...EARLIER_WAIT, baseMs: 60_000, draw: null };
  const [row] = await bench.views.deliveries([delivery.id]);
  expect(row?.wait).toEqual(wait);
  expect(row?.marks[0]?.wait).toEqual(wait);
});

it('reads the snapshot of a policy that was written before it had settings', () => {
  const snapshot = JSON.parse(JSON.stringify(fianto)) as Record<string, Record<string, unknown>>;
  delete snapshot['settings'];
  delete snapshot['rules']?.['retryAfter'];
  delete snapshot['suspension']?.['ignoredFaults'];
  delete snapshot['redelivery']?.['rulesFor'];
  const none = { waiting: [], cancelled: [], tooOld: [], closed: [], unverified: [], cost: [] };
  expect(policySchema.parse(snapshot)).toEqual({
    ...fianto,
    rules: { ...fianto.rules, retryAfter: [] },
    redelivery: { ...fianto.redelivery, rulesFor: none },
  });
});

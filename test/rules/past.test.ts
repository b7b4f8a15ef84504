import { describe, expect, it } from 'vitest';
import { settingsOf } from '../../src/shared/model/endpoint';
import type { Step, StepRecord } from '../../src/shared/model/step';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { attemptsAt, deliveryAt, endpointAt, settingsAt } from '../../src/shared/rules/past';
import { aDelivery, anAttempt, anEndpoint, DAWN } from '../support/rows';

const record = (seq: number, step: Step, error: string | null = null): StepRecord => ({
  seq,
  revision: seq,
  at: DAWN + seq * 1_000,
  wallAt: DAWN,
  deliveryId: null,
  endpointId: null,
  step,
  error,
});
const accept = record(1, { kind: 'accept', originId: null, rules: [] });
const claim = record(2, { kind: 'claim', n: 1, lateMs: 0, throttle: null, budgetLeft: 5, budget: 6, rules: [] });
const wait = { baseMs: 5_000, minMs: 5_000, nominalMs: 5_000, maxMs: 5_000, drawnMs: 5_000, roll: 0, draw: null };
const retry = record(
  3,
  {
    kind: 'retry',
    n: 1,
    because: { kind: 'status', status: 503 },
    dueAt: DAWN + 8_000,
    wait,
    budgetLeft: 5,
    budget: 6,
    retryAfter: null,
    rules: [],
  },
  '503 Service Unavailable: busy',
);

describe('a delivery as it was', () => {
  it('is none before it was accepted, and then what its steps have made of it', () => {
    const present = aDelivery(1, { state: 'delivered', attempts: 2, counter: 2, dueAt: null });
    const at = (...steps: StepRecord[]) => deliveryAt(present, steps, () => kestrel);
    expect(at()).toBeNull();
    expect(at(accept)).toMatchObject({ state: 'queued', attempts: 0, budget: 6, dueAt: DAWN + 1_000 });
    expect(at(accept, claim)).toMatchObject({ state: 'processing', attempts: 1, counter: 0, lastError: null });
    expect(at(accept, claim, retry)).toMatchObject({
      state: 'retrying',
      attempts: 1,
      counter: 1,
      dueAt: DAWN + 8_000,
      wait,
      lastError: '503 Service Unavailable: busy',
    });
  });

  it('ran under the policy of its time: Alphorn gives 5 tries, Kestrel 6 (A1, K6)', () => {
    const policyAt = (seq: number) => (seq < 2 ? alphorn : kestrel);
    expect(deliveryAt(aDelivery(1), [accept, claim], policyAt)?.budget).toBe(5);
  });

  it('says of a redelivery what made it', () => {
    const origin = { originId: aDelivery(2).id };
    const made = record(1, { kind: 'accept', ...origin, rules: [] });
    expect(deliveryAt(aDelivery(1, origin), [made], () => fianto)?.nextTrigger).toBe('redeliver');
    expect(deliveryAt(aDelivery(1, origin), [made], () => kestrel)?.nextTrigger).toBe('replay');
    expect(deliveryAt(aDelivery(1), [accept], () => kestrel)?.nextTrigger).toBe('first');
  });
});

it('an attempt whose outcome was not decided on yet is in flight; one that had not begun is not there', () => {
  const outcome = { kind: 'response', status: 503, retryAfter: null, tookMs: 10 } as const;
  const attempts = [1, 2].map((n) => anAttempt(aDelivery(1), n, { endedAt: DAWN + 3_000, outcome }));
  const shown = (...steps: StepRecord[]) => attemptsAt(attempts, steps).map((a) => [a.n, a.endedAt, a.outcome]);
  expect(shown(accept)).toEqual([]);
  expect(shown(accept, claim)).toEqual([[1, null, null]]);
  expect(shown(accept, claim, retry)).toEqual([[1, DAWN + 3_000, outcome]]);
});

describe('an endpoint as it was', () => {
  const present = anEndpoint(1, { policy: fianto, name: 'New', url: 'http://new', state: 'deleted' });
  const old = settingsOf(anEndpoint(1, { policy: kestrel, name: 'Old', url: 'http://old' }));
  const steps = [
    record(2, { kind: 'streak', before: 0, after: 4, rules: [] }),
    record(3, { kind: 'streak', before: 4, after: 5, rules: [] }),
    record(4, { kind: 'suspend', streak: 5, waiting: 2, rules: [] }),
    record(5, { kind: 'change', before: old, rules: [] }),
    record(6, { kind: 'reopen', by: 'verify', released: 2, rules: [] }),
    record(7, { kind: 'disable', closed: 0, rules: [] }),
    record(8, { kind: 'delete', closed: 0, rules: [] }),
  ];
  const conditionAt = (seq: number) => endpointAt(present, steps, seq)?.condition;

  it('has the streak and the suspension of its time', () => {
    expect(conditionAt(1)).toMatchObject({ streak: 0, suspendedAt: null });
    expect(conditionAt(2)).toMatchObject({ streak: 4, suspendedAt: null });
    expect(conditionAt(4)).toMatchObject({ streak: 5, suspendedAt: DAWN + 4_000 });
    expect(conditionAt(6)).toMatchObject({ streak: 0, suspendedAt: null });
  });

  it('is disabled from then on, and gone once it was deleted', () => {
    expect(endpointAt(present, steps, 6)?.state).toBe('enabled');
    expect(endpointAt(present, steps, 7)?.state).toBe('disabled');
    expect(endpointAt(present, steps, 8)).toBeNull();
  });

  it('has the settings that were changed later', () => {
    expect(settingsAt(present, steps, 4)).toEqual(old);
    expect(endpointAt(present, steps, 4)).toMatchObject({ name: 'Old', url: 'http://old', policy: { id: 'kestrel' } });
    expect(endpointAt(present, steps, 5)).toMatchObject({ name: 'New', url: 'http://new', policy: { id: 'fianto' } });
  });
});

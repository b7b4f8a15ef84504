import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Condition, FRESH_CONDITION } from '../../src/shared/model/condition';
import type { Outcome } from '../../src/shared/model/outcome';
import type { Suspension } from '../../src/shared/policies/circuit';
import { kestrel } from '../../src/shared/policies/kestrel';
import { type Policy, policySchema } from '../../src/shared/policies/policy';
import type { Trigger } from '../../src/shared/policies/trigger';
import { cooldownMs, lastingOf } from '../../src/shared/rules/reopening';
import { afterEnding, afterFailure, countsAttempt } from '../../src/shared/rules/suspension';
import { answer, fault } from './walk';

const base = kestrel.suspension;
if (base === null) throw new Error('Kestrel suspends');
const suspensionOf = (trigger: Trigger, more: Partial<Suspension> = {}): Suspension => ({ ...base, trigger, ...more });
const policyOf = (suspension: Suspension): Policy => policySchema.parse({ ...kestrel, settings: [], suspension });

type Failed = { readonly at: number; readonly outcome?: Outcome; readonly failed?: number; readonly total?: number };

/** Failed attempts one after the other: which of them suspends, counted from 1, or null. */
function suspendedBy(policy: Policy, attempts: readonly Failed[], from: Condition = FRESH_CONDITION) {
  let condition = from;
  for (const [index, { at, outcome = answer(500), failed = 0, total = 0 }] of attempts.entries()) {
    if (outcome.kind === 'interrupted' || !countsAttempt(policy, outcome)) continue;
    const after = afterFailure(policy, condition, { outcome, recent: { failed, total } }, at);
    if (after.suspends) return { nth: index + 1, cause: after.cause, condition: after.condition };
    condition = after.condition;
  }
  return null;
}

const at = (...instants: readonly number[]): readonly Failed[] => instants.map((instant) => ({ at: instant }));

describe('a trigger by attempts', () => {
  it('counts failures in a row; a success starts from zero', () => {
    const policy = policyOf(suspensionOf({ kind: 'failures-in-a-row', count: 3 }));
    expect(suspendedBy(policy, at(1, 2, 3))).toMatchObject({ nth: 3, cause: { kind: 'failures-in-a-row' } });
    const delivered = { state: 'delivered', reason: null, firstAttemptAt: 0, faults: null } as const;
    const afterTwo = { ...FRESH_CONDITION, streak: 2 };
    expect(afterEnding(policy, afterTwo, delivered, 3).condition.streak).toBe(0);
    // A delivery that is exhausted is no failure more than its attempts.
    const exhausted = { state: 'failed', reason: 'exhausted', firstAttemptAt: 0, faults: null } as const;
    expect(afterEnding(policy, afterTwo, exhausted, 3)).toEqual({ condition: afterTwo, suspends: false });
  });
  it('counts failures in a span', () => {
    const policy = policyOf(suspensionOf({ kind: 'failures-in-span', count: 3, spanMs: 60_000 }));
    expect(suspendedBy(policy, [{ at: 1, failed: 2 }])).toBeNull();
    expect(suspendedBy(policy, [{ at: 1, failed: 3 }])).toMatchObject({
      cause: { kind: 'failures-in-span', spanMs: 60_000 },
    });
  });
  it('takes a share of a least sample: 5 of 10 at one half, not 4 of 10, not 8 of 9 below the least', () => {
    const policy = policyOf(suspensionOf({ kind: 'failure-rate', ratio: 0.5, least: 10, spanMs: 60_000 }));
    expect(suspendedBy(policy, [{ at: 1, failed: 8, total: 9 }])).toBeNull();
    expect(suspendedBy(policy, [{ at: 1, failed: 4, total: 10 }])).toBeNull();
    expect(suspendedBy(policy, [{ at: 1, failed: 5, total: 10 }])).toMatchObject({
      cause: { kind: 'failure-rate', failed: 5, total: 10 },
    });
  });
  it('takes how long nothing succeeded: an hour from the first failure on, to the millisecond', () => {
    const policy = policyOf(suspensionOf({ kind: 'failing-for', spanMs: 3_600_000 }));
    expect(suspendedBy(policy, at(1_000, 2_000, 3_600_999))).toBeNull();
    expect(suspendedBy(policy, at(1_000, 2_000, 3_601_000))).toMatchObject({ nth: 3 });
  });
  it('suspends at once by a status, as the trigger or besides it', () => {
    const gone = { at: 1, outcome: answer(410) };
    expect(suspendedBy(policyOf(suspensionOf({ kind: 'status', statuses: [[410, 410]] })), [gone])).toMatchObject({
      cause: { kind: 'status', status: 410 },
    });
    const besides = policyOf(suspensionOf({ kind: 'exhausted-in-a-row', count: 20 }, { atOnceOn: [[410, 410]] }));
    expect(suspendedBy(besides, [gone])?.nth).toBe(1);
    expect(suspendedBy(besides, at(1, 2, 3))).toBeNull();
  });
  it('passes over faults that the policy leaves out', () => {
    const policy = policyOf(suspensionOf({ kind: 'failures-in-a-row', count: 2 }, { ignoredFaults: ['dns'] }));
    const attempts = [{ at: 1, outcome: fault('dns') }, { at: 2, outcome: fault('dns') }, ...at(3, 4)];
    expect(suspendedBy(policy, attempts)?.nth).toBe(4);
  });
});

describe('a suspension that ends by itself', () => {
  const cooldown = { ms: 30_000, factor: 2, capMs: 100_000 };
  const suspension = suspensionOf({ kind: 'failures-in-a-row', count: 1 }, { endsBy: 'time', cooldown });

  it('grows by its factor to its cap: 30, 60, 100, 100 s', () => {
    expect([1, 2, 3, 4].map((round) => cooldownMs(cooldown, round))).toEqual([30_000, 60_000, 100_000, 100_000]);
  });
  it('begins anew after a success, and not without one', () => {
    const before = { ...FRESH_CONDITION, round: 2, lastSuspendedAt: 1_000 };
    expect(lastingOf(suspension, before)).toEqual({ forMs: 100_000, round: 3 });
    expect(lastingOf(suspension, { ...before, lastSuccessAt: 999 })).toEqual({ forMs: 100_000, round: 3 });
    expect(lastingOf(suspension, { ...before, lastSuccessAt: 1_001 })).toEqual({ forMs: 30_000, round: 1 });
    // A probe that fails carries it on, though an earlier probe succeeded.
    expect(lastingOf(suspension, { ...before, lastSuccessAt: 1_001 }, true).round).toBe(3);
  });
  it('is never longer than its cap or ten years, never NaN, and never shrinks', () => {
    const anyCooldown = fc.record({
      ms: fc.integer({ min: 1, max: 315_360_000_000 }),
      factor: fc.double({ min: 1, max: 100, noNaN: true }),
      capMs: fc.option(fc.nat(315_360_000_000)),
    });
    fc.assert(
      fc.property(anyCooldown, fc.integer({ min: 1, max: 1_000_000 }), (lasts, round) => {
        const ms = cooldownMs(lasts, round);
        expect(Number.isSafeInteger(ms) && ms >= 0).toBe(true);
        expect(ms).toBeLessThanOrEqual(lasts.capMs ?? 315_360_000_000);
        expect(cooldownMs(lasts, round + 1)).toBeGreaterThanOrEqual(ms);
      }),
    );
  });
  it.each([
    ['without a cooldown', { endsBy: 'time' }],
    ['with a cooldown that nothing uses', { endsBy: 'enable', cooldown }],
    ['by probes without anything held', { endsBy: 'probe', cooldown, newEvents: 'store', holdLimit: null }],
  ])('cannot be read %s', (_, more) => {
    expect(policySchema.safeParse({ ...kestrel, suspension: { ...base, ...more } }).success).toBe(false);
  });
});

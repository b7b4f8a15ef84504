import { describe, expect, it } from 'vitest';
import { TRIGGERS } from '../../src/shared/model/attempt';
import { DELIVERY_STATES, isFinal } from '../../src/shared/model/delivery';
import { FAULTS } from '../../src/shared/model/outcome';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../src/shared/policies/built-in';
import { fianto } from '../../src/shared/policies/fianto';
import { policySchema } from '../../src/shared/policies/policy';
import { applyStep } from '../../src/shared/rules/apply-step';
import { nextStep } from '../../src/shared/rules/next-step';
import { acceptedBy, answer, attemptOf, tryOnce } from './walk';

describe.each(BUILT_IN_POLICIES.map((policy) => [policy.name, policy] as const))('%s', (_name, policy) => {
  const accepted = acceptedBy(policy);
  it('R1 delivers on the first 2xx and remembers no error', () => {
    const failedOnce = tryOnce(policy, accepted, answer(503)).after;
    const { step, after } = tryOnce(policy, failedOnce, answer(204, 25));
    expect(step).toEqual({
      kind: 'deliver',
      n: 2,
      status: 204,
      budgetLeft: policy.attempts - 2,
      budget: policy.attempts,
      streak: null,
      rules: policy.rules.success,
    });
    expect(after).toMatchObject({
      state: 'delivered',
      reason: null,
      attempts: 2,
      counter: 2,
      dueAt: null,
      lastError: null,
    });
  });

  it('R1 ignores Retry-After, and says that it did', () => {
    const attempt = attemptOf(accepted, 0);
    const moment = { now: 1_000, roll: 0.25 };
    const asked = nextStep(
      policy,
      accepted,
      attempt,
      { kind: 'response', status: 503, retryAfter: '3600', tookMs: 1 },
      moment,
    );
    const notAsked = nextStep(
      policy,
      accepted,
      attempt,
      { kind: 'response', status: 503, retryAfter: null, tookMs: 1 },
      moment,
    );
    expect(notAsked).toMatchObject({ retryAfter: null });
    expect(asked).toEqual({ ...notAsked, retryAfter: { value: '3600', used: false, rules: ['R1'] } });
  });

  it('R2 counts a delay from the end of the failed attempt', () => {
    const quick = tryOnce(policy, accepted, answer(503, 0), 0.5).step;
    const slow = tryOnce(policy, accepted, answer(503, 7_000), 0.5).step;
    if (quick.kind !== 'retry' || slow.kind !== 'retry') throw new Error('a 503 is retried');
    expect(slow.dueAt - quick.dueAt).toBe(7_000);
    expect(quick.dueAt).toBe(quick.wait.drawnMs);
  });

  it('R4 counts history and budget apart', () => {
    const cut = { kind: 'interrupted', by: 'stopped', tookMs: 1 } as const;
    expect(tryOnce(policy, tryOnce(policy, accepted, cut).after, answer(503)).after).toMatchObject({
      attempts: 2,
      counter: 1,
    });
  });

  it('R4 ends with the delivery’s own budget, whatever its policy allows to others', () => {
    const own = { ...accepted, counter: policy.attempts, attempts: policy.attempts, budget: policy.attempts + 2 };
    const first = tryOnce(policy, own, answer(503));
    expect(first.step).toMatchObject({ kind: 'retry', budgetLeft: 1 });
    expect(tryOnce(policy, first.after, answer(503)).step).toMatchObject({ kind: 'fail', reason: 'exhausted' });
  });

  it('names each rule of a verdict once', () => {
    const { step } = tryOnce(policy, accepted, answer(503));
    expect(new Set(step.rules).size).toBe(step.rules.length);
    expect(step.rules.length).toBeGreaterThan(0);
  });

  it('is a policy by its own schema', () => {
    expect(policySchema.parse(policy)).toEqual(policy);
  });

  it('survives being written to a file and read back', () => {
    expect(policySchema.parse(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
  });

  it('names R1 and its other assumptions once each', () => {
    const ids = policy.assumptions.map(({ id }) => id);
    expect(ids).toContain('R1');
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the states and names that all share', () => {
  it('R5 knows eight triggers', () => {
    expect(TRIGGERS).toEqual(['first', 'retry', 'requeue', 'release', 'resend', 'redeliver', 'replay', 'retry-now']);
  });
  it('R14 knows eight faults', () => {
    expect(FAULTS).toEqual([
      'dns',
      'refused',
      'connect-timeout',
      'tls',
      'reset',
      'response-timeout',
      'inactivity-timeout',
      'invalid-http',
    ]);
  });
  it('ends in delivered, failed or cancelled only', () => {
    expect(DELIVERY_STATES.filter(isFinal)).toEqual(['delivered', 'failed', 'cancelled']);
  });
  it('finds a policy by its id, and no other', () => {
    expect(builtInPolicy('fianto')?.name).toBe('Fianto');
    expect(builtInPolicy('Fianto')).toBeUndefined();
    expect(BUILT_IN_POLICIES.map(({ id }) => id)).toEqual(['alphorn', 'fianto', 'kestrel', 'infraspeak']);
  });
  it('accepts a delivery as queued and due at once', () => {
    expect(acceptedBy(fianto, 42)).toMatchObject({
      state: 'queued',
      dueAt: 42,
      nextTrigger: 'first',
      touchedAt: 42,
      changedAt: 42,
      budget: 8,
      counter: 0,
    });
  });
  it('claims a delivery: processing, one more attempt, nothing due, the last error still there', () => {
    const waiting = tryOnce(fianto, acceptedBy(fianto, 7), answer(500)).after;
    const claim = { kind: 'claim', n: 2, lateMs: 3, throttle: null, budgetLeft: 6, budget: 8, rules: [] } as const;
    expect(applyStep(fianto, waiting, claim, 48_010, null)).toEqual({
      ...waiting,
      state: 'processing',
      attempts: 2,
      dueAt: null,
      nextTrigger: null,
      wait: null,
      firstAttemptAt: 7,
      changedAt: 48_010,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { kestrel } from '../../src/shared/policies/kestrel';
import { type Policy, policySchema } from '../../src/shared/policies/policy';
import { timeoutsOf } from '../../src/shared/rules/attempt-timeouts';
import { nextStep } from '../../src/shared/rules/next-step';
import { explain } from '../../src/shared/words/explain';
import { acceptedBy, answer, attemptOf, tryOnce } from './walk';

const base: Policy = { ...kestrel, schedule: { kind: 'constant', delayMs: 10_000 }, jitter: { kind: 'none' } };

describe('a rule on answers', () => {
  const policy = policySchema.parse({
    ...base,
    classification: {
      rules: [
        { when: { status: [409, 409] }, verdict: 'success', rules: ['p1'] },
        {
          when: { status: [503, 503] },
          verdict: 'retry',
          schedule: { kind: 'list', delaysMs: [120_000, 240_000] },
          rules: ['p2'],
        },
        { when: { fault: ['dns'] }, verdict: 'permanent', rules: [] },
      ],
      otherwise: 'retry',
    },
  });

  it('may take an answer outside the success range for a success', () => {
    const { step, after } = tryOnce(policy, acceptedBy(policy), answer(409));
    expect(step).toMatchObject({ kind: 'deliver', status: 409, rules: ['p1'] });
    expect(after.state).toBe('delivered');
  });
  it('may have waits of its own, by the number of failures: 2 min, 4 min; other answers keep to the policy’s', () => {
    const first = tryOnce(policy, acceptedBy(policy), answer(503));
    expect(first.after.dueAt).toBe(120_000);
    const second = tryOnce(policy, first.after, answer(500));
    expect(second.after.dueAt).toBe(130_000);
    const third = tryOnce(policy, second.after, answer(503));
    expect(third.after.dueAt).toBe(370_000);
  });
  it('has waits only where it retries, and no fault is a success', () => {
    const withRule = (rule: object) =>
      policySchema.safeParse({ ...base, classification: { rules: [rule], otherwise: 'retry' } }).success;
    const schedule = { kind: 'constant', delayMs: 1 };
    expect(withRule({ when: { status: [410, 410] }, verdict: 'permanent', schedule, rules: [] })).toBe(false);
    expect(withRule({ when: { status: [410, 410] }, verdict: 'retry', schedule, rules: [] })).toBe(true);
    expect(withRule({ when: { fault: ['dns'] }, verdict: 'success', rules: [] })).toBe(false);
  });
});

describe('a header that opts out', () => {
  const policy: Policy = { ...base, optOut: { header: 'X-No-Retry', value: '1', rules: ['p3'] } };
  const followed = (of: Policy, status: number, value: string) => {
    const delivery = acceptedBy(of);
    return nextStep(of, delivery, attemptOf(delivery, 0), answer(status), { now: 0, roll: 0 }, [['x-no-retry', value]]);
  };

  it('ends a delivery whose answer failed, and the step says by what', () => {
    const step = followed(policy, 500, ' 1 ');
    expect(step).toMatchObject({
      kind: 'fail',
      reason: 'permanent',
      optOut: { header: 'X-No-Retry', value: ' 1 ' },
      rules: ['p3'],
    });
    expect(explain(step)).toBe('500 Internal Server Error: ended for good, the answer says X-No-Retry:  1 .');
  });
  it('with another value, or on a success, changes nothing', () => {
    expect(followed(policy, 500, '0').kind).toBe('retry');
    expect(followed(policy, 200, '1').kind).toBe('deliver');
  });
  it('may take any value', () => {
    expect(followed({ ...base, optOut: { header: 'x-no-retry', value: null, rules: [] } }, 500, 'please').kind).toBe(
      'fail',
    );
  });
});

describe('time-outs by the number of the attempt', () => {
  const short = { connectMs: 1_000, headers: null, totalMs: 2_000 };
  const long = { connectMs: null, headers: null, totalMs: 60_000 };
  const policy = policySchema.parse({
    ...base,
    timeoutsFor: [
      { attempts: [1, 1], ...short },
      { attempts: [4, null], ...long },
    ],
  });

  it('are the first range’s that holds it, or the policy’s own', () => {
    expect([1, 2, 3, 4, 1_000].map((n) => timeoutsOf(policy, n).totalMs)).toEqual([
      2_000,
      base.timeouts.totalMs,
      base.timeouts.totalMs,
      60_000,
      60_000,
    ]);
    expect(timeoutsOf(base, 1)).toEqual(base.timeouts);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Delivery, isFinal } from '../../src/shared/model/delivery';
import type { Outcome } from '../../src/shared/model/outcome';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import type { Policy } from '../../src/shared/policies/policy';
import { applyStep } from '../../src/shared/rules/apply-step';
import { nextStep } from '../../src/shared/rules/next-step';
import { sweepStep } from '../../src/shared/rules/sweep-step';
import { outcomes, policies, rolls } from './random-policy';
import { acceptedBy, attemptOf, type Tried, tryOnce } from './walk';

const anyPolicy = fc.oneof(fc.constantFrom(...BUILT_IN_POLICIES), policies);
const tries = fc.array(fc.record({ outcome: outcomes, roll: rolls }), { minLength: 1, maxLength: 80 });

/** The rule in plain words, apart from the code: what a try costs of the budget. */
function charge(policy: Policy, outcome: Outcome): number {
  if (outcome.kind !== 'interrupted') return 1;
  return outcome.by === 'killed' && policy.interrupted.kind === 'stuck' ? 1 : 0;
}

/** A try, and the sweep that finds it where it got stuck. */
function tryAndSweep(policy: Policy, delivery: Delivery, outcome: Outcome, roll: number): Tried {
  const tried = tryOnce(policy, delivery, outcome, roll);
  const { sweepAt, state } = tried.after;
  if (state !== 'processing' || sweepAt === null) return tried;
  const step = sweepStep(policy, tried.after, sweepAt);
  if (step === null) throw new Error('a planned sweep finds nothing');
  return { ...tried, step, after: applyStep(policy, tried.after, step, sweepAt, 'stuck') };
}

describe('a delivery under random outcomes', () => {
  it('never exceeds its budget, counts history one by one, and never moves back in time', () => {
    fc.assert(
      fc.property(anyPolicy, tries, (policy, script) => {
        let delivery = acceptedBy(policy);
        let charged = 0;
        let made = 0;
        for (const { outcome, roll } of script) {
          if (delivery.dueAt === null) break;
          const before = delivery;
          const { attempt, step, after } = tryAndSweep(policy, before, outcome, roll);
          charged += charge(policy, outcome);
          made++;
          expect(charged).toBeLessThanOrEqual(policy.attempts);
          expect(after.attempts).toBe(made);
          const usesAll = step.kind === 'fail' && step.reason === 'permanent' && policy.permanentUsesBudget;
          expect(after.counter).toBe(usesAll ? policy.attempts : charged);
          if (after.dueAt !== null) expect(after.dueAt).toBeGreaterThanOrEqual(attempt.startedAt + outcome.tookMs);
          delivery = after;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('waits for something exactly while it is not final, and has a reason exactly when it failed', () => {
    fc.assert(
      fc.property(anyPolicy, tries, (policy, script) => {
        let delivery = acceptedBy(policy);
        for (const { outcome, roll } of script) {
          if (delivery.dueAt === null) break;
          delivery = tryAndSweep(policy, delivery, outcome, roll).after;
          expect(delivery.dueAt === null).toBe(isFinal(delivery.state));
          expect(delivery.nextTrigger === null).toBe(isFinal(delivery.state));
          expect(delivery.reason === null).toBe(delivery.state !== 'failed');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('always ends: after as many charged tries as the policy allows, it is final', () => {
    fc.assert(
      fc.property(anyPolicy, fc.infiniteStream(fc.record({ outcome: outcomes, roll: rolls })), (policy, stream) => {
        let delivery = acceptedBy(policy);
        let charged = 0;
        while (charged < policy.attempts && delivery.dueAt !== null) {
          const { value } = stream.next();
          charged += charge(policy, value.outcome);
          delivery = tryAndSweep(policy, delivery, value.outcome, value.roll).after;
        }
        expect(isFinal(delivery.state)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same plan again with the same history and rolls', () => {
    fc.assert(
      fc.property(anyPolicy, outcomes, rolls, fc.nat(), (policy, outcome, roll, now) => {
        const accepted = acceptedBy(policy);
        const attempt = attemptOf(accepted, now);
        const moment = { now, roll };
        expect(nextStep(policy, accepted, attempt, outcome, moment)).toEqual(
          nextStep(policy, accepted, attempt, outcome, moment),
        );
      }),
    );
  });

  it('plans nothing earlier than now, in or out of order with the attempt', () => {
    fc.assert(
      fc.property(anyPolicy, outcomes, rolls, fc.nat(), fc.nat(), (policy, outcome, roll, startedAt, now) => {
        const accepted = acceptedBy(policy);
        const step = nextStep(policy, accepted, attemptOf(accepted, startedAt), outcome, { now, roll });
        if (step.kind === 'retry' || step.kind === 'requeue') expect(step.dueAt).toBeGreaterThanOrEqual(now);
      }),
      { numRuns: 500 },
    );
  });
});

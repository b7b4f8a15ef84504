import { type Wait, waitedMs } from '../model/attempt';
import type { DeliveryStep, RetryAfter, Step, StepRecord, StreakChange, ThrottleWindow } from '../model/step';
import type { Policy } from '../policies/policy';
import { sayDuration } from './duration';
import { ENDS, sayCause } from './explain';
import { sayDraw, sayExact } from './figures';
import { sayRetryAfterFact } from './retry-after';
import { sayWaitRange } from './waits';

/**
 * One thing that decided about a delivery. `value` says it in words, an instant from the step's own on (`in 45 s`);
 * a screen that has a clock face shows `at`, and to `until` where it is a span: both virtual epoch ms.
 */
export type StoryFact = {
  readonly label: string;
  readonly value: string;
  readonly rules: readonly string[];
  readonly at: number | null;
  readonly until: number | null;
};

const NONE: readonly string[] = [];

export const said = (label: string, value: string, rules: readonly string[] = NONE): StoryFact => ({
  label,
  value,
  rules,
  at: null,
  until: null,
});

/** An instant, said from `from` on. */
export function instantFact(label: string, at: number, from: number, rules: readonly string[] = NONE): StoryFact {
  const ms = Math.round(at - from);
  const value = ms === 0 ? 'at once' : ms > 0 ? `in ${sayDuration(ms)}` : `${sayDuration(-ms)} before`;
  return { label, value, rules, at, until: null };
}

/** The delay before jitter, the band, the draw, and what it can be drawn again from. */
export function waitFacts(policy: Policy, wait: Wait): readonly StoryFact[] {
  const { schedule, jitter } = policy.rules;
  const facts = [said('Base delay', sayDuration(wait.baseMs), schedule)];
  if (wait.maxMs > wait.minMs) {
    const nominal = wait.nominalMs === wait.baseMs ? '' : `, ${sayDuration(wait.nominalMs)} in the middle`;
    facts.push(
      said(
        'Band',
        `${wait.minMs === 0 ? '0' : sayDuration(wait.minMs)} to ${sayDuration(wait.maxMs)}${nominal}`,
        jitter,
      ),
      said('Draw', `${sayDraw(wait)} is ${sayExact(wait.drawnMs)}`, jitter),
    );
  }
  if (wait.askedMs !== undefined) facts.push(said('Asked for', sayExact(waitedMs(wait)), policy.rules.retryAfter));
  if (wait.draw !== null) {
    facts.push(said('Drawn from', `seed ${wait.draw.seed}, key ${wait.draw.key.join('.')}: ${wait.roll.toFixed(6)}`));
  }
  return facts;
}

export const retryAfterFacts = (seen: RetryAfter | null): readonly StoryFact[] =>
  seen === null ? [] : [said(seen.header ?? 'Retry-After', sayRetryAfterFact(seen), seen.rules)];

export function windowFact(label: string, window: ThrottleWindow, rules: readonly string[]): StoryFact {
  const value = `${window.used} of ${window.limit} used in ${sayDuration(window.toAt - window.fromAt)}`;
  return { label, value, rules, at: window.fromAt, until: window.toAt };
}

export function streakFacts(policy: Policy, streak: StreakChange | null): readonly StoryFact[] {
  if (streak === null) return [];
  const { before, after, threshold } = streak;
  const rules = policy.suspension?.rules;
  if (after === before) {
    return [said('Streak', `${before} before and after; suspends at ${threshold}`, rules?.trigger)];
  }
  return [
    said(
      'Streak',
      `${before} before, ${after} after; suspends at ${threshold}`,
      after === 0 ? rules?.reset : rules?.trigger,
    ),
  ];
}

export function budgetFacts(policy: Policy, left: number | null, of: number | null): readonly StoryFact[] {
  return left === null || of === null ? [] : [said('Budget left', `${left} of ${of}`, policy.rules.attempts)];
}

/** What follows if the attempt in which the nth failure would come fails. */
export function ifItFails(policy: Policy, failures: number, budget: number): StoryFact {
  const { exhausted, schedule, jitter } = policy.rules;
  if (failures >= budget) return said('If it fails', 'exhausted', exhausted);
  const wait = sayWaitRange(policy, failures);
  return said('If it fails', wait, [...new Set([...schedule, ...jitter])]);
}

/** What decided a step, fact by fact, each with the rules behind it. What an earlier version did not keep is left out. */
export function stepFacts({ at, step }: Pick<StepRecord, 'at' | 'step'>, policy: Policy): readonly StoryFact[] {
  switch (step.kind) {
    case 'suspend':
      return [
        said('Streak', String(step.streak), step.rules),
        said('Waiting', String(step.waiting), policy.suspension?.rules.hold),
        ...(step.forMs === undefined ? [] : [instantFact('Next', at + step.forMs, at, policy.suspension?.rules.end)]),
      ];
    case 'streak':
      return [said('Streak', `${step.before} before, ${step.after} after`, step.rules)];
    case 'clock':
    case 'jump':
    case 'delete':
    case 'change':
    case 'stop':
    case 'recover':
    case 'reopen':
    case 'probe':
    case 'disable':
    case 'verify':
    case 'no-delivery':
      return [];
    default:
      return deliveryFacts(step, at, policy);
  }
}

function deliveryFacts(step: DeliveryStep, at: number, policy: Policy): readonly StoryFact[] {
  switch (step.kind) {
    case 'claim': {
      const { budget, budgetLeft } = step;
      return [
        ...(step.lateMs >= 1 ? [said('Late by', sayExact(step.lateMs))] : []),
        ...(step.throttle === null ? [] : [windowFact('Window', step.throttle, throttleRules(policy))]),
        ...budgetFacts(policy, budgetLeft === null ? null : budgetLeft + 1, budget),
        ...(budget === null || budgetLeft === null ? [] : [ifItFails(policy, budget - budgetLeft, budget)]),
      ];
    }
    case 'deliver':
      return [
        said('Answer', sayCause({ kind: 'status', status: step.status }), step.rules),
        ...streakFacts(policy, step.streak),
        ...budgetFacts(policy, step.budgetLeft, step.budget),
        said('Next', 'nothing, it is delivered'),
      ];
    case 'retry':
      return [
        said('Because', sayCause(step.because), causeRules(policy, step)),
        ...waitFacts(policy, step.wait),
        ...retryAfterFacts(step.retryAfter),
        ...budgetFacts(policy, step.budgetLeft, step.budget),
        instantFact('Next', step.dueAt, at, policy.rules.schedule),
      ];
    case 'requeue':
      return [
        said('Because', sayCause({ kind: 'interrupted', by: step.by }), step.rules),
        ...budgetFacts(policy, step.budgetLeft, step.budget),
        instantFact('Next', step.dueAt, at),
      ];
    case 'stuck': {
      const after = policy.sweep?.stuckAfterMs;
      return after === undefined ? [] : [instantFact('Next', step.since + after, at, policy.sweep?.rules.stuck)];
    }
    case 'fail':
      return [
        said('Because', sayCause(step.because), step.rules),
        ...(step.optOut === undefined
          ? []
          : [said('Ended by', `${step.optOut.header}: ${step.optOut.value}`, step.rules)]),
        ...retryAfterFacts(step.retryAfter),
        ...streakFacts(policy, step.streak),
        ...budgetFacts(policy, step.budgetLeft, step.budget),
        said('Next', `nothing; ${ENDS[step.reason]}`, step.rules),
      ];
    case 'defer':
      return [
        said('Limit', `${step.limit} in ${sayDuration(step.windowMs)}`, step.rules),
        instantFact('Was due', step.fromAt, at),
        ...(step.window === null ? [] : [windowFact('Window', step.window, step.rules)]),
        instantFact('Next', step.toAt, at, step.rules),
      ];
    case 'advance':
      return [
        instantFact('Had a place', step.fromAt, at),
        windowFact('Window', step.window, step.rules),
        instantFact('Next', step.toAt, at, step.rules),
      ];
    case 'stale': {
      const after = policy.sweep?.requeueAfterMs;
      return after === undefined
        ? []
        : [said('Next', `queued again ${sayDuration(after)} later if it is lost`, policy.sweep?.rules.requeue)];
    }
    case 'expire':
      return policy.maxAge === null ? [] : [said('Limit', sayDuration(policy.maxAge.ms), policy.maxAge.rules)];
    case 'resend':
      return [said('Budget', String(step.budget), step.rules), instantFact('Next', step.dueAt, at)];
    case 'release':
    case 'queue-again':
    case 'retry-now':
      return [instantFact('Next', step.dueAt, at, step.rules)];
    default:
      return [];
  }
}

/** The rules that decided what an outcome means, without those of the wait that follows. */
export const causeRules = ({ rules }: Policy, step: Extract<Step, { kind: 'retry' }>): readonly string[] =>
  step.rules.filter((id) => !rules.schedule.includes(id) && !rules.jitter.includes(id));

export const throttleRules = ({ throttles }: Policy): readonly string[] => [
  ...new Set(throttles.flatMap(({ rules }) => rules)),
];

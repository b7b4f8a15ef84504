import type { DeliveryRow } from '../contract/views';
import { type Attempt, type Wait, waitedMs } from '../model/attempt';
import type { DeliveryStep, Elder } from '../model/step';
import type { Policy } from '../policies/policy';
import { sayDuration } from './duration';
import { sayElder, sayWaitsFor } from './elder';
import { ENDS, sayCause, sayOutcome } from './explain';
import { sayExact, sayOrdinal, sayShort } from './figures';
import { retold, type ToldStep } from './retold';
import {
  budgetFacts,
  causeRules,
  ifItFails,
  instantFact,
  lateFacts,
  retryAfterFacts,
  type StoryFact,
  said,
  streakFacts,
  throttleRules,
  waitFacts,
  windowFact,
} from './step-facts';
import { sayWaitRule } from './waits';

/** What is told of: a delivery, its policy, and its log where that has been read. */
export type Told = {
  readonly row: DeliveryRow;
  readonly policy: Policy;
  readonly steps: readonly ToldStep[] | null;
  /** Virtual epoch ms. */
  readonly nowMs: number;
  /** For what it waits now where order is kept; absent or null: nothing. */
  readonly elder?: Elder | null | undefined;
};

/** Why an attempt came as it did, or why it is waited for: what every screen and the log show. */
export type Story = {
  readonly title: string;
  readonly rules: readonly string[];
  readonly sentence: string;
  /** The band from which its wait was drawn. */
  readonly wait: Wait | null;
  readonly facts: readonly StoryFact[];
  readonly budget: { readonly left: number; readonly of: number } | null;
};

type Step<K extends DeliveryStep['kind']> = Extract<DeliveryStep, { readonly kind: K }>;
const ENDINGS = ['deliver', 'retry', 'requeue', 'stuck', 'fail'] as const;
type Ending = Step<(typeof ENDINGS)[number]>;

const isEnding = (step: ToldStep['step']): step is Ending => (ENDINGS as readonly string[]).includes(step.kind);

const stepsOf = ({ steps, row, policy }: Told): readonly ToldStep[] => steps ?? retold(row, policy);

const claimOf = (steps: readonly ToldStep[], n: number): Step<'claim'> | null => {
  const found = steps.findLast(({ step }) => step.kind === 'claim' && step.n === n)?.step;
  return found?.kind === 'claim' ? found : null;
};

function endingOf(steps: readonly ToldStep[], n: number): Ending | null {
  for (const { step } of steps) if (isEnding(step) && step.n === n) return step;
  return null;
}

/** The story of an attempt that was made, or is being made. @throws RangeError when the delivery has no such attempt */
export function attemptStory(told: Told, n: number): Story {
  const { row, policy, nowMs } = told;
  const attempt = row.marks.find((mark) => mark.n === n);
  if (attempt === undefined) throw new RangeError(`no attempt ${n}`);
  const steps = stepsOf(told);
  const claim = claimOf(steps, n);
  const ending = attempt.outcome === null ? null : endingOf(steps, n);
  const { outcome, wait } = attempt;
  const budget = budgetAt(claim, ending);
  const failures =
    claim === null || claim.budget === null || claim.budgetLeft === null ? null : claim.budget - claim.budgetLeft;
  return {
    title: `Attempt ${n}: ${sayOutcome(outcome)}`,
    rules: ending === null ? [] : ending.kind === 'retry' ? causeRules(policy, ending) : ending.rules,
    sentence: attemptSentence(attempt, ending, policy, failures),
    wait,
    facts: [
      instantFact('Started', attempt.startedAt, nowMs),
      outcome === null
        ? said('Running', sayExact(nowMs - attempt.startedAt))
        : said('Took', sayExact(outcome.tookMs), policy.rules.timeouts),
      ...(wait === null ? [] : waitFacts(policy, wait)),
      ...(claim === null ? [] : lateFacts(claim, policy)),
      ...(claim === null || claim.throttle === null
        ? []
        : [windowFact('Window', claim.throttle, throttleRules(policy))]),
      ...(ending !== null && 'retryAfter' in ending ? retryAfterFacts(ending.retryAfter) : []),
      ...(ending !== null && 'streak' in ending ? streakFacts(policy, ending.streak) : []),
      ...(budget === null ? [] : budgetFacts(policy, budget.left, budget.of)),
      ...(ending === null
        ? failures === null || budget === null
          ? []
          : [ifItFails(policy, failures, budget.of)]
        : [whatFollowed(told, attempt, ending)]),
    ],
    budget,
  };
}

/** Tries that are left once the attempt has ended, or, while it runs, with itself. */
function budgetAt(claim: Step<'claim'> | null, ending: Ending | null): Story['budget'] {
  if (ending !== null && 'budgetLeft' in ending && ending.budgetLeft !== null && ending.budget !== null) {
    return { left: ending.budgetLeft, of: ending.budget };
  }
  if (claim === null || claim.budgetLeft === null || claim.budget === null) return null;
  return { left: claim.budgetLeft + (ending === null ? 1 : 0), of: claim.budget };
}

function attemptSentence(attempt: Attempt, ending: Ending | null, policy: Policy, failures: number | null): string {
  const { outcome, wait } = attempt;
  const how =
    wait === null || failures === null || failures < 2
      ? ''
      : ` It came ${sayShort(waitedMs(wait))} after the ${sayOrdinal(failures - 1)} failure.`;
  if (outcome === null || ending === null) return `The request is on its way.${how}`;
  const took = sayDuration(outcome.tookMs);
  if (outcome.kind === 'interrupted') {
    return outcome.by === 'stopped'
      ? `Stopped by you after ${took}; it goes again, and no attempt is charged.`
      : `The engine stopped after ${took}, so the outcome is unknown.`;
  }
  const what = `${outcome.kind === 'no-response' ? sayOutcome(outcome) : outcome.status} after ${took}`;
  switch (ending.kind) {
    case 'deliver':
      return `${what}: delivered.${how}`;
    case 'fail':
      return `${what}: ${ENDS[ending.reason]}.${how}`;
    default:
      return `${what}: ${policy.name} tries again.${how}`;
  }
}

function whatFollowed({ row, nowMs }: Told, attempt: Attempt, ending: Ending): StoryFact {
  const next = row.marks.find(({ n }) => n > attempt.n);
  if (next !== undefined) return { ...instantFact('Followed by', next.startedAt, nowMs), value: `#${next.n}` };
  if (row.dueAt !== null) return { ...instantFact('Followed by', row.dueAt, nowMs), value: `#${attempt.n + 1}` };
  return said('Next', `nothing; ${row.reason === null ? `it is ${row.state}` : ENDS[row.reason]}`, ending.rules);
}

/** The wait that leads, or led, to attempt `n`; null when nothing is waited for. */
export function waitStory(told: Told, n: number): Story | null {
  const { row, policy, nowMs } = told;
  const made = row.marks.find((mark) => mark.n === n);
  const planned = made === undefined && n === row.attempts + 1 && row.dueAt !== null;
  if (made === undefined && !planned) return null;
  const { wait, deferredFrom, dueAt } = made ?? row;
  const steps = stepsOf(told);
  const { retry, place } = leadingTo(steps, n);
  const failures =
    retry === null
      ? row.counter
      : retry.budget === null
        ? policy.attempts - retry.budgetLeft
        : retry.budget - retry.budgetLeft;
  const budget = budgetBefore(told, retry, made === undefined);
  const deferral = deferredFrom === null ? NO_DEFERRAL : deferralOf(policy, place, deferredFrom, nowMs);
  const elder = planned ? (told.elder ?? null) : null;
  const sentences = [
    elder === null ? '' : sayWaitsFor(elder),
    wait === null ? '' : sayWaitRule(policy, failures, wait.baseMs),
    wait === null ? '' : sayAsked(wait, retry),
    deferral.sentence,
    wait === null && deferredFrom === null && elder === null ? sayUndrawn(made?.trigger ?? row.nextTrigger) : '',
  ];
  return {
    title: planned ? `Waiting for attempt ${n} of ${Math.max(row.budget, n)}` : `The wait before attempt ${n}`,
    rules: [
      ...new Set([
        ...(elder === null ? [] : (policy.order?.rules ?? [])),
        ...(wait === null ? [] : (retry?.rules ?? waitRules(policy))),
        ...deferral.rules,
      ]),
    ],
    sentence: sentences.filter((sentence) => sentence !== '').join(' '),
    wait,
    facts: [
      ...(elder === null ? [] : [said('Waits for', sayElder(elder), policy.order?.rules)]),
      ...(retry === null || wait === null ? [] : [said('Because', sayCause(retry.because), causeRules(policy, retry))]),
      ...(wait === null ? [] : waitFacts(policy, wait)),
      ...(retry === null ? [] : retryAfterFacts(retry.retryAfter)),
      ...deferral.facts,
      ...(dueAt === null
        ? []
        : [instantFact(deferredFrom === null ? 'Due' : 'Deferred to', dueAt, nowMs, deferral.rules)]),
      ...(budget === null ? [] : budgetFacts(policy, budget.left, budget.of)),
      ...(planned ? [ifItFails(policy, row.counter + 1, row.budget)] : []),
    ],
    budget,
  };
}

/** The wait that the answer asked for, in place of the one that was drawn. */
function sayAsked(wait: Wait, retry: Step<'retry'> | null): string {
  if (wait.askedMs === undefined) return '';
  const header = retry?.retryAfter?.header ?? 'Retry-After';
  const least = retry?.retryAfter?.mode === 'at-least' ? ', at least' : '';
  return `It waits ${sayDuration(wait.askedMs)}: the answer asked for it (${header})${least}.`;
}

export const waitRules = ({ rules }: Policy): readonly string[] => [...rules.schedule, ...rules.jitter];

function budgetBefore({ row, policy }: Told, retry: Step<'retry'> | null, planned: boolean): Story['budget'] {
  if (retry !== null && !planned) return { left: retry.budgetLeft, of: retry.budget ?? policy.attempts };
  return planned ? { left: Math.max(0, row.budget - row.counter), of: row.budget } : null;
}

/** The failure that the wait before attempt `n` follows, and the last place in a limit's window that it was given. */
function leadingTo(
  steps: readonly ToldStep[],
  n: number,
): { readonly retry: Step<'retry'> | null; readonly place: Step<'defer' | 'advance'> | null } {
  let retry: Step<'retry'> | null = null;
  let place: Step<'defer' | 'advance'> | null = null;
  for (const { step } of steps) {
    if (step.kind === 'claim' && step.n === n) break;
    if (step.kind === 'claim') [retry, place] = [null, null];
    if (step.kind === 'retry') retry = step;
    if (step.kind === 'defer' || step.kind === 'advance') place = step;
  }
  return { retry, place };
}

type Deferral = {
  readonly sentence: string;
  readonly rules: readonly string[];
  readonly facts: readonly StoryFact[];
};
const NO_DEFERRAL: Deferral = { sentence: '', rules: [], facts: [] };

function deferralOf(policy: Policy, place: Step<'defer' | 'advance'> | null, fromAt: number, nowMs: number): Deferral {
  const rules = place?.rules ?? throttleRules(policy);
  const window = place?.window ?? null;
  return {
    sentence:
      place?.kind === 'advance'
        ? 'The window was full when it came due; a place became free since. No try is used.'
        : 'The window was full when it came due; no try is used.',
    rules,
    facts: [
      instantFact('Was due', fromAt, nowMs, rules),
      ...(window === null ? [] : [windowFact('Window', window, rules)]),
    ],
  };
}

/** A wait for which nothing was drawn: who asked for the attempt says why it is due. */
function sayUndrawn(trigger: Attempt['trigger'] | null): string {
  switch (trigger) {
    case 'first':
      return 'Accepted; the first attempt is due at once.';
    case 'requeue':
      return 'The attempt before it was interrupted or lost; it goes again.';
    case 'release':
      return 'It was held, and is released.';
    case 'resend':
    case 'redeliver':
    case 'replay':
    case 'retry-now':
      return 'A person asked for it.';
    case 'retry':
    case null:
      return 'It is due by the policy, without a draw.';
  }
}

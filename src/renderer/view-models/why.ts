import type { DeliveryDetail } from '../../shared/contract/views';
import type { Elder, StepRecord } from '../../shared/model/step';
import type { Policy } from '../../shared/policies/policy';
import { sayCountdown } from '../../shared/words/duration';
import { explain } from '../../shared/words/explain';
import { sayShort } from '../../shared/words/figures';
import { type StoryFact, stepFacts } from '../../shared/words/step-facts';
import { attemptStory, type Story, type Told, waitStory } from '../../shared/words/story';
import { calendarDay, clockTime, exactTime } from './instants';

/** A fact as a card lays it out: `14:42:21 in 00:04:12`, `12 of 20 used in 1 m from 14:42:00`. */
export type FactLine = {
  readonly label: string;
  readonly value: string;
  /** A small word between the value and `more`. */
  readonly link: string | null;
  readonly more: string | null;
  /** The exact instant, for a hover. */
  readonly title: string | null;
  /** It is still to come. */
  readonly ahead: boolean;
  readonly rules: readonly string[];
};

export function factLine({ label, value, rules, at, until }: StoryFact, nowMs: number): FactLine {
  const plain = { label, rules, title: null, ahead: false };
  if (at === null) return { ...plain, value, link: null, more: null };
  const line = { ...plain, title: exactTime(at), ahead: at > nowMs };
  const clock = clockOf(at, nowMs);
  if (until !== null) return { ...line, ahead: false, value, link: 'from', more: clock };
  const counted = at > nowMs ? { link: 'in', more: sayLongCountdown(at - nowMs) } : null;
  if (value.startsWith('#')) return { ...line, value, ...(counted ?? { link: 'at', more: clock }) };
  return { ...line, value: clock, ...(counted ?? { link: null, more: null }) };
}

/** `00:04:12`, from a day on `2 d 04 h`. */
function sayLongCountdown(ms: number): string {
  if (ms >= 86_400_000) return sayShort(ms);
  const said = sayCountdown(ms);
  return said.length > 5 ? said : `00:${said.padStart(5, '0')}`;
}

/** A time of day, with the day when it is not today's. */
export function clockOf(at: number, nowMs: number): string {
  const today = Math.floor(at / 86_400_000) === Math.floor(nowMs / 86_400_000);
  return today ? clockTime(at) : `${calendarDay(at).replace(/ \d+$/, '')} ${clockTime(at)}`;
}

/** What the Why tab tells of the chosen attempt: the wait that led to it, if there was one, and the attempt itself. */
export function storiesOf(
  detail: DeliveryDetail,
  policy: Policy,
  n: number,
  nowMs: number,
  elder: Elder | null = null,
): readonly Story[] {
  const told: Told = { row: detail.row, policy, steps: detail.steps, nowMs, elder };
  const wait = waitStory(told, n);
  const made = detail.row.marks.find((mark) => mark.n === n);
  // A first attempt that was due at once waited for nothing.
  const waited =
    wait !== null && (elder !== null || wait.wait !== null || made === undefined || made.deferredFrom !== null);
  return [...(waited ? [wait] : []), ...(made === undefined ? [] : [attemptStory(told, n)])];
}

/** One line of a delivery's log. */
export type WhyLine = {
  readonly seq: number;
  readonly at: number;
  readonly says: string;
  readonly rules: readonly string[];
  readonly facts: readonly StoryFact[];
};

export const whyLines = (steps: readonly StepRecord[], policy: Policy | null): readonly WhyLine[] =>
  steps.map((record) => ({
    seq: record.seq,
    at: record.at,
    says: explain(record.step),
    rules: 'rules' in record.step ? record.step.rules : [],
    facts: policy === null ? [] : stepFacts(record, policy),
  }));

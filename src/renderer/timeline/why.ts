import type { DeliveryRow } from '../../shared/contract/views';
import type { Attempt, Wait } from '../../shared/model/attempt';
import type { Policy } from '../../shared/policies/policy';
import { classify } from '../../shared/rules/classify';
import { baseDelayMs } from '../../shared/rules/schedule';
import { sayCountdown, sayDuration } from '../../shared/words/duration';
import { glyphOf } from './glyphs';
import type { Mark, RowModel } from './row-model';
import { sayClock, sayClockMs, sayDay } from './ticks';
import { sayExact, sayOrdinal, sayOutcome, sayShort, sayWaitRange, sayWaitRule } from './words';

/** A figure of the card; `tone` names a hue where the figure is a plan or an outcome. */
export type WhyFact = {
  readonly label: string;
  readonly value: string;
  readonly link?: string;
  readonly more?: string;
  readonly tone?: 'plan';
};

/** Pips of the budget: used, and still to come. */
type WhyBudget = { readonly label: string; readonly used: number; readonly left: number };

/** The band of a wait with its draw, as shares of its width. */
export type WhyBand = {
  readonly min: string;
  readonly nominal: string | null;
  readonly max: string;
  readonly nominalShare: number;
  readonly drawnShare: number | null;
};

/** What the why card says. */
export type Why = {
  readonly title: string;
  readonly rules: readonly string[];
  readonly sentence: string;
  readonly band: WhyBand | null;
  readonly facts: readonly WhyFact[];
  readonly budget: WhyBudget | null;
  readonly after: WhyFact | null;
};

/** The delay before jitter, read from a wait: what `drawnMs` is a factor of. */
const baseOf = (policy: Policy, wait: Wait): number =>
  policy.jitter.kind === 'full' || policy.jitter.kind === 'equal' ? wait.maxMs : wait.nominalMs;

const ruleList = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/** Failures that count, before attempt `index`: an interruption says nothing about the endpoint. */
const failuresBefore = (attempts: readonly Attempt[], index: number): number =>
  attempts.slice(0, index).filter(({ outcome }) => outcome !== null && outcome.kind !== 'interrupted').length;

/** Why a mark stands where it stands. */
export function whyOf(model: RowModel, mark: Mark, policy: Policy, nowMs: number): Why {
  if (mark.key === 'next' && model.next !== null) return whyNext(model, policy, nowMs);
  if (mark.attempt !== null) return whyAttempt(model, mark.attempt, policy, nowMs);
  if (mark.key.startsWith('p')) return whyFurther(model, mark, policy, nowMs);
  return whyStopped(model, policy, nowMs);
}

function whyNext({ row, next }: RowModel, policy: Policy, nowMs: number): Why {
  if (next === null) throw new RangeError('nothing is planned');
  const { wait } = row;
  const due: WhyFact = {
    label: row.deferredFrom === null ? 'Due' : 'Deferred to',
    value: clockOf(next.dueAt, nowMs),
    link: 'in',
    more: sayLongCountdown(next.dueAt - nowMs),
    tone: 'plan',
  };
  const common = { budget: budgetOf(row, row.counter), after: ifItFails(policy, row, row.counter + 1), band: null };
  const deferral = whyDeferred(row, policy, nowMs);
  const title = `Waiting for attempt ${next.n} of ${Math.max(row.budget, next.n)}`;
  if (wait === null) {
    return { ...common, title, rules: deferral.rules, sentence: deferral.sentence ?? sayUndrawn(row), facts: [due] };
  }
  const base = baseOf(policy, wait);
  return {
    ...common,
    title,
    rules: ruleList(policy.rules.schedule, policy.rules.jitter, deferral.rules),
    sentence: [sayWaitRule(policy, row.counter, base), deferral.sentence ?? ''].join(' ').trim(),
    band: whyBand(wait),
    facts: [{ label: 'Base delay', value: sayExact(base) }, ...drawFacts(policy, wait), due],
  };
}

/** What a throttle has to do with it, if anything. */
function whyDeferred(row: DeliveryRow, policy: Policy, nowMs: number): { rules: readonly string[]; sentence?: string } {
  if (row.deferredFrom === null) return { rules: [] };
  return {
    rules: ruleList(...policy.throttles.map(({ rules }) => rules)),
    sentence: `At ${clockOf(row.deferredFrom, nowMs)} the window was full; no retry is used.`,
  };
}

/** A wait for which nothing was drawn: who asked for the attempt says why it is due. */
function sayUndrawn({ nextTrigger }: DeliveryRow): string {
  switch (nextTrigger) {
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

function whyAttempt(model: RowModel, attempt: Attempt, policy: Policy, nowMs: number): Why {
  const { row } = model;
  const { outcome, wait } = attempt;
  const index = row.marks.indexOf(attempt);
  const following = row.marks[index + 1];
  const failures = failuresBefore(row.marks, index);
  const rules =
    outcome === null || outcome.kind === 'interrupted' ? policy.rules.interrupted : classify(policy, outcome).rules;
  const facts: WhyFact[] = [{ label: 'Started', value: clockOf(attempt.startedAt, nowMs, true) }];
  if (outcome === null) facts.push({ label: 'Running', value: sayExact(nowMs - attempt.startedAt) });
  else facts.push({ label: 'Took', value: sayExact(outcome.tookMs) });
  if (wait !== null) {
    const base = baseOf(policy, wait);
    facts.push({ label: 'Base delay', value: sayExact(base) }, ...drawFacts(policy, wait));
  }
  const late = attempt.startedAt - attempt.dueAt;
  if (late >= 1) facts.push({ label: 'Late by', value: sayExact(late) });
  return {
    title: `Attempt ${attempt.n}: ${sayOutcome(outcome)}`,
    rules: outcome === null ? [] : rules,
    sentence: attemptSentence(model, attempt, policy, following, failures),
    band: wait === null ? null : whyBand(wait),
    facts,
    budget: budgetOf(row, Math.min(row.counter, failures + (outcome?.kind === 'interrupted' ? 0 : 1))),
    after: outcome === null ? ifItFails(policy, row, failures + 1) : whatFollowed(model, following, nowMs),
  };
}

function attemptSentence(
  { row }: RowModel,
  attempt: Attempt,
  policy: Policy,
  following: Attempt | undefined,
  failures: number,
): string {
  const { outcome } = attempt;
  const how =
    attempt.wait === null
      ? ''
      : ` It came ${sayShort(attempt.wait.drawnMs)} after the ${sayOrdinal(failures)} failure.`;
  if (outcome === null) return `The request is on its way.${how}`;
  const took = sayDuration(outcome.tookMs);
  if (outcome.kind === 'interrupted') {
    return outcome.by === 'stopped'
      ? `Stopped by you after ${took}; it goes again, and no attempt is charged.`
      : `The engine stopped after ${took}, so the outcome is unknown.`;
  }
  const { verdict } = classify(policy, outcome);
  const what =
    outcome.kind === 'no-response' ? `${sayOutcome(outcome)} after ${took}` : `${outcome.status} after ${took}`;
  if (verdict === 'success') return `${what}: delivered.${how}`;
  if (verdict === 'permanent') return `${what}: permanent, not retried.${how}`;
  const isEnd = following === undefined && row.state === 'failed';
  return isEnd ? `${what}: every attempt is used.${how}` : `${what}: ${policy.name} tries again.${how}`;
}

function whatFollowed({ row, next }: RowModel, following: Attempt | undefined, nowMs: number): WhyFact | null {
  const label = 'Followed by';
  if (following !== undefined) {
    return { label, value: `#${following.n}`, link: 'at', more: clockOf(following.startedAt, nowMs) };
  }
  if (next !== null)
    return { label, value: `#${next.n}`, link: 'in', more: sayLongCountdown(next.dueAt - nowMs), tone: 'plan' };
  return { label: 'State', value: row.reason === null ? row.state : `${row.state}, ${row.reason}` };
}

function whyFurther({ row, further, next }: RowModel, mark: Mark, policy: Policy, nowMs: number): Why {
  const plan = further.find(({ n }) => `p${n}` === mark.key);
  if (plan === undefined || next === null) throw new RangeError(`no plan ${mark.key}`);
  const between = plan.n - next.n;
  const failures = row.counter + between;
  const facts: WhyFact[] = [
    { label: 'Earliest', value: clockOf(plan.fromMs, nowMs), tone: 'plan' },
    { label: 'Nominal', value: clockOf(plan.nominalMs, nowMs), tone: 'plan' },
    { label: 'Latest', value: clockOf(plan.toMs, nowMs), tone: 'plan' },
  ];
  if (plan.fromMs === plan.toMs)
    facts.splice(0, 3, { label: 'Due', value: clockOf(plan.nominalMs, nowMs), tone: 'plan' });
  return {
    title: `Attempt ${plan.n} of ${Math.max(row.budget, plan.n)}, if all before it fail`,
    rules: ruleList(policy.rules.schedule, policy.rules.jitter),
    sentence: `${sayWaitRule(policy, failures, baseDelayMs(policy.schedule, failures))} Request time comes on top.`,
    band: null,
    facts,
    budget: budgetOf(row, row.counter),
    after: ifItFails(policy, row, failures + 1),
  };
}

function whyStopped({ row }: RowModel, policy: Policy, nowMs: number): Why {
  return {
    ...sayStopped(row, policy),
    band: null,
    facts: [
      { label: 'Since', value: clockOf(row.changedAt, nowMs) },
      { label: 'For', value: sayShort(Math.max(0, nowMs - row.changedAt)) },
    ],
    budget: budgetOf(row, row.counter),
    after: null,
  };
}

function sayStopped(row: DeliveryRow, policy: Policy): Pick<Why, 'title' | 'rules' | 'sentence'> {
  switch (row.state) {
    case 'held':
      return {
        title: 'Held',
        rules: policy.suspension?.rules.hold ?? policy.rules.removed,
        sentence: 'The delivery is kept back; nothing is due until the endpoint is open again.',
      };
    case 'stale':
      return {
        title: 'Stale',
        rules: policy.sweep?.rules.stale ?? [],
        sentence: 'It was due and never picked up; the sweep queues it again.',
      };
    default: {
      const sentence = row.lastError ?? 'The endpoint no longer takes deliveries.';
      return { title: row.state === 'cancelled' ? 'Cancelled' : 'Failed', rules: policy.rules.removed, sentence };
    }
  }
}

function drawFacts(policy: Policy, wait: Wait): WhyFact[] {
  if (wait.maxMs === wait.minMs) return [];
  const factor = wait.drawnMs / Math.max(1, baseOf(policy, wait));
  return [{ label: 'Draw', value: `× ${factor.toFixed(3)}`, link: 'is', more: sayExact(wait.drawnMs) }];
}

function whyBand(wait: Wait): WhyBand | null {
  const width = wait.maxMs - wait.minMs;
  if (width <= 0) return null;
  const nominalShare = (wait.nominalMs - wait.minMs) / width;
  return {
    min: wait.minMs === 0 ? '0' : sayShort(wait.minMs),
    nominal: nominalShare > 0.2 && nominalShare < 0.8 ? sayShort(wait.nominalMs) : null,
    max: sayShort(wait.maxMs),
    nominalShare,
    drawnShare: Math.min(1, Math.max(0, (wait.drawnMs - wait.minMs) / width)),
  };
}

const budgetOf = ({ budget }: DeliveryRow, used: number): WhyBudget => {
  const left = Math.max(0, budget - used);
  return { label: `${left} of ${budget}`, used: Math.min(used, budget), left };
};

function ifItFails(policy: Policy, row: DeliveryRow, failures: number): WhyFact {
  const label = 'If it fails';
  if (failures >= row.budget) return { label, value: 'exhausted' };
  return { label, value: sayWaitRange(policy, baseDelayMs(policy.schedule, failures)) };
}

/** `00:04:12`, from a day on `2 d 04 h`. */
const sayLongCountdown = (ms: number): string => {
  if (ms >= 86_400_000) return sayShort(ms);
  const said = sayCountdown(ms);
  return said.length > 5 ? said : `00:${said.padStart(5, '0')}`;
};

/** A time of day, with the day when it is not today's. */
function clockOf(atMs: number, nowMs: number, exact = false): string {
  const sameDay = Math.floor(atMs / 86_400_000) === Math.floor(nowMs / 86_400_000);
  const time = exact ? sayClockMs(atMs) : sayClock(atMs);
  return sameDay ? time : `${sayDay(atMs)} ${time}`;
}

/** A mark in one line, for screen readers and the clipboard. */
export function sayMark(model: RowModel, mark: Mark, policy: Policy, nowMs: number): string {
  const { title, sentence, facts } = whyOf(model, mark, policy, nowMs);
  const when = facts.find(
    ({ label }) =>
      label === 'Due' || label === 'Deferred to' || label === 'Started' || label === 'Nominal' || label === 'Since',
  );
  const at =
    when === undefined ? '' : ` ${when.label} ${when.value}${when.more === undefined ? '' : `, in ${when.more}`}.`;
  return `${model.row.eventType} ${model.row.id.slice(-4)}. ${title}. ${sentence}${at}`;
}

/** A pill of a shared row: what it counts, and from when to when. */
export function whyShared(marks: readonly Mark[], nowMs: number): Why {
  const counts = new Map<string, number>();
  for (const { attempt } of marks) {
    const word = attempt === null ? 'never sent' : sayOutcome(attempt.outcome);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [first] = marks;
  const last = marks[marks.length - 1];
  const facts = [...counts].slice(0, 5).map(([label, count]) => ({ label, value: String(count) }));
  if (first !== undefined && last !== undefined) {
    facts.push({ label: 'From', value: clockOf(first.atMs, nowMs) }, { label: 'To', value: clockOf(last.atMs, nowMs) });
  }
  const kind = first === undefined ? '' : glyphOf(first.attempt?.outcome ?? null) === 'ok' ? 'delivered' : 'finished';
  return {
    title: `${marks.length} ${kind}`.trim(),
    rules: [],
    sentence: 'Finished deliveries share this row. Zoom in, or open the row, to see each.',
    band: null,
    facts,
    budget: null,
    after: null,
  };
}

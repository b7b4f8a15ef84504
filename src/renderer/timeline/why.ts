import type { Wait } from '../../shared/model/attempt';
import type { Policy } from '../../shared/policies/policy';
import { sayShort } from '../../shared/words/figures';
import { planStory, stoppedStory } from '../../shared/words/plan-story';
import type { ToldStep } from '../../shared/words/retold';
import { attemptStory, type Story, type Told, waitStory } from '../../shared/words/story';
import { clockOf, type FactLine, factLine } from '../view-models/why';
import { glyphOf } from './glyphs';
import type { Mark, RowModel } from './row-model';
import { sayOutcome } from './words';

/** The band of a wait with its draw, as shares of its width. */
type WhyBand = {
  readonly min: string;
  readonly nominal: string | null;
  readonly max: string;
  readonly nominalShare: number;
  readonly drawnShare: number;
};

/** What the why card lays out. */
export type Why = Omit<Story, 'facts' | 'wait'> & {
  readonly policyId: string | null;
  readonly band: WhyBand | null;
  readonly facts: readonly FactLine[];
};

/**
 * Why a mark stands where it stands. `steps` is the delivery's log where it has been read; without it the story is
 * told from the row.
 */
export function whyOf(
  model: RowModel,
  mark: Mark,
  policy: Policy,
  nowMs: number,
  steps: readonly ToldStep[] | null = null,
): Why {
  const story = storyOf(model, mark, { row: model.row, policy, steps, nowMs, elder: model.elder });
  const { wait, facts, ...rest } = story;
  const band = wait === null ? null : whyBand(wait);
  // The picture says the band.
  const lines = facts.filter(({ label }) => band === null || label !== 'Band');
  return { ...rest, policyId: policy.id, band, facts: lines.map((fact) => factLine(fact, nowMs)) };
}

function storyOf({ next, further }: RowModel, mark: Mark, told: Told): Story {
  if (mark.attempt !== null) return attemptStory(told, mark.attempt.n);
  const plan = further.find(({ n }) => mark.key === `p${n}`);
  if (plan !== undefined) return planStory(told, plan);
  return (mark.key === 'next' && next !== null ? waitStory(told, next.n) : null) ?? stoppedStory(told);
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

/** The instants that a mark is said by, the one that matters first. */
const WHEN = ['Due', 'Deferred to', 'Started', 'Nominal', 'Since'];

/** A mark in one line, for screen readers and the clipboard. */
export function sayMark(model: RowModel, mark: Mark, policy: Policy, nowMs: number): string {
  const { title, sentence, facts } = whyOf(model, mark, policy, nowMs);
  const when = facts.find(({ label }) => WHEN.includes(label));
  const at = when === undefined ? '' : ` ${when.label} ${when.value}${when.more === null ? '' : `, in ${when.more}`}.`;
  return `${model.row.eventType} ${model.row.id.slice(-4)}. ${title}. ${sentence}${at}`;
}

const plain = (label: string, value: string): FactLine => ({
  label,
  value,
  link: null,
  more: null,
  title: null,
  ahead: false,
  rules: [],
});

/** A pill of a shared row: what it counts, and from when to when. */
export function whyShared(marks: readonly Mark[], nowMs: number): Why {
  const counts = new Map<string, number>();
  for (const { attempt } of marks) {
    const word = attempt === null ? 'never sent' : sayOutcome(attempt.outcome);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [first] = marks;
  const last = marks[marks.length - 1];
  const facts = [...counts].slice(0, 5).map(([label, count]) => plain(label, String(count)));
  if (first !== undefined && last !== undefined) {
    facts.push(plain('From', clockOf(first.atMs, nowMs)), plain('To', clockOf(last.atMs, nowMs)));
  }
  const kind = first === undefined ? '' : glyphOf(first.attempt?.outcome ?? null) === 'ok' ? 'delivered' : 'finished';
  return {
    title: `${marks.length} ${kind}`.trim(),
    rules: [],
    sentence: 'Finished deliveries share this row. Zoom in, or open the row, to see each.',
    policyId: null,
    band: null,
    facts,
    budget: null,
  };
}

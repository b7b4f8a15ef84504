import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import { type Attempt, waitedMs } from '../../shared/model/attempt';
import type { Elder } from '../../shared/model/step';
import type { Policy } from '../../shared/policies/policy';
import { classify } from '../../shared/rules/classify';
import { elderOf } from '../view-models/elder';
import { type Glyph, glyphOf } from './glyphs';
import { type FurtherPlan, furtherPlans } from './plan';

/** One shape of a row. `atMs` is the instant of the outcome, the due time, or – in flight – the claim. */
export type Mark = {
  /** `a3` attempt 3, `next` the planned one, `p5` a further planned one, `held`: unique in the row. */
  readonly key: string;
  readonly atMs: number;
  /** Where the bar of the request begins. */
  readonly fromMs: number;
  readonly glyph: Glyph;
  readonly final: boolean;
  readonly attempt: Attempt | null;
  readonly delivery: DeliveryRow;
};

/** A jitter band: the earliest and the latest instant, and the one without jitter. */
export type TimeBand = { readonly fromMs: number; readonly nominalMs: number; readonly toMs: number };

/** The line between two attempts, with the band from which the wait was drawn; from `deferredMs` on it is a throttle's. */
type WaitLine = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly band: TimeBand | null;
  readonly deferredMs: number | null;
};

export type PlannedNext = {
  readonly n: number;
  readonly dueAt: number;
  /** Where the wait began: the end of the last attempt, or the delivery's creation. */
  readonly sinceMs: number;
  readonly band: TimeBand | null;
  /** Where it was due before a throttle moved it. */
  readonly deferredMs: number | null;
  readonly queued: boolean;
};

/** Everything a row shows, without a zoom and without *now*. */
export type RowModel = {
  readonly row: DeliveryRow;
  /** Oldest first: attempts, then what stands ahead. */
  readonly marks: readonly Mark[];
  readonly waits: readonly WaitLine[];
  readonly next: PlannedNext | null;
  readonly further: readonly FurtherPlan[];
  readonly heldSinceMs: number | null;
  /** Where order is kept: for which delivery it waits. When that ends nobody knows, so that nothing further is planned. */
  readonly elder: Elder | null;
  /** A few words beside the last mark, where the outcome alone does not tell. */
  readonly caption: string | null;
};

/** @throws RangeError when there is no such mark */
export function markAt(marks: readonly Mark[], index: number): Mark {
  const mark = marks[index];
  if (mark === undefined) throw new RangeError(`no mark ${index} of ${marks.length}`);
  return mark;
}

const cache = new WeakMap<DeliveryRow, RowModel>();

/** The model of a row, made once for each row object and elder: rows are replaced, never changed. */
export function rowModel(row: DeliveryRow, { policy, ...endpoint }: Pick<EndpointView, 'policy' | 'inTurn'>): RowModel {
  const elder = elderOf(row, endpoint);
  const known = cache.get(row);
  if (known !== undefined && known.elder?.id === elder?.id) return known;
  const model = makeRowModel(row, policy, elder);
  cache.set(row, model);
  return model;
}

export function makeRowModel(row: DeliveryRow, policy: Policy, elder: Elder | null = null): RowModel {
  const last = row.marks[row.marks.length - 1];
  const isOver = row.state === 'delivered' || row.state === 'failed';
  const marks: Mark[] = row.marks.map((attempt) => ({
    key: `a${attempt.n}`,
    atMs: attempt.endedAt ?? attempt.startedAt,
    fromMs: attempt.startedAt,
    glyph: glyphOf(attempt.outcome),
    final: isOver && attempt === last,
    attempt,
    delivery: row,
  }));
  const bare = { attempt: null, final: false, delivery: row };
  const isStopped = row.state === 'held' || row.state === 'stale' || row.state === 'cancelled';
  if (isStopped || (row.state === 'failed' && last === undefined)) {
    const glyph = row.state === 'held' || row.state === 'stale' ? row.state : 'cancelled';
    marks.push({ ...bare, key: glyph, atMs: row.changedAt, fromMs: row.changedAt, glyph });
  }
  const next = plannedNext(row);
  const further =
    next === null || elder !== null
      ? []
      : furtherPlans({ ...policy, attempts: row.budget }, row.counter, next.n, next.dueAt, row.marks[0]?.startedAt);
  if (next !== null) {
    const glyph = next.queued ? 'queued' : 'plan';
    marks.push({ ...bare, key: 'next', atMs: next.dueAt, fromMs: next.dueAt, glyph });
    for (const { n, nominalMs } of further) {
      marks.push({ ...bare, key: `p${n}`, atMs: nominalMs, fromMs: nominalMs, glyph: 'plan' });
    }
  }
  return {
    row,
    marks,
    waits: waitLines(row),
    next,
    further,
    heldSinceMs: row.state === 'held' ? row.changedAt : null,
    elder,
    caption: captionOf(row, last, policy),
  };
}

function waitLines(row: DeliveryRow): WaitLine[] {
  const lines: WaitLine[] = [];
  let sinceMs = row.createdAt;
  for (const { startedAt, endedAt, wait, dueAt, deferredFrom } of row.marks) {
    const band = wait === null ? null : bandAround((deferredFrom ?? dueAt) - waitedMs(wait), wait);
    if (startedAt > sinceMs || band !== null)
      lines.push({ fromMs: sinceMs, toMs: startedAt, band, deferredMs: deferredFrom });
    sinceMs = endedAt ?? startedAt;
  }
  if ((row.state === 'held' || row.state === 'stale' || row.state === 'cancelled') && row.changedAt > sinceMs) {
    lines.push({ fromMs: sinceMs, toMs: row.changedAt, band: null, deferredMs: null });
  }
  return lines;
}

const bandAround = (fromMs: number, wait: { minMs: number; nominalMs: number; maxMs: number }): TimeBand => ({
  fromMs: fromMs + wait.minMs,
  nominalMs: fromMs + wait.nominalMs,
  toMs: fromMs + wait.maxMs,
});

function plannedNext(row: DeliveryRow): PlannedNext | null {
  if (row.dueAt === null || (row.state !== 'queued' && row.state !== 'retrying')) return null;
  const last = row.marks[row.marks.length - 1];
  return {
    n: row.attempts + 1,
    dueAt: row.dueAt,
    sinceMs: last?.endedAt ?? last?.startedAt ?? row.createdAt,
    band: row.wait === null ? null : bandAround((row.deferredFrom ?? row.dueAt) - waitedMs(row.wait), row.wait),
    deferredMs: row.deferredFrom,
    queued: row.state === 'queued',
  };
}

function captionOf(row: DeliveryRow, last: Attempt | undefined, policy: Policy): string | null {
  if (row.state === 'failed' && row.reason === 'endpoint-disabled') return 'endpoint removed';
  const outcome = last?.outcome;
  if (row.state !== 'failed' || row.reason !== 'permanent' || !outcome || outcome.kind === 'interrupted') return null;
  const what = outcome.kind === 'response' ? String(outcome.status) : outcome.fault;
  const { rules } = classify(policy, outcome);
  return `${what} is permanent${rules.length === 0 ? '' : ` (${rules.join(', ')})`}`;
}

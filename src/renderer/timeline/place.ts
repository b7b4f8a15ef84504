import { type Glyph, glyphOf } from './glyphs';
import { type Mark, markAt } from './row-model';
import { lastIndex, type TimeScale } from './scale';

/** Marks closer than this share a pill. */
const MERGE_PX = 11;
const LEAD_PX = 7.5;
const CHAR_PX = 6.6;

/** A mark, or a pill of several, where the plot shows it. `px` is the centre of the (first) shape. */
export type Placed = {
  readonly px: number;
  readonly left: number;
  readonly right: number;
  /** Indices into the row's marks: `from` up to but not including `to`. */
  readonly from: number;
  readonly to: number;
  readonly first: Mark;
  /** The second shape of a pill: the last outcome when it differs or is final, or the plan. */
  readonly last: Mark | null;
  /** What the pill counts; 1 for a mark alone. */
  readonly count: number;
};

type PlaceRequest = {
  readonly marks: readonly Mark[];
  readonly scale: TimeScale;
  readonly nowMs: number;
  readonly fromPx: number;
  readonly toPx: number;
  /** Final marks of a shared row wear no ring. */
  readonly plain?: boolean;
};

const isPlan = (mark: Mark): boolean => mark.attempt === null && (mark.glyph === 'plan' || mark.glyph === 'queued');

/** Where a mark stands now: an attempt in flight moves with *now*, and a plan that is overdue does not fall behind it. */
export const instantOf = (mark: Mark, nowMs: number): number =>
  mark.glyph === 'flight' || isPlan(mark) ? Math.max(mark.atMs, nowMs) : mark.atMs;

/** Rows with more marks than this are not walked from their beginning. */
const WALK_ALL = 300;

/**
 * The marks of a row between two px, never on top of each other. Marks are in order of time, so that a pill's end is
 * found by halving: the cost follows the pills drawn, not the marks.
 */
export function placeMarks({ marks, scale, nowMs, fromPx, toPx, plain = false }: PlaceRequest): Placed[] {
  const placed: Placed[] = [];
  const pxOf = (mark: Mark): number => scale.x(instantOf(mark, nowMs));
  const firstFrom = (px: number, start: number): number => {
    const atMs = scale.t(px);
    return start + lastIndex(marks.length - start, (i) => instantOf(markAt(marks, start + i), nowMs) < atMs) + 1;
  };
  let from = marks.length <= WALK_ALL ? 0 : breakBefore(firstFrom(fromPx, 0), marks, pxOf);
  while (from < marks.length) {
    const first = markAt(marks, from);
    const px = pxOf(first);
    if (px > toPx) break;
    let to = from + 1;
    let right = px + LEAD_PX;
    let pill: Placed | null = null;
    for (;;) {
      const reach =
        pill === null ? px + MERGE_PX : Math.max(right + LEAD_PX - 2, pxOf(markAt(marks, to - 1)) + MERGE_PX);
      const next = firstFrom(reach, to);
      if (next === to) break;
      to = next;
      pill = pillOf(marks, from, to, px, plain);
      right = pill.right;
    }
    const item = pill ?? { px, left: px - LEAD_PX, right: px + LEAD_PX, from, to, first, last: null, count: 1 };
    if (item.right >= fromPx) placed.push(item);
    from = to;
  }
  return placed;
}

/** The nearest index at or before `index` that begins after a gap, so that pills do not regroup while panning. */
function breakBefore(index: number, marks: readonly Mark[], pxOf: (mark: Mark) => number): number {
  let at = Math.min(index, marks.length - 1);
  for (let steps = 0; at > 0 && steps < WALK_ALL; steps++, at--) {
    if (pxOf(markAt(marks, at)) - pxOf(markAt(marks, at - 1)) > 5 * MERGE_PX) break;
  }
  return Math.max(0, at);
}

function pillOf(marks: readonly Mark[], from: number, to: number, px: number, plain: boolean): Placed {
  const first = markAt(marks, from);
  const end = markAt(marks, to - 1);
  // What follows the attempts of a row – a hold, the plan – closes the pill but is not counted.
  const facts = plain ? to - from : lastIndex(to - from, (i) => markAt(marks, from + i).attempt !== null) + 1;
  const last = end.glyph !== first.glyph || (end.final && !plain) ? end : null;
  const count = facts === 0 ? to - from : facts;
  const words = count === 1 ? 0 : `×${count}`.length * CHAR_PX + 3;
  const left = px - LEAD_PX;
  const right = left + 15 + (last === null ? 0 : 17) + words + (words === 0 ? 0 : 1);
  return { px, left, right, from, to, first, last, count };
}

/** Every mark of deliveries that share a row: their last outcome, in order of time. */
export function sharedMarks(rows: readonly Mark['delivery'][]): readonly Mark[] {
  const marks: Mark[] = [];
  for (const row of rows) {
    const attempt = row.marks[row.marks.length - 1];
    const atMs = attempt?.endedAt ?? attempt?.startedAt ?? row.changedAt;
    const glyph: Glyph = attempt === undefined || row.state === 'cancelled' ? 'cancelled' : glyphOf(attempt.outcome);
    const final = row.state === 'failed' && attempt !== undefined;
    marks.push({
      key: row.id,
      atMs,
      fromMs: attempt?.startedAt ?? atMs,
      glyph,
      final,
      attempt: attempt ?? null,
      delivery: row,
    });
  }
  return marks.sort((a, b) => a.atMs - b.atMs);
}

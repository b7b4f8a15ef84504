import type { DeliveryRow } from '../../shared/contract/views';
import type { Span } from './folds';
import { glyphOf, HUE_OF, type Hue } from './glyphs';

/** From the bottom of a column to its top. */
export const COLUMN_HUES = ['ok', 'r3', 'c4', 's5', 'nr', 'intr'] as const satisfies readonly Hue[];

type OverviewColumns = {
  /** `columns × hues` counts, column by column. */
  readonly counts: Uint32Array;
  readonly columns: number;
  /** The fullest column. */
  readonly most: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Attempts with an outcome, counted by column of equal time and by hue. */
export function overviewColumns(
  rows: readonly DeliveryRow[],
  fromMs: number,
  toMs: number,
  columns: number,
): OverviewColumns {
  const hues = COLUMN_HUES.length;
  const counts = new Uint32Array(columns * hues);
  const perMs = columns / Math.max(1, toMs - fromMs);
  for (const { marks } of rows) {
    for (const { outcome, endedAt } of marks) {
      if (outcome === null || endedAt === null || endedAt < fromMs || endedAt > toMs) continue;
      const column = Math.min(columns - 1, Math.floor((endedAt - fromMs) * perMs));
      const slot = column * hues + hueIndex(HUE_OF[glyphOf(outcome)]);
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
  }
  let most = 0;
  for (let column = 0; column < columns; column++) {
    let sum = 0;
    for (let hue = 0; hue < hues; hue++) sum += counts[column * hues + hue] ?? 0;
    most = Math.max(most, sum);
  }
  return { counts, columns, most, fromMs, toMs };
}

/** The run as the overview spans it: all of it and *now*, with a little room at both ends. */
export function overviewSpan(run: Span | null, nowMs: number): Span | null {
  if (run === null) return null;
  const fromMs = Math.min(run.fromMs, nowMs);
  const toMs = Math.max(run.toMs, nowMs);
  const room = Math.max(1_000, (toMs - fromMs) * 0.03);
  return { fromMs: fromMs - room, toMs: toMs + room };
}

const INDEX_OF: ReadonlyMap<Hue, number> = new Map(COLUMN_HUES.map((hue, index) => [hue, index]));
const hueIndex = (hue: Hue): number => INDEX_OF.get(hue) ?? 0;

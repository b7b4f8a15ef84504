import type { Level } from '../../../shared/contract/views';
import { sayCount } from '../numbers';
import { zoneWords } from '../zone';
import type { ChartFacts } from './chart-table';
import { onSeveralDays, sayStart } from './chart-times';

export type LevelChart = ChartFacts & {
  /** Oldest first; the last one is now. */
  readonly points: readonly Level[];
  /** What the level may reach, and what stands at the line; null without a limit. */
  readonly limit: number | null;
  /** The axis ends here: above all levels, and at the limit when they come near it. */
  readonly mostOnAxis: number;
};

export type LevelWords = {
  /** `held now`. */
  readonly now: string;
  /** `of at most`: stands before the limit. */
  readonly before: string;
  /** `suspend it`: stands behind the limit; may be empty. */
  readonly behind: string;
  /** `Nothing is held now`. */
  readonly none: string;
  readonly column: string;
};

/** A limit that is many times the level would leave a flat line: it is said, and not drawn. */
const NEAR = 8;
const SECOND = 1_000;

/**
 * A level over time against its limit; null while it never was above zero.
 * @param rule `F20`, or empty
 */
export function levelChart(
  levels: readonly Level[],
  { limit, rule, nowMs, words }: { limit: number | null; rule: string; nowMs: number; words: LevelWords },
): LevelChart | null {
  const last = levels.at(-1);
  const most = levels.reduce<Level | null>((top, level) => (level.value > (top?.value ?? 0) ? level : top), null);
  const [first] = levels;
  if (first === undefined || last === undefined || most === null) return null;
  const days = onSeveralDays(first.at, Math.max(nowMs, last.at));
  const reached = limit !== null && limit <= most.value * NEAR;
  const now = last.value === 0 ? words.none : `${sayCount(last.value)} ${words.now}${sayLimit(limit, rule, words)}`;
  const peak = `the most ${most.value === 1 ? 'was' : 'were'} ${sayCount(most.value)}, at ${sayStart(most.at, SECOND, days)}`;
  return {
    points: nowMs > last.at ? [...levels, { at: nowMs, value: last.value }] : levels,
    limit: reached ? limit : null,
    mostOnAxis: Math.max(most.value, reached ? limit : 0),
    caption: `${now}; ${peak}.`,
    table: {
      columns: [`From, ${zoneWords()}`, words.column],
      rows: levels.map(({ at, value }) => [sayStart(at, SECOND, days), sayCount(value)]),
    },
  };
}

function sayLimit(limit: number | null, rule: string, { before, behind }: LevelWords): string {
  if (limit === null) return '';
  const words = [before, sayCount(limit), behind, rule === '' ? '' : `(${rule})`].filter((word) => word !== '');
  return `, ${words.join(' ')}`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Spans that people know by name. */
const WIDTHS: readonly number[] = [
  ...[100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28].map((n) => n * DAY),
];

export const MOST_BUCKETS = 120;

/** Equal spans that lie side by side: the first begins at `fromMs`, a whole multiple of `widthMs` since the epoch. */
export type Buckets = { readonly fromMs: number; readonly widthMs: number; readonly count: number };

/**
 * The finest spans of a familiar length that cover both instants, at most `MOST_BUCKETS`.
 * @param fromMs epoch ms
 * @param toMs not before `fromMs`; lies in the last bucket
 * @param unitMs every width is a multiple of it
 */
export function bucketsOver(fromMs: number, toMs: number, unitMs = WIDTHS[0] ?? SECOND): Buckets {
  const widthMs = widthOver(fromMs, toMs, unitMs);
  return { fromMs: Math.floor(fromMs / widthMs) * widthMs, widthMs, count: countOver(fromMs, toMs, widthMs) };
}

const countOver = (fromMs: number, toMs: number, widthMs: number): number =>
  Math.floor(toMs / widthMs) - Math.floor(fromMs / widthMs) + 1;

function widthOver(fromMs: number, toMs: number, unitMs: number): number {
  if (fromMs === toMs) return SECOND % unitMs === 0 ? SECOND : unitMs;
  const familiar = [unitMs, ...WIDTHS.filter((width) => width % unitMs === 0)];
  const found = familiar.find((width) => countOver(fromMs, toMs, width) <= MOST_BUCKETS);
  if (found !== undefined) return found;
  const grainMs = DAY % unitMs === 0 ? DAY : unitMs;
  return Math.ceil((toMs - fromMs) / (MOST_BUCKETS - 1) / grainMs) * grainMs;
}

/** Which bucket holds an instant; the nearest one for an instant outside. */
export const bucketAt = ({ fromMs, widthMs, count }: Buckets, atMs: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor((atMs - fromMs) / widthMs)));

export const bucketStart = ({ fromMs, widthMs }: Buckets, index: number): number => fromMs + index * widthMs;

export type TimeMark = { readonly ms: number; readonly label: string };

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Steps that people read at once, with the unit in which they are written. */
const STEPS: readonly (readonly [stepMs: number, unitMs: number, unit: string])[] = [
  [SECOND, SECOND, 's'],
  [2 * SECOND, SECOND, 's'],
  [5 * SECOND, SECOND, 's'],
  [10 * SECOND, SECOND, 's'],
  [15 * SECOND, SECOND, 's'],
  [30 * SECOND, SECOND, 's'],
  [MINUTE, MINUTE, 'm'],
  [2 * MINUTE, MINUTE, 'm'],
  [5 * MINUTE, MINUTE, 'm'],
  [10 * MINUTE, MINUTE, 'm'],
  [15 * MINUTE, MINUTE, 'm'],
  [30 * MINUTE, MINUTE, 'm'],
  [HOUR, HOUR, 'h'],
  [2 * HOUR, HOUR, 'h'],
  [3 * HOUR, HOUR, 'h'],
  [6 * HOUR, HOUR, 'h'],
  [12 * HOUR, HOUR, 'h'],
  [DAY, DAY, 'd'],
  [2 * DAY, DAY, 'd'],
  [5 * DAY, DAY, 'd'],
  [10 * DAY, DAY, 'd'],
  [30 * DAY, DAY, 'd'],
  [100 * DAY, DAY, 'd'],
  [365 * DAY, DAY, 'd'],
];
const MOST_STEPS = 6;

/** Marks of an axis of ages from 0, at most seven, the last one at or beyond `mostMs`. */
export function timeMarks(mostMs: number): { readonly marks: readonly TimeMark[]; readonly endMs: number } {
  const fitting = STEPS.find(([stepMs]) => Math.ceil(mostMs / stepMs) <= MOST_STEPS);
  const [stepMs, unitMs, unit] = fitting ?? [Math.ceil(mostMs / MOST_STEPS / DAY) * DAY, DAY, 'd'];
  const count = Math.max(1, Math.ceil(mostMs / stepMs));
  const marks = Array.from({ length: count + 1 }, (_, index) => ({
    ms: index * stepMs,
    label: index === 0 ? '0' : `${(index * stepMs) / unitMs} ${unit}`,
  }));
  return { marks, endMs: count * stepMs };
}

import type { LeapCause, LeapGroup } from '../../shared/model/leap';
import { clockTime, shortDay } from '../view-models/instants';
import type { TimeScale } from './scale';
import { sayCount, sayShort } from './words';

/** Some leaps of the clock where the axis shows them: a bar over what passed at once, and a mark at its end. */
export type PlacedLeap = { readonly group: LeapGroup; readonly left: number; readonly right: number };

/** Ends nearer than this share a mark, in px. */
const NEAR_PX = 12;
/** So near to the bar or its mark, the pointer is on it. */
const HIT_PX = 5;

/** The leaps that touch the plot, those that end near to each other as one. */
export function placeLeaps(leaps: readonly LeapGroup[], scale: TimeScale, plotPx: number): PlacedLeap[] {
  const placed: PlacedLeap[] = [];
  for (const group of leaps) {
    const right = scale.x(group.toMs);
    const left = scale.x(group.fromMs);
    if (right < 0 || left > plotPx) continue;
    const last = placed.at(-1);
    if (last === undefined || right - last.right > NEAR_PX) placed.push({ group, left, right });
    else placed[placed.length - 1] = { group: together(last.group, group), left: last.left, right };
  }
  return placed;
}

const together = (a: LeapGroup, b: LeapGroup): LeapGroup => ({
  fromMs: a.fromMs,
  toMs: b.toMs,
  cause: a.cause === b.cause ? a.cause : null,
  count: a.count + b.count,
  leaptMs: a.leaptMs + b.leaptMs,
});

/** What lies at a place of the axis: the nearest end, or else the bar that covers it. */
export function leapAt(placed: readonly PlacedLeap[], px: number): PlacedLeap | null {
  let best: PlacedLeap | null = null;
  for (const leap of placed) {
    if (px < leap.left - HIT_PX || px > leap.right + HIT_PX) continue;
    if (best === null || Math.abs(px - leap.right) < Math.abs(px - best.right)) best = leap;
  }
  return best;
}

const DID: Readonly<Record<LeapCause, string>> = {
  skip: 'Skipped',
  jump: 'Jumped',
  step: 'Stepped',
  away: 'Nothing ran for',
  closed: 'The app was closed for',
};
/** In these time passed as it does on the wall, but nothing was done. */
const PASSED: readonly LeapCause[] = ['away', 'closed'];

const instant = (atMs: number): string => `${shortDay(atMs)} ${clockTime(atMs)}`;

/** `Skipped 4 h 12 m to Tue 3 Mar 03:12:00`; several: how often, how much in all, and from when to when. */
export function sayLeap({ fromMs, toMs, cause, count, leaptMs }: LeapGroup): string {
  const long = sayShort(leaptMs);
  if (count > 1) {
    const span = `${long} in all, from ${instant(fromMs)} to ${instant(toMs)}`;
    if (cause === null) return `The clock leapt ${sayCount(count)} times, ${span}`;
    if (cause === 'closed') return `The app was closed ${sayCount(count)} times, ${span}`;
    return cause === 'away'
      ? `Nothing ran ${sayCount(count)} times, ${span}`
      : `${DID[cause]} ${sayCount(count)} times, ${span}`;
  }
  if (cause === null) return `The clock leapt ${long} to ${instant(toMs)}`;
  const until = PASSED.includes(cause) ? `, until ${instant(toMs)}` : ` to ${instant(toMs)}`;
  return `${DID[cause]} ${long}${until}`;
}

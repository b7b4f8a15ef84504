import { clockTime, clockTimeMs, minuteTime, shortDay, weekDay } from '../view-models/instants';
import { instantAt, offsetMs } from '../view-models/zone';
import type { TimeScale } from './scale';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const TICK_STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28, 56, 112, 364].map((n) => n * DAY),
];

/** Labels stand at least this far apart, small ticks this far, in px. */
const LABEL_PX = 78;
const SMALL_PX = 28;

export type Tick = { readonly atMs: number; readonly px: number; readonly label: string | null };

/** The step between labels and the step between all ticks, in ms. */
export function tickSteps(msPerPx: number): { readonly labelMs: number; readonly smallMs: number } {
  const room = msPerPx * LABEL_PX;
  const widest = TICK_STEPS[TICK_STEPS.length - 1] ?? DAY;
  const labelMs = TICK_STEPS.find((step) => step >= room) ?? Math.ceil(room / widest) * widest;
  const smallMs = TICK_STEPS.find((step) => step >= msPerPx * SMALL_PX && labelMs % step === 0) ?? labelMs;
  return { labelMs, smallMs };
}

/** Ticks of the plot from 0 to `widthPx`, none inside a fold. They stand on round instants of the zone that is shown. */
export function ticks(scale: TimeScale, widthPx: number): Tick[] {
  const { labelMs, smallMs } = tickSteps(scale.msPerPx);
  const found: Tick[] = [];
  const endMs = scale.t(widthPx);
  let localMs = nextStep(scale.t(0), smallMs);
  for (let atMs = instantAt(localMs); atMs <= endMs; atMs = instantAt(localMs)) {
    const px = scale.x(atMs);
    const fold = scale.foldAtPx(px);
    if (fold !== null) {
      // Everything inside the strip is skipped at once: it may hold a year of ticks.
      localMs = Math.max(localMs + smallMs, nextStep(fold.toMs, smallMs));
      continue;
    }
    if (atMs >= (found.at(-1)?.atMs ?? -Infinity))
      found.push({ atMs, px, label: localMs % labelMs === 0 ? tickLabel(atMs, labelMs) : null });
    localMs += smallMs;
  }
  return found;
}

/** The first multiple of a step at or after an instant, as the zone's clock shows it. */
const nextStep = (atMs: number, stepMs: number): number => Math.ceil((atMs + offsetMs(atMs)) / stepMs) * stepMs;

/** A label for an instant between labels that are `stepMs` apart, in the zone that is shown. */
export function tickLabel(atMs: number, stepMs: number): string {
  const isMidnight = (atMs + offsetMs(atMs)) % DAY === 0;
  if (stepMs >= DAY)
    return isMidnight || offsetMs(atMs) === 0 ? shortDay(atMs) : `${shortDay(atMs)} ${minuteTime(atMs)}`;
  if (stepMs >= MINUTE) return isMidnight ? `${weekDay(atMs)} ${minuteTime(atMs)}` : minuteTime(atMs);
  return stepMs >= SECOND ? clockTime(atMs) : clockTimeMs(atMs).slice(3);
}

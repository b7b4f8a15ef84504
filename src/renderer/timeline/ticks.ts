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

/** Ticks of the plot from 0 to `widthPx`, none inside a fold. */
export function ticks(scale: TimeScale, widthPx: number): Tick[] {
  const { labelMs, smallMs } = tickSteps(scale.msPerPx);
  const found: Tick[] = [];
  const endMs = scale.t(widthPx);
  let atMs = Math.ceil(scale.t(0) / smallMs) * smallMs;
  while (atMs <= endMs) {
    const px = scale.x(atMs);
    const fold = scale.foldAtPx(px);
    if (fold !== null) {
      // Everything inside the strip is skipped at once: it may hold a year of ticks.
      atMs = Math.max(atMs + smallMs, Math.ceil(fold.toMs / smallMs) * smallMs);
      continue;
    }
    found.push({ atMs, px, label: atMs % labelMs === 0 ? tickLabel(atMs, labelMs) : null });
    atMs += smallMs;
  }
  return found;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (n: number): string => String(n).padStart(2, '0');

/** `14:36:08`, in UTC. */
export function sayClock(atMs: number): string {
  return `${sayMinute(atMs)}:${two(new Date(atMs).getUTCSeconds())}`;
}

/** `14:36:08.250`, in UTC. */
export const sayClockMs = (atMs: number): string =>
  `${sayClock(atMs)}.${String(new Date(atMs).getUTCMilliseconds()).padStart(3, '0')}`;

/** `14:36`, in UTC. */
export function sayMinute(atMs: number): string {
  const date = new Date(atMs);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** `Thu 12 Mar`, in UTC. */
export function sayDay(atMs: number): string {
  const date = new Date(atMs);
  return `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** A label for an instant between labels that are `stepMs` apart, in UTC. */
export function tickLabel(atMs: number, stepMs: number): string {
  if (stepMs >= DAY) return sayDay(atMs);
  const day = DAYS[new Date(atMs).getUTCDay()];
  if (stepMs >= MINUTE) return atMs % DAY === 0 ? `${day} ${sayMinute(atMs)}` : sayMinute(atMs);
  return stepMs >= SECOND ? sayClock(atMs) : sayClockMs(atMs).slice(3);
}

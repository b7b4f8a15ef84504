import { sayDuration } from '../../../shared/words/duration';
import { TICK_STEPS, tickLabel } from '../../timeline/ticks';
import { clockTime, clockTimeMs, minuteTime, shortDay } from '../instants';
import { offsetMs } from '../zone';

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

const UNITS = new Map([
  [SECOND, 'second'],
  [MINUTE, 'minute'],
  [3_600_000, 'hour'],
  [DAY, 'day'],
]);

/** `minute`, `5 m`: what the rows of a chart are counted by. */
export const sayWidth = (widthMs: number): string => UNITS.get(widthMs) ?? sayDuration(widthMs);

/** `the worst minute was 12:04`, `the worst 5 m began at 12:05`; an instant by itself is said with `at`. */
export const sayWhen = (adjective: string, atMs: number, widthMs: number, days: boolean): string =>
  `the ${adjective} ${sayWidth(widthMs)} ${UNITS.has(widthMs) ? 'was' : 'began at'} ${sayStart(atMs, widthMs, days)}`;

/** The beginning of a row, in the zone that is shown: `12:04`, with the day where there are several (`Mon 30 Nov 12:04`). */
export function sayStart(atMs: number, widthMs: number, days: boolean): string {
  // Days are counted in UTC: in another zone they begin at some other time.
  if (widthMs >= DAY && offsetMs(atMs) === 0) return shortDay(atMs);
  const time = widthMs >= MINUTE ? minuteTime(atMs) : widthMs >= SECOND ? clockTime(atMs) : clockTimeMs(atMs);
  return days || widthMs >= DAY ? `${shortDay(atMs)} ${time}` : time;
}

/** Whether instants lie on more than one day of the zone that is shown. */
export const onSeveralDays = (fromMs: number, toMs: number): boolean =>
  Math.floor((fromMs + offsetMs(fromMs)) / DAY) !== Math.floor((toMs + offsetMs(toMs)) / DAY);

/** The beginning of a row as the table has it. */
export function sayRow(
  atMs: number,
  { rows, widthMs }: { readonly rows: readonly { readonly atMs: number }[]; readonly widthMs: number },
): string {
  return sayStart(atMs, widthMs, onSeveralDays(rows[0]?.atMs ?? atMs, rows.at(-1)?.atMs ?? atMs));
}

/** Labels stand at least this far apart, and a character of one is this wide. */
const LABEL_PX = 78;
const CHAR_PX = 6.7;
/** A label may reach this far beyond the plot. */
const OVER_PX = 18;

export type AxisTick = { readonly atMs: number; readonly label: string };

/**
 * Which rows of an axis carry a label: those at round instants, far enough apart; the first one where none is round.
 * @param fromMs the first row's instant, a whole multiple of `widthMs`
 */
export function axisTicks(fromMs: number, widthMs: number, count: number, plotPx: number): readonly AxisTick[] {
  const roomMs = (LABEL_PX * widthMs * count) / Math.max(1, plotPx);
  const stepMs =
    TICK_STEPS.find((step) => step >= roomMs && step % widthMs === 0) ??
    Math.max(1, Math.ceil(roomMs / widthMs)) * widthMs;
  const endMs = fromMs + (count - 1) * widthMs;
  const ticks: AxisTick[] = [];
  for (let atMs = Math.ceil(fromMs / stepMs) * stepMs; atMs <= endMs; atMs += stepMs) {
    const label = tickLabel(atMs, stepMs);
    const middlePx = ((atMs - fromMs) / widthMs + 0.5) * (plotPx / count);
    if (middlePx + (label.length * CHAR_PX) / 2 <= plotPx + OVER_PX) ticks.push({ atMs, label });
  }
  return ticks.length > 0 ? ticks : [{ atMs: fromMs, label: tickLabel(fromMs, widthMs) }];
}

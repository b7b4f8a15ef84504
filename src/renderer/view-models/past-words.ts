import { sayDuration } from '../../shared/words/duration';
import { calendarDay, clockTimeMs } from './instants';

/** `12:03:10.250`, with its day when that is not the present's. */
export function sayInstant(atMs: number, nowMs: number): string {
  const time = clockTimeMs(atMs);
  const day = calendarDay(atMs);
  return day === calendarDay(nowMs) ? time : `${day} ${time}`;
}

/** `12:03:10.250, 4 m 12 s before now` */
export const sayPast = (atMs: number, nowMs: number): string =>
  `${sayInstant(atMs, nowMs)}, ${sayDuration(Math.max(0, nowMs - atMs))} before now`;

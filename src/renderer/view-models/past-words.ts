import { sayDuration } from '../../shared/words/duration';
import { calendarDay, clockTime } from './instants';

const DAY_MS = 86_400_000;

/** `12:03:10.250`, with its day when that is not the present's. UTC. */
export function sayInstant(atMs: number, nowMs: number): string {
  const ms = String(((Math.floor(atMs) % 1_000) + 1_000) % 1_000).padStart(3, '0');
  const time = `${clockTime(atMs)}.${ms}`;
  return Math.floor(atMs / DAY_MS) === Math.floor(nowMs / DAY_MS) ? time : `${calendarDay(atMs)} ${time}`;
}

/** `12:03:10.250, 4 m 12 s before now` */
export const sayPast = (atMs: number, nowMs: number): string =>
  `${sayInstant(atMs, nowMs)}, ${sayDuration(Math.max(0, nowMs - atMs))} before now`;

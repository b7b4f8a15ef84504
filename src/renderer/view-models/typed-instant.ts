import { readDuration } from '../../shared/words/read-duration';
import { instantAt, offsetMs } from './zone';

const DAY_MS = 86_400_000;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;
const UTC_SIGN = /\s*(UTC|Z)$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * The instant that a person typed: a time of virtual today (`14:36`, `14:36:08.250`), a date with or without a time
 * (`2026-12-01 14:36`), or a span from now (`+2h`, `2 h 30 m`). In the zone that is shown, or in UTC
 * where that stands behind it. Null when it is none of them.
 * @param nowMs virtual epoch ms
 * @returns virtual epoch ms
 */
export function readInstant(text: string, nowMs: number): number | null {
  const isUtc = UTC_SIGN.test(text.trim());
  const typed = text.trim().replace(UTC_SIGN, '').replace('T', ' ');
  if (typed === '') return null;
  const span = readDuration(typed.replace(/^(\+|in\s)\s*/i, ''));
  if (span !== null) return nowMs + span;
  const [first = '', second, ...rest] = typed.split(/\s+/);
  if (rest.length > 0) return null;
  if (second === undefined && TIME.test(first)) return inZone(plus(today(nowMs, isUtc), timeOf(first)), isUtc);
  const day = dayOf(first);
  return day === null ? null : inZone(plus(day, second === undefined ? 0 : timeOf(second)), isUtc);
}

/** Midnight of today, as a clock of the zone shows it. */
const today = (nowMs: number, isUtc: boolean): number =>
  Math.floor((nowMs + (isUtc ? 0 : offsetMs(nowMs))) / DAY_MS) * DAY_MS;

const inZone = (localMs: number | null, isUtc: boolean): number | null =>
  localMs === null || isUtc ? localMs : instantAt(localMs);

const plus = (day: number, time: number | null): number | null => (time === null ? null : day + time);

function timeOf(text: string): number | null {
  const found = TIME.exec(text);
  if (found === null) return null;
  const [, hours, minutes, seconds = '0', fraction = ''] = found;
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (h > 23 || m > 59 || s > 59) return null;
  return ((h * 60 + m) * 60 + s) * 1_000 + Number(fraction.padEnd(3, '0'));
}

/** Midnight of a day there is: 30 February is none. */
function dayOf(text: string): number | null {
  const found = DATE.exec(text);
  if (found === null) return null;
  const [, year, month, day] = found;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return new Date(at).toISOString().startsWith(text) ? at : null;
}

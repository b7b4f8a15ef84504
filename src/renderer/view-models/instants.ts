import type { ExactForm } from '../../shared/contract/preferences';
import { offsetMs, offsetText, zoneName } from './zone';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAY_MS = 86_400_000;
const WEEK_MS = 6 * DAY_MS;

let exactForm: ExactForm = 'words';

/** From now on exact instants are written in this form. */
export function writeExactTimesAs(next: ExactForm): void {
  exactForm = next;
}

const two = (value: number): string => String(value).padStart(2, '0');
const three = (value: number): string => String(value).padStart(3, '0');

/** An instant whose UTC parts are those of the zone in which times are written. */
const inZone = (at: number): Date => new Date(at + offsetMs(at));
const msOf = (at: number): number => ((Math.floor(at) % 1_000) + 1_000) % 1_000;

/** `14:36`, in the chosen zone. */
export function minuteTime(at: number): string {
  const date = inZone(at);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** `14:36:08`, in the chosen zone. */
export const clockTime = (at: number): string => `${minuteTime(at)}:${two(inZone(at).getUTCSeconds())}`;

/** `14:36:08.2`, in the chosen zone. */
export const clockTimeTenths = (at: number): string => `${clockTime(at)}.${Math.floor(msOf(at) / 100)}`;

/** `14:36:08.250`, in the chosen zone. */
export const clockTimeMs = (at: number): string => `${clockTime(at)}.${three(msOf(at))}`;

/** `Thu`, in the chosen zone. */
export const weekDay = (at: number): string => DAYS[inZone(at).getUTCDay()] ?? '';

/** `12 Mar`, in the chosen zone. */
export const dayAndMonth = (at: number): string =>
  `${inZone(at).getUTCDate()} ${MONTHS[inZone(at).getUTCMonth()] ?? ''}`;

/** `Thu 12 Mar`, in the chosen zone. */
export const shortDay = (at: number): string => `${weekDay(at)} ${dayAndMonth(at)}`;

/** `Thu 12 Mar 2026`, in the chosen zone. */
export const calendarDay = (at: number): string => `${shortDay(at)} ${inZone(at).getUTCFullYear()}`;

const dayOf = (at: number): number => Math.floor((at + offsetMs(at)) / DAY_MS);

/** A time in a list: `14:36:08` today, `Wed 11:02` this week, `4 Mar 11:02` otherwise. */
export function listTime(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return clockTime(at);
  return `${Math.abs(now - at) < WEEK_MS ? weekDay(at) : dayAndMonth(at)} ${minuteTime(at)}`;
}

/** The exact instant for a hover: `Thu 12 Mar 2026 14:36:08.214 UTC`, or `2026-03-12T14:36:08.214Z` when ISO is chosen. */
export const exactTime = (at: number): string =>
  exactForm === 'iso' ? isoTime(at) : `${calendarDay(at)} ${clockTimeMs(at)} ${zoneName(at)}`;

/** `2026-03-12T14:36:08.214Z`, or with the offset of the chosen zone. */
const isoTime = (at: number): string =>
  `${new Date(Math.floor(at) + offsetMs(at)).toISOString().slice(0, -1)}${offsetText(at)}`;

/** How long ago, in one unit: `now`, `37 m ago`, `in 2 h`. */
export function relativeTime(at: number, now: number): string {
  const delta = now - at;
  const size = Math.abs(delta);
  const unit =
    size < 1_000
      ? null
      : size < 60_000
        ? `${Math.floor(size / 1_000)} s`
        : size < 3_600_000
          ? `${Math.floor(size / 60_000)} m`
          : size < DAY_MS
            ? `${Math.floor(size / 3_600_000)} h`
            : `${Math.floor(size / DAY_MS)} d`;
  if (unit === null) return 'now';
  return delta >= 0 ? `${unit} ago` : `in ${unit}`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAY_MS = 86_400_000;
const WEEK_MS = 6 * DAY_MS;

const two = (value: number): string => String(value).padStart(2, '0');

/** `14:36:08`, UTC. */
export function clockTime(at: number): string {
  const date = new Date(at);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

/** `14:36:08.2`, UTC. */
export const clockTimeTenths = (at: number): string =>
  `${clockTime(at)}.${Math.floor((((at % 1_000) + 1_000) % 1_000) / 100)}`;

/** `Thu 12 Mar 2026`, UTC. */
export function calendarDay(at: number): string {
  const date = new Date(at);
  return `${DAYS[date.getUTCDay()] ?? ''} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** A time in a list: `14:36:08` today, `Wed 11:02` this week, `4 Mar 11:02` otherwise. */
export function listTime(at: number, now: number): string {
  if (dayOf(at) === dayOf(now)) return clockTime(at);
  const date = new Date(at);
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  if (Math.abs(now - at) < WEEK_MS) return `${DAYS[date.getUTCDay()] ?? ''} ${time}`;
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${time}`;
}

/** The exact instant for a hover: `Thu 12 Mar 2026 14:36:08.214 UTC`. */
export function exactTime(at: number): string {
  const ms = String(((Math.floor(at) % 1_000) + 1_000) % 1_000).padStart(3, '0');
  return `${calendarDay(at)} ${clockTime(at)}.${ms} UTC`;
}

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

import type { TimeZone } from '../../shared/contract/preferences';

// The zone and form in which every instant of the page is written. Kept here and not handed through, since what says an
// instant is called from a canvas, a title and a sentence alike; who changes it draws everything anew.
let zone: TimeZone = 'utc';

/** From now on instants are written in this zone. */
export function writeTimesIn(next: TimeZone): void {
  zone = next;
}

/** Ms to add to an instant so that its UTC parts are those of the chosen zone. */
export const offsetMs = (at: number): number => (zone === 'utc' ? 0 : -new Date(at).getTimezoneOffset() * 60_000);

const two = (value: number): string => String(value).padStart(2, '0');

/** `+01:00`, or `Z` in UTC. */
export function offsetText(at: number): string {
  if (zone === 'utc') return 'Z';
  const minutes = Math.round(offsetMs(at) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The instant at which a clock of the chosen zone shows what UTC's shows at `localMs`. */
export function instantAt(localMs: number): number {
  const near = localMs - offsetMs(localMs);
  return localMs - offsetMs(near);
}

/** What stands beside times: `UTC`, `UTC+1`, `UTC−3:30`. */
export function zoneName(at: number): string {
  const minutes = Math.round(offsetMs(at) / 60_000);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** The zone where no one instant is meant: `times in UTC`. */
export const zoneWords = (): string => (zone === 'utc' ? 'UTC' : 'this computer’s zone');

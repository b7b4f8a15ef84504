import type { Wait } from '../model/attempt';
import { sayDuration } from './duration';

/** `6,214`. */
export const sayCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** The two largest units of a duration: `22 m`, `1 h 37 m`, `5 d 16 h`. */
export const sayShort = (ms: number): string => sayDuration(ms).split(' ').slice(0, 4).join(' ');

/** A duration to the tenth of a second, for figures that are compared: `35 m 21.1 s`. */
export function sayExact(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const tenths = Math.round(ms / 100);
  const seconds = (tenths % 600) / 10;
  const minutes = Math.floor(tenths / 600);
  if (minutes === 0) return `${seconds.toFixed(1)} s`;
  const hours = Math.floor(minutes / 60);
  const tail = `${seconds.toFixed(1).padStart(4, '0')} s`;
  if (hours === 0) return `${minutes} m ${tail}`;
  const days = Math.floor(hours / 24);
  const head = days === 0 ? `${hours} h` : `${days} d ${hours % 24} h`;
  return `${head} ${String(minutes % 60).padStart(2, '0')} m ${tail}`;
}

/** `1st`, `2nd`, `3rd`, `11th` … */
export function sayOrdinal(n: number): string {
  const tail = n % 100;
  const ending = tail >= 11 && tail <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

/** The draw as a factor of the delay before jitter: `× 1.178`. */
export const sayDraw = ({ baseMs, drawnMs }: Pick<Wait, 'baseMs' | 'drawnMs'>): string =>
  baseMs === 0 ? '× 1.000' : `× ${(drawnMs / baseMs).toFixed(3)}`;

/** What a request took, for figures that are compared: `41.2 ms`, `0.4 ms`, `10,000 ms`; one decimal below a second. */
export const sayMs = (ms: number): string => (ms < 1_000 ? `${ms.toFixed(1)} ms` : `${sayCount(Math.round(ms))} ms`);

/** `374 B`, `12.3 KB`, `1.0 MB`, `2.5 GB`; 1 KB is 1,024 B. */
export function saySize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KB`;
  if (bytes < 1_073_741_824) return `${(bytes / 1_048_576).toFixed(1)} MB`;
  return `${(bytes / 1_073_741_824).toFixed(1)} GB`;
}

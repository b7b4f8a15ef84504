const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** Days are said from here on: `27 h 36 m` and `33 h 07 m 12 s` stay in hours, as the providers' pages have them. */
const DAYS_FROM_MS = 2 * 86_400_000;

/**
 * A duration as the screen, the log and the CLI say it: `4 h 36 m`, `22 h 04 m 48 s`, `5 d 16 h 30 m`, `41 ms`,
 * `2.5 s`. Rounded to the smallest part that is shown, before it is cut into parts, so that no part overflows.
 * @param ms zero or more
 */
export function sayDuration(ms: number): string {
  const whole = Math.round(ms);
  if (whole < 1_000) return `${whole} ms`;
  if (whole < 10_000) return `${Math.round(whole / 100) / 10} s`;
  let rest = Math.round(whole / 1_000) * 1_000;
  const units = rest < DAYS_FROM_MS ? UNITS.slice(1) : UNITS;
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || parts.length > 0) {
      parts.push(`${parts.length === 0 ? count : String(count).padStart(2, '0')} ${unit}`);
    }
    if (rest === 0) break;
  }
  return parts.join(' ');
}

/** A countdown whose width does not change from second to second: `4:12`, `01:04:12`. */
export function sayCountdown(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1_000));
  const seconds = String(total % 60).padStart(2, '0');
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3_600);
  if (hours === 0) return `${minutes}:${seconds}`;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

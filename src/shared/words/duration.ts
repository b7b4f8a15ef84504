const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/**
 * A duration as the screen, the log and the CLI say it: `4 h 36 m`, `22 h 04 m 48 s`, `41 ms`, `2.5 s`.
 * @param ms zero or more
 */
export function sayDuration(ms: number): string {
  const whole = Math.round(ms);
  if (whole < 1_000) return `${whole} ms`;
  if (whole < 10_000 && whole % 1_000 !== 0) return `${trimZeros((whole / 1_000).toFixed(1))} s`;
  let rest = Math.round(whole / 1_000) * 1_000;
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && (parts.length === 0 || rest === 0)) continue;
    parts.push(`${parts.length === 0 ? count : String(count).padStart(2, '0')} ${unit}`);
  }
  return parts.join(' ');
}

const trimZeros = (text: string): string => (text.endsWith('.0') ? text.slice(0, -2) : text);

/** A countdown whose width does not change from second to second: `4:12`, `01:04:12`. */
export function sayCountdown(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1_000));
  const seconds = String(total % 60).padStart(2, '0');
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3_600);
  if (hours === 0) return `${minutes}:${seconds}`;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:${seconds}`;
}

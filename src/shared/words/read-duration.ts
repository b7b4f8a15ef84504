const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a duration as people write it: `48h`, `1m`, `250ms`, `22h 4m 48s`, `0`. Null when it is none.
 * @returns whole ms
 */
export function readDuration(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '0') return 0;
  if (!/^(\d+(?:\.\d+)?\s*(ms|s|m|h|d)\s*)+$/.test(trimmed)) return null;
  let total = 0;
  for (const [, count = '', unit = ''] of trimmed.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)/g)) {
    total += Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  }
  return Number.isFinite(total) ? Math.round(total) : null;
}

/** Whole ms as `readDuration` reads them, exactly: `1h 30m`, `250ms`, `0`. */
export function writeDuration(ms: number): string {
  let rest = ms;
  const parts: string[] = [];
  for (const [unit, size] of Object.entries(UNIT_MS).sort(([, a], [, b]) => b - a)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length === 0 ? '0' : parts.join(' ');
}

import { describe, expect, it } from 'vitest';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { previewSchedule } from '../../src/shared/rules/preview';

/** Attempt, delay min, nominal, max, age min, nominal, max: as the specification's computed tables print them. */
type Row = readonly [n: number, string, string, string, string, string, string];

const ALPHORN: readonly Row[] = [
  [1, '0', '0', '0', '0', '0', '0'],
  [2, '30s', '45s', '1m', '30s', '45s', '1m'],
  [3, '1m', '1m 30s', '2m', '1m 30s', '2m 15s', '3m'],
  [4, '2m', '3m', '4m', '3m 30s', '5m 15s', '7m'],
  [5, '4m', '6m', '8m', '7m 30s', '11m 15s', '15m'],
];

const FIANTO: readonly Row[] = [
  [1, '0', '0', '0', '0', '0', '0'],
  [2, '48s', '1m', '1m 12s', '48s', '1m', '1m 12s'],
  [3, '4m', '5m', '6m', '4m 48s', '6m', '7m 12s'],
  [4, '24m', '30m', '36m', '28m 48s', '36m', '43m 12s'],
  [5, '1h 36m', '2h', '2h 24m', '2h 4m 48s', '2h 36m', '3h 7m 12s'],
  [6, '4h', '5h', '6h', '6h 4m 48s', '7h 36m', '9h 7m 12s'],
  [7, '8h', '10h', '12h', '14h 4m 48s', '17h 36m', '21h 7m 12s'],
  [8, '8h', '10h', '12h', '22h 4m 48s', '1d 3h 36m', '1d 9h 7m 12s'],
];

const KESTREL: readonly Row[] = [
  [1, '0', '0', '0', '0', '0', '0'],
  [2, '0', '2s', '2s', '0', '2s', '2s'],
  [3, '0', '4s', '4s', '0', '6s', '6s'],
  [4, '0', '8s', '8s', '0', '14s', '14s'],
  [5, '0', '16s', '16s', '0', '30s', '30s'],
  [6, '0', '32s', '32s', '0', '1m 2s', '1m 2s'],
];

const INFRASPEAK: readonly Row[] = [
  [1, '0', '0', '0', '0', '0', '0'],
  [2, '2m', '2m', '2m', '2m', '2m', '2m'],
  [3, '4m', '4m', '4m', '6m', '6m', '6m'],
  [4, '8m', '8m', '8m', '14m', '14m', '14m'],
  [5, '16m', '16m', '16m', '30m', '30m', '30m'],
  [6, '32m', '32m', '32m', '1h 2m', '1h 2m', '1h 2m'],
  [7, '1h 4m', '1h 4m', '1h 4m', '2h 6m', '2h 6m', '2h 6m'],
  [8, '2h 8m', '2h 8m', '2h 8m', '4h 14m', '4h 14m', '4h 14m'],
  [9, '4h 16m', '4h 16m', '4h 16m', '8h 30m', '8h 30m', '8h 30m'],
  [10, '8h 32m', '8h 32m', '8h 32m', '17h 2m', '17h 2m', '17h 2m'],
  [11, '17h 4m', '17h 4m', '17h 4m', '1d 10h 6m', '1d 10h 6m', '1d 10h 6m'],
  [12, '1d 10h 8m', '1d 10h 8m', '1d 10h 8m', '2d 20h 14m', '2d 20h 14m', '2d 20h 14m'],
  [13, '2d 20h 16m', '2d 20h 16m', '2d 20h 16m', '5d 16h 30m', '5d 16h 30m', '5d 16h 30m'],
];

const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

const readMs = (cell: string): number =>
  [...cell.matchAll(/(\d+)([dhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0),
    0,
  );

const TABLES: readonly (readonly [rules: string, policy: Policy, rows: readonly Row[]])[] = [
  ['A3 A4', alphorn, ALPHORN],
  ['F6 F7', fianto, FIANTO],
  ['K8 K9', kestrel, KESTREL],
  ['I6 I7', infraspeak, INFRASPEAK],
];

describe.each(TABLES)('%s', (rules, policy, rows) => {
  it(`${rules} ${policy.name} makes ${rows.length} requests, and no more`, () => {
    expect(previewSchedule(policy).map(({ n }) => n)).toEqual(rows.map(([n]) => n));
  });

  it.each(rows)(
    `${rules} ${policy.name}'s attempt %i waits %s, %s, %s and is %s, %s, %s old`,
    (n, ...cells: readonly string[]) => {
      const row = previewSchedule(policy)[n - 1];
      const [min, nominal, max, youngest, usual, oldest] = cells.map(readMs);
      expect(row?.delayMs).toEqual({ min, nominal, max });
      expect(row?.ageMs).toEqual({ min: youngest, nominal: usual, max: oldest });
    },
  );
});

import { expect, it } from 'vitest';
import { Cleaner } from '../../src/main/host/cleaner';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/shared/contract/preferences';
import { FakeSystem } from '../support/fake-system';

const START = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

/** A cleaner over so many old rows, 50 of which go with each transaction. */
function setUp(rows: number, keepDays: Partial<Preferences['keepDays']> = {}) {
  const system = new FakeSystem(START);
  const bites: { kind: string; olderThan: number }[] = [];
  let [left, nextInMs, changes] = [rows, null as number | null, 0];
  const cleaner = new Cleaner({
    store: {
      transact: (work) => work(),
      deleteOld: (kind, olderThan, cursor, limit) => {
        bites.push({ kind, olderThan });
        const deleted = Math.min(limit, left);
        left -= deleted;
        return { deleted, next: left === 0 ? null : { runId: 'run_1', after: (cursor?.after ?? 0) + limit } };
      },
    },
    views: { countOld: async () => left },
    system,
    preferences: () => ({ ...DEFAULT_PREFERENCES, keepDays: { ...DEFAULT_PREFERENCES.keepDays, ...keepDays } }),
    nextInMs: () => nextInMs,
    changed: () => {
      changes += 1;
    },
    log: () => {},
  });
  return { cleaner, system, bites, changes: () => changes, due: (ms: number | null) => (nextInMs = ms) };
}

it('deletes nothing unless it is told to', async () => {
  const { cleaner, system, bites } = setUp(200);
  cleaner.look();
  await system.advance(2 * DAY);
  expect(bites).toEqual([]);
});

it('deletes in bites with rests between, tells how far it is, and looks again every hour', async () => {
  const { cleaner, system, bites, changes } = setUp(120, { captures: 30 });
  cleaner.look();
  await system.advance(20);
  expect(bites).toEqual([{ kind: 'captures', olderThan: START - 30 * DAY }]);
  expect(cleaner.deleting).toEqual({ kind: 'captures', deleted: 50, of: 120, done: false });
  await system.advance(20);
  expect(bites).toHaveLength(2);
  await system.advance(20);
  expect(cleaner.deleting).toEqual({ kind: 'captures', deleted: 120, of: 120, done: true });
  expect(changes()).toBe(1);
  await system.advance(3_600_000);
  expect(bites.at(-1)?.olderThan).toBe(START - 30 * DAY + 3_600_000);
});

it('lets an attempt that is due in a moment go first', async () => {
  const { cleaner, system, bites, due } = setUp(50);
  due(10);
  cleaner.start('log', 0, null);
  await system.advance(40);
  expect(bites).toEqual([]);
  due(null);
  await system.advance(25);
  expect(bites).toHaveLength(1);
});

it('is not started twice', () => {
  const { cleaner } = setUp(50);
  cleaner.start('log', 0, null);
  expect(() => cleaner.start('captures', 0, null)).toThrow(/being deleted/);
});

import { expect, it } from 'vitest';
import { LIMITS } from '../../src/shared/contract/limits';
import { aRun, DAWN } from '../support/rows';
import { setUpRun } from './bench';

const MINUTE = 60_000;

it('tells where the clock leapt in a span, each by itself', async () => {
  const { store, views } = setUpRun();
  const leaps = [1, 10, 20].map((at) => ({
    fromMs: DAWN + at * MINUTE,
    toMs: DAWN + (at + 5) * MINUTE,
    cause: 'skip' as const,
  }));
  store.transact(() => {
    for (const leap of leaps) store.insertLeap(aRun().id, leap);
  });
  const found = await views.leaps(aRun().id, DAWN + 12 * MINUTE, DAWN + 19 * MINUTE);
  expect(found).toEqual([{ ...leaps[1], count: 1, leaptMs: 5 * MINUTE }]);
  expect(await views.leaps(aRun().id, DAWN, DAWN + 60 * MINUTE)).toHaveLength(3);
});

it('tells of very many together, and loses none', async () => {
  const { store, views } = setUpRun();
  const count = LIMITS.levelPoints * 3;
  store.transact(() => {
    for (let n = 0; n < count; n++) {
      const cause = n === 0 ? ('jump' as const) : ('skip' as const);
      store.insertLeap(aRun().id, { fromMs: DAWN + n * MINUTE, toMs: DAWN + n * MINUTE + 40_000, cause });
    }
  });
  const found = await views.leaps(aRun().id, DAWN, DAWN + count * MINUTE);
  expect(found.length).toBeLessThanOrEqual(LIMITS.levelPoints);
  expect(found.reduce((sum, group) => sum + group.count, 0)).toBe(count);
  expect(found.reduce((sum, { leaptMs }) => sum + leaptMs, 0)).toBe(count * 40_000);
  expect(found[0]).toMatchObject({ cause: null, fromMs: DAWN });
  expect(found.at(-1)).toMatchObject({ cause: 'skip', toMs: DAWN + (count - 1) * MINUTE + 40_000 });
});

it('goes with its run', async () => {
  const { store, views } = setUpRun();
  const { id } = aRun();
  store.transact(() => store.insertLeap(id, { fromMs: DAWN, toMs: DAWN + MINUTE, cause: 'step' }));
  store.transact(() => store.insertRun({ ...aRun(), id: id.replace(/.$/, '9') as typeof id }));
  store.transact(() => store.setRunRemoved(id, true));
  expect(store.transact(() => store.purgeRemovedRuns())).toBe(1);
  expect(await views.leaps(id, DAWN, DAWN + MINUTE)).toEqual([]);
});

import { expect, it } from 'vitest';
import { readOn } from '../../src/renderer/state/read-some';
import { rowsWith } from '../../src/renderer/view-models/row-filter';
import { readFilter } from '../../src/shared/filter/read-filter';
import { ok } from '../../src/shared/model/problem';
import { aRow } from './mirror-kit';

const ROWS = [aRow(1, { eventType: 'order.paid' }), aRow(2, { eventType: 'invoice.sent', state: 'held' })];

const ordinals = (typed: string): readonly number[] => {
  const read = readFilter('delivery', typed);
  if (!read.ok) throw new Error(read.problem.message);
  return rowsWith(read.filter, ROWS, [], 0).map(({ ordinal }) => ordinal);
};

it('filters rows by what they tell; what only the engine knows agrees with none', () => {
  expect(ordinals('order')).toEqual([1]);
  expect(ordinals('state:held')).toEqual([2]);
  expect(ordinals('not(state:held)')).toEqual([1]);
  expect(ordinals('body:anything')).toEqual([]);
  expect(ordinals('or(body:anything, state:held)')).toEqual([2]);
  expect(ordinals('')).toEqual([1, 2]);
});

it('reads on through empty pages to the first row, and stops when nobody wants it any more', async () => {
  const pages: Readonly<Record<string, { rows: readonly number[]; next: string | null }>> = {
    start: { rows: [], next: 'b' },
    b: { rows: [], next: 'c' },
    c: { rows: [7], next: 'd' },
  };
  const asked: (string | null)[] = [];
  const read = async (cursor: string | null) => {
    asked.push(cursor);
    return ok(pages[cursor ?? 'start'] ?? { rows: [], next: null });
  };
  expect(await readOn(read, null, () => true)).toEqual(ok({ rows: [7], next: 'd' }));
  expect(asked).toEqual([null, 'b', 'c']);
  expect(await readOn(read, null, () => asked.length < 5)).toEqual(ok({ rows: [], next: 'c' }));
  expect(asked).toEqual([null, 'b', 'c', null, 'b']);
  expect(await readOn(read, 'z', () => true)).toEqual(ok({ rows: [], next: null }));
});

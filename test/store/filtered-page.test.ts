import { expect, it } from 'vitest';
import { keyBefore } from '../../src/main/store/views/cursor';
import { filteredRows, type Keys } from '../../src/main/store/views/filtered-page';
import type { Filter } from '../../src/shared/filter/filter';

const shallow: Filter = { kind: 'is', field: 'attempts', test: { kind: 'between', least: 1, most: 1 } };
const deep: Filter = {
  kind: 'not',
  of: { kind: 'is', field: 'body', test: { kind: 'like', text: 'abc', whole: false } },
};

/** A list of a million keys, of which these fulfil the filter. */
function listOf(...wanted: readonly number[]) {
  const asked: Keys[] = [];
  const limit = 2;
  const read = (filter: Filter, before: number) =>
    filteredRows('delivery', filter, { before, newest: 1_000_000, limit }, (keys) => {
      asked.push(keys);
      return wanted
        .filter((key) => key >= keys.least && key < keys.before)
        .sort((a, b) => b - a)
        .slice(0, limit + 1)
        .map((key) => ({ key }));
    });
  const readOn = (filter: Filter): { readonly keys: readonly number[]; readonly answers: number } => {
    const keys: number[] = [];
    let answers = 0;
    for (let cursor: string | null = null; ; ) {
      const { rows, next } = read(filter, keyBefore('delivery', cursor));
      answers += 1;
      expect(rows.length).toBeLessThanOrEqual(limit);
      keys.push(...rows.map(({ key }) => key));
      if (next === null) return { keys, answers };
      cursor = next;
    }
  };
  return { asked, read, readOn };
}

it('gives every row that there is, newest first, however far apart they lie', () => {
  const wanted = [1_000_000, 999_999, 999_998, 620_000, 619_999, 20_000, 5, 1];
  for (const filter of [shallow, deep]) expect(listOf(...wanted).readOn(filter).keys).toEqual(wanted);
});

it('looks at 20,000 rows a time, at ten times as many for an answer, and at no more where bodies are read', () => {
  const { asked, read } = listOf(1);
  expect(read(shallow, Number.MAX_SAFE_INTEGER)).toMatchObject({ rows: [] });
  expect(asked).toHaveLength(10);
  expect(asked[0]).toEqual({ least: 980_001, before: 1_000_001 });
  expect(asked[9]).toEqual({ least: 800_001, before: 820_001 });
  asked.length = 0;
  read(deep, 800_001);
  expect(asked).toEqual([{ least: 780_001, before: 800_001 }]);
});

it('ends when the first row of the list was looked at, found or not', () => {
  expect(listOf().readOn(shallow)).toEqual({ keys: [], answers: 6 });
  expect(listOf(1).readOn(shallow)).toEqual({ keys: [1], answers: 6 });
});

it('ends a full page behind its last row, whichever windows it came from', () => {
  const { read } = listOf(999_990, 970_000, 960_000, 1);
  const page = read(shallow, Number.MAX_SAFE_INTEGER);
  expect(page.rows.map(({ key }) => key)).toEqual([999_990, 970_000]);
  expect(keyBefore('delivery', page.next)).toBe(970_000);
});

import { describe, expect, it } from 'vitest';
import { keysetList, mergeRows } from '../../src/renderer/state/keyset-list';
import { isPressed } from '../../src/renderer/state/shortcuts';
import type { Page } from '../../src/shared/contract/views';
import { ok, type Result, refuse } from '../../src/shared/model/problem';

type Row = { readonly id: string; readonly at: number; readonly done?: boolean };
const row = (at: number): Row => ({ id: `r${at}`, at });
const source = { belongs: (each: Row) => each.done !== true, order: (a: Row, b: Row) => b.at - a.at };
const at = (rows: readonly Row[]): readonly number[] => rows.map((each) => each.at);

describe('a list read by keyset', () => {
  const pages: Readonly<Record<string, Result<Page<Row>>>> = {
    first: ok({ rows: [row(9), row(8)], next: 'two' }),
    two: ok({ rows: [row(8), row(7)], next: null }),
  };
  const open = () =>
    keysetList<Row>({ ...source, load: async (cursor) => pages[cursor ?? 'first'] ?? refuse('internal', '') });

  it('reads page by page and never shows a row twice', async () => {
    const list = open();
    await list.reload();
    await list.more();
    await list.more();
    expect(at(list.store.getState().rows)).toEqual([9, 8, 7]);
    expect(list.store.getState().next).toBeNull();
  });

  it('asks the engine about rows that do not tell whether they belong, keeps those it has and adds none by itself', async () => {
    let stored = [row(9), row(8)];
    const list = keysetList<Row>({
      ...source,
      belongs: () => null,
      load: async () => ok({ rows: stored, next: null }),
    });
    await list.reload();
    stored = [row(10), row(8)];
    const done = new Promise<readonly number[]>((resolve) => {
      list.store.subscribe(({ rows }) => rows.some((each) => each.at === 10) && resolve(at(rows)));
    });
    list.merge([row(10), row(11), { ...row(9), done: true }]);
    expect(at(list.store.getState().rows)).toEqual([9, 8]);
    expect(await done).toEqual([10, 8]);
  });

  it('tells the reader of a page when its answer is of no use any more', async () => {
    const wanted: (() => boolean)[] = [];
    const list = keysetList<Row>({
      ...source,
      load: async (_cursor, _limit, isWanted) => {
        wanted.push(isWanted);
        return ok({ rows: [row(1)], next: null });
      },
    });
    const first = list.reload();
    const second = list.reload();
    expect(wanted.map((isWanted) => isWanted())).toEqual([false, true]);
    await Promise.all([first, second]);
  });

  it('forgets an answer that a newer question overtook', async () => {
    const answers: ((page: Result<Page<Row>>) => void)[] = [];
    const list = keysetList<Row>({ ...source, load: () => new Promise((resolve) => answers.push(resolve)) });
    const old = list.reload();
    const fresh = list.reload();
    answers[1]?.(ok({ rows: [row(2)], next: null }));
    answers[0]?.(ok({ rows: [row(1)], next: null }));
    await Promise.all([old, fresh]);
    expect(at(list.store.getState().rows)).toEqual([2]);
  });

  it('reads down to the row that somebody reads, at once, or that place would be lost', async () => {
    const asked: (number | null)[] = [];
    let newest = 9;
    const list = keysetList<Row>({
      ...source,
      load: async (cursor, limit) => {
        asked.push(limit);
        const from = cursor === null ? newest : Number(cursor);
        return ok({ rows: [row(from), row(from - 1)], next: from <= 2 ? null : String(from - 2) });
      },
    });
    await list.reload();
    expect(at(list.store.getState().rows)).toEqual([9, 8]);
    list.keep('r8');
    newest = 13;
    await list.reload();
    expect(at(list.store.getState().rows)).toEqual([13, 12, 11, 10, 9, 8]);
    // In pages as large as there are; the first page alone while nobody reads.
    expect(asked).toEqual([null, 500, 500, 500]);
    list.keep(null);
    await list.reload();
    expect(at(list.store.getState().rows)).toEqual([13, 12]);
  });

  it('keeps a row that is read in its window when more come above than it holds', async () => {
    const list = keysetList<Row>({ ...source, load: async () => ok({ rows: [row(1)], next: null }) });
    await list.reload();
    list.keep('r1');
    list.merge(Array.from({ length: 3_500 }, (_, n) => row(n + 2)));
    expect(list.store.getState().rows).toHaveLength(3_501);
    list.keep(null);
    list.merge([row(4_000)]);
    expect(list.store.getState().rows).toHaveLength(3_000);
  });

  it('keeps what it shows and says why when a page cannot be read', async () => {
    const list = open();
    await list.reload();
    const broken = keysetList<Row>({ ...source, load: async () => refuse('internal', 'The disk is gone.') });
    await broken.reload();
    expect(broken.store.getState().problem?.message).toBe('The disk is gone.');
  });
});

describe('changed rows', () => {
  it('replace, join in order, and leave when they no longer belong', () => {
    expect(at(mergeRows([row(9), row(5)], [row(7), { ...row(5), done: true }], source, false))).toEqual([9, 7]);
  });

  it('move when their place in the order changed', () => {
    const byDue = { belongs: () => true, order: source.order };
    const moved = { id: 'r9', at: 4 };
    expect(at(mergeRows([row(9), row(5), row(3)], [moved], byDue, false))).toEqual([5, 4, 3]);
    // Below the last row that is held it leaves: the page that it stands on will bring it.
    expect(at(mergeRows([row(9), row(5)], [moved], byDue, true))).toEqual([5]);
  });

  it('stay out below the last row while older pages are unread', () => {
    expect(at(mergeRows([row(9), row(5)], [row(3)], source, true))).toEqual([9, 5]);
    expect(at(mergeRows([row(9), row(5)], [row(3)], source, false))).toEqual([9, 5, 3]);
  });
});

describe('a combination of keys', () => {
  const press = (key: string, change: Partial<Parameters<typeof isPressed>[0]> = {}) => ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...change,
  });

  it('is Ctrl here and Cmd on a Mac, and nothing more', () => {
    expect(isPressed(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true);
    expect(isPressed(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
    expect(isPressed(press('k', { metaKey: true }), 'mod+k', false)).toBe(false);
    expect(isPressed(press('k', { ctrlKey: true, shiftKey: true }), 'mod+k', false)).toBe(false);
    expect(isPressed(press('k'), 'mod+k', false)).toBe(false);
  });

  it('knows the slash by its place when Shift makes another sign of it', () => {
    const shifted = press('?', { ctrlKey: true, shiftKey: true, code: 'Slash' });
    expect(isPressed(shifted, 'mod+shift+/', false)).toBe(true);
  });
});

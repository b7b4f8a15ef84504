import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Of } from '../../../src/renderer/view-models/body-bytes';
import { compareHeaders } from '../../../src/renderer/view-models/compare/compare-headers';
import { compareHex, compareLines } from '../../../src/renderer/view-models/compare/compare-lines';
import { compareLists, MOST_EDITS, visitRuns } from '../../../src/renderer/view-models/compare/compare-lists';
import { compareMessages, type ExchangeSide } from '../../../src/renderer/view-models/compare/compare-messages';
import * as page from '../../../src/renderer/view-models/compare/compare-page';
import { type ComparedRow, differing } from '../../../src/renderer/view-models/compare/comparison';
import { stayInOrder } from '../../../src/renderer/view-models/compare/in-order';
import { sameNumber } from '../../../src/renderer/view-models/compare/json-number';

const told = (rows: readonly ComparedRow[]) =>
  rows.map(({ change, label, left, right }) => [change, label, left, right]);

describe('headers', () => {
  it('are compared by name without case, the nth of a name with the nth', () => {
    const left = [
      ['Host', 'a'],
      ['X-A', '1'],
      ['x-a', '2'],
      ['Gone', 'g'],
    ] as const;
    const right = [
      ['host', 'a'],
      ['X-A', '1'],
      ['X-New', 'n'],
      ['X-A', '3'],
    ] as const;
    expect(told(compareHeaders(left, right))).toEqual([
      ['respelt', 'Host', 'a', 'a'],
      ['same', 'X-A', '1', '1'],
      ['added', 'X-New', null, 'n'],
      ['changed', 'x-a', '2', '3'],
      ['removed', 'Gone', 'g', null],
    ]);
  });

  it('that stand elsewhere among the others are said to have moved, and only they', () => {
    const rows = compareHeaders(
      [
        ['A', '1'],
        ['B', '2'],
        ['C', '3'],
        ['D', '4'],
      ],
      [
        ['D', '4'],
        ['A', '1'],
        ['B', '2'],
        ['C', '3'],
      ],
    );
    expect(rows.map(({ change }) => change)).toEqual(['same', 'same', 'same', 'moved']);
    expect(rows[3]?.note).toBe('4th at the left, 1st at the right');
  });

  it('a longest run stays in order', () => {
    expect([...stayInOrder([3, 0, 1, 4, 2])].sort()).toEqual([1, 2, 4]);
    expect(stayInOrder([])).toEqual(new Set());
  });
});

const side = (body: string | Uint8Array, contentType = 'application/json', contentEncoding = ''): ExchangeSide => ({
  request: {
    first: 'POST /a HTTP/1.1',
    headers: [],
    body: {
      base64: base64Of(typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body)),
      contentType,
      contentEncoding,
      cut: false,
    },
  },
  response: null,
});

async function bodies(left: ExchangeSide, right: ExchangeSide) {
  const { sections } = await compareMessages({ left, right });
  const body = sections.find(({ title }) => title === 'Request body');
  if (body === undefined) throw new Error('no section for the body');
  return body;
}

const differences = async (left: string, right: string, type?: string) => {
  const { rows } = await bodies(side(left, type), side(right, type));
  return told(rows.filter(({ change }) => change !== 'same'));
};

describe('JSON bodies', () => {
  it('are compared value by value, without numbers', async () => {
    expect(
      await differences(
        '{"id":4634343214213523454,"x":1.00,"gone":null,"s":"a"}',
        '{ "id": 4634343214213523455, "x": 1.0, "s": "\\u0061", "new": {"a" : 1} }',
      ),
    ).toEqual([
      ['removed', '$.gone', 'null', null],
      ['added', '$.new', null, '{"a":1}'],
      ['changed', '$.id', '4634343214213523454', '4634343214213523455'],
      ['respelt', '$.x', '1.00', '1.0'],
      ['respelt', '$.s', '"a"', '"\\u0061"'],
    ]);
  });

  it('entries of arrays are compared where they fit best', async () => {
    expect(await differences('[1,{"a":1},3]', '[0,1,{"a":2},3]')).toEqual([
      ['added', '$[0]', null, '0'],
      ['changed', '$[1].a', '1', '2'],
    ]);
  });

  it('repeated names are compared in their order, and another order of names is said', async () => {
    expect(await differences('{"a":1,"a":2}', '{"a":1,"a":3}')).toEqual([['changed', '$.a', '2', '3']]);
    expect(await differences('{"a":1,"b":2}', '{"b":2,"a":1}')).toEqual([['moved', '$', 'a, b', 'b, a']]);
  });

  it('that differ in white space alone say so', async () => {
    const body = await bodies(side('{"a":[1,2]}'), side('{ "a": [1, 2] }'));
    expect(differing(body.rows)).toBe(0);
    expect(body.notes).toContain('The values are the same; only white space between them differs.');
  });

  it('of several lines are compared as a list', async () => {
    expect(await differences('{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":3}\n', 'application/x-ndjson')).toEqual([
      ['changed', '$[1].a', '2', '3'],
    ]);
  });

  it('differ exactly when their values do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (a, b) => {
        const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
        expect((await differences(left, right)).length > 0).toBe(left !== right);
        expect(await differences(left, JSON.stringify(a, null, 2))).toEqual([]);
      }),
    );
  });

  it('nested without end are no trouble', async () => {
    const deep = (end: string): string => `${'['.repeat(50_000)}${end}${']'.repeat(50_000)}`;
    const body = await bodies(side(deep('1')), side(deep('2')));
    expect(body.rows.map(({ change, note }) => [change, note])).toEqual([['changed', 'nested too deep to look into']]);
  });

  it('numbers are the same by their digits', () => {
    for (const [a, b] of [
      ['1', '1.0'],
      ['1e2', '100'],
      ['-0.50', '-5e-1'],
      ['0', '-0.00'],
      ['12345678901234567890.10', '12345678901234567890.1'],
    ] as const)
      expect(sameNumber(a, b)).toBe(true);
    for (const [a, b] of [
      ['1', '-1'],
      ['10', '1'],
      ['12345678901234567890', '12345678901234567891'],
      ['x', 'x'],
    ] as const)
      expect(sameNumber(a, b)).toBe(false);
  });
});

describe('other bodies', () => {
  it('of text are compared line by line', async () => {
    expect(await differences('a\nb\nc', 'a\nx\nc\nd', 'text/plain')).toEqual([
      ['changed', '2 · 2', 'b', 'x'],
      ['added', ' · 4', null, 'd'],
    ]);
  });

  it('of bytes are compared sixteen at a place', () => {
    const left = new Uint8Array(32);
    const right = Uint8Array.from({ length: 20 }, (_, at) => (at === 17 ? 0xff : 0));
    const { rows } = compareHex(left, right);
    expect(rows.map(({ change, label }) => [change, label])).toEqual([
      ['same', '00000000'],
      ['changed', '00000010'],
    ]);
  });

  it('that are the same byte for byte, or but for their codings, say so', async () => {
    expect((await bodies(side('abc'), side('abc'))).notes).toEqual(['The same, byte for byte: 3 B.']);
    expect((await bodies(side(''), side(''))).notes).toEqual(['Both are empty.']);
    const coded = side(gzipSync('{"a":1}'), 'application/json', 'gzip');
    expect((await bodies(coded, side('{"a":1}'))).notes).toEqual([
      'They are compared without their content codings.',
      'What they hold is the same, byte for byte; only their content codings differ.',
    ]);
  });

  it('that are long are cut, and the cut is said', async () => {
    const long = 'x\n'.repeat(1_100_000);
    const body = await bodies(side(long, 'text/plain'), side(`y${long}`, 'text/plain'));
    expect(body.notes).toEqual([
      'The first 2.0 MB of each are compared.',
      'The first 50,000 lines of each are compared.',
    ]);
    expect(differing(body.rows)).toBe(1);
  });

  it('of which one is long are cut too', () => {
    const long = 'x\n'.repeat(50_000);
    const said = ['The first 50,000 lines of each are compared.'];
    expect([compareLines(long, 'x').notes, compareLines('x', long).notes]).toEqual([
      expect.arrayContaining(said),
      expect.arrayContaining(said),
    ]);
  });

  it('that differ in too much are compared by place, and that is said', () => {
    const lines = (letter: string): string =>
      Array.from({ length: MOST_EDITS * 2 }, (_, at) => `${letter}${at}`).join('\n');
    const { rows, notes } = compareLines(lines('a'), lines('b'));
    expect(notes).toEqual(['More than 2,000 lines differ: each is compared with the one at its place.']);
    expect(rows).toHaveLength(MOST_EDITS * 2);
  });
});

it('lists put together again from their comparison are both lists', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(list, list, (left, right) => {
      const [lefts, rights]: [string[], string[]] = [[], []];
      visitRuns(compareLists(left, right), {
        both: ({ leftFrom, leftTo, rightFrom, rightTo }) => {
          expect(left.slice(leftFrom, leftTo)).toEqual(right.slice(rightFrom, rightTo));
          lefts.push(...left.slice(leftFrom, leftTo));
          rights.push(...right.slice(rightFrom, rightTo));
        },
        pair: (a, b) => {
          lefts.push(left[a] ?? '?');
          rights.push(right[b] ?? '?');
        },
        left: (a) => lefts.push(left[a] ?? '?'),
        right: (b) => rights.push(right[b] ?? '?'),
      });
      expect([lefts, rights]).toEqual([left, right]);
    }),
  );
});

describe('the page', () => {
  const same: ComparedRow = { change: 'same', label: 'a', left: '1', right: '1', note: '' };
  const changed: ComparedRow = { ...same, change: 'changed', right: '2' };
  const comparison = {
    sections: [
      { title: 'Request line', rows: [same], notes: [] },
      { title: 'Request body', rows: [same, same, changed, same], notes: ['n'] },
    ],
  };

  it('has what differs first, and says how much that is', () => {
    expect(page.sayDifferences(comparison)).toBe('1 difference: 1 in the request body.');
    expect(page.sayDifferences({ sections: [] })).toBe('No differences.');
    expect(page.compareLines(comparison, 'differences')).toEqual([
      { kind: 'title', title: 'Request body', says: '1 difference' },
      { kind: 'note', says: 'n' },
      { kind: 'gap', count: 2 },
      { kind: 'row', row: changed },
      { kind: 'gap', count: 1 },
      { kind: 'title', title: 'Request line', says: 'the same' },
    ]);
  });

  it('has everything in its order when that is wanted', () => {
    expect(page.compareLines(comparison, 'all').map(({ kind }) => kind)).toEqual([
      'title',
      'row',
      'title',
      'note',
      'row',
      'row',
      'row',
      'row',
    ]);
  });

  it('marks what differs within a value', () => {
    expect(page.markDifference('abcde', 'abXe')).toEqual({ from: 2, leftTo: 4, rightTo: 3 });
    expect(page.markDifference('aa', 'aaa')).toEqual({ from: 2, leftTo: 2, rightTo: 3 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonIndex, type JsonReading, scanJson } from '../../../src/renderer/view-models/bodies/json-scan';
import {
  compactJson,
  copiedValue,
  jsonPath,
  keyText,
  kindOf,
  prettyJson,
  valueText,
} from '../../../src/renderer/view-models/bodies/json-text';
import {
  depthOf,
  firstClosed,
  opened,
  placeOf,
  shut,
  visibleNodes,
} from '../../../src/renderer/view-models/bodies/json-tree';

function indexOf(text: string, reading: JsonReading = {}): JsonIndex {
  const scan = scanJson(text, reading);
  if (!scan.ok) throw new Error(scan.fault.says);
  return scan.index;
}

const withoutSpace = (text: string): string => text.replace(/[ \t\r\n]/g, '');

/** JSON texts with white space wherever it may stand, and strings without any, so that it can be taken away again. */
const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom('', ' ', '\n', '\t ', '\r\n')).map(([value, space]) =>
  JSON.stringify(value)
    .replaceAll(' ', '_')
    .replace(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g, (token) => space + token + space),
);

describe('JSON on indented lines', () => {
  it('keeps digits, zeros, escapes and repeated names', () => {
    expect(prettyJson('{"orderId":4634343214213523454,"x":1.00,"x":1E+2,"s":"\\u00fc {,}"}')).toBe(
      '{\n  "orderId": 4634343214213523454,\n  "x": 1.00,\n  "x": 1E+2,\n  "s": "\\u00fc {,}"\n}',
    );
  });

  it('keeps empty ones on a line, and lays a bare value out', () => {
    expect(prettyJson('{"a":[ ],"b":{\n}}')).toBe('{\n  "a": [],\n  "b": {}\n}');
    expect(prettyJson(' "x" ')).toBe('"x"');
  });

  it('puts the values of a sequence one below the other', () => {
    expect(prettyJson('{"a":1}\n{"a":2}\n3\n')).toBe('{\n  "a": 1\n}\n{\n  "a": 2\n}\n3');
  });

  it('changes white space alone, of any JSON', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        expect(withoutSpace(prettyJson(text))).toBe(withoutSpace(text));
        expect(compactJson(text)).toBe(withoutSpace(text));
      }),
    );
  });

  it('never throws, and loses no character, of any text', () => {
    const signs = fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', ' ', '\n', '1', 'x', 'ü', '\u0000');
    fc.assert(
      fc.property(
        fc.array(signs).map((all) => all.join('')),
        (text) => {
          const outside = (one: string): string => one.replace(/[\s{}[\]]/g, '');
          expect(outside(prettyJson(text))).toBe(outside(text));
        },
      ),
    );
  });

  it('is indented to 64 levels only: a million brackets are no million spaces each', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const lengths = prettyJson(deep)
      .split('\n')
      .map((line) => line.length);
    expect(lengths.reduce((longest, length) => Math.max(longest, length))).toBe(64 * 2 + 2);
  });
});

describe('the index of a JSON text', () => {
  it('takes a text for JSON exactly when JSON.parse does', () => {
    const pieces = fc.constantFrom(
      ...['{', '}', '[', ']', ':', ',', '"a"', '"', '\\u00e9', '\\x', '1', '-', '01', '1.', '.5', '1e5', '1e', 'true'],
      ...['nul', 'null', ' ', '\n', '\t', '"\\n"', '"\n"', '{"a":1}', '[1,2]'],
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
      spaced,
    );
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(texts, (text) => {
        expect(scanJson(text).ok).toBe(parses(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('wants every control character of a string escaped, and no other', () => {
    const codes = Array.from({ length: 0x30 }, (_, code) => code);
    const accepted = codes.filter((code) => scanJson(`"${String.fromCharCode(code)}"`).ok);
    expect(accepted).toEqual(codes.filter((code) => code >= 0x20 && code !== 0x22));
  });

  it('says where a text stops being JSON', () => {
    const scan = scanJson('{\n  "a": 1,\n  b: 2\n}');
    expect(scan).toEqual({
      ok: false,
      full: false,
      fault: { at: 14, line: 3, column: 3, says: 'a name in quotation marks was expected' },
    });
  });

  it('knows where each value stands, its name and what is within', () => {
    const text = '{"a":[10,{"b":"x"}],"a":null}';
    const index = indexOf(text);
    expect(Array.from({ length: index.count }, (_, node) => valueText(text, index, node))).toEqual([
      text,
      '[10,{"b":"x"}]',
      '10',
      '{"b":"x"}',
      '"x"',
      'null',
    ]);
    expect([...index.lasts]).toEqual([5, 4, 2, 4, 4, 5]);
    expect([...index.parents]).toEqual([-1, 0, 1, 1, 3, 0]);
    expect([...index.sizes]).toEqual([2, 2, 0, 1, 0, 0]);
    expect(keyText(text, index, 4)).toBe('"b"');
    expect(keyText(text, index, 2)).toBeNull();
    expect(kindOf(index, 5)).toBe('literal');
  });

  it('writes the way to a value, and copies what is meant', () => {
    const text = '{"orders":[{"odd name":"it\\u0027s"},4634343214213523454]}';
    const index = indexOf(text);
    expect(jsonPath(text, index, 3)).toBe("$.orders[0]['odd name']");
    expect(copiedValue(text, index, 3)).toBe("it's");
    expect(copiedValue(text, index, 4)).toBe('4634343214213523454');
    expect(copiedValue(text, index, 2)).toBe('{"odd name":"it\\u0027s"}');
  });

  it('reads a sequence with a value on each line, or after record separators', () => {
    const lines = indexOf('{"a":1}\n[2]\n', { many: true });
    expect([...lines.parents]).toEqual([-1, 0, -1, 2]);
    expect(jsonPath('{"a":1}\n[2]\n', lines, 3)).toBe('$[1][0]');
    expect(indexOf('\u001e{"a":1}\n\u001e2', { many: true }).count).toBe(3);
    expect(scanJson('1 2', { many: true }).ok).toBe(false);
    expect(scanJson('1\n2').ok).toBe(false);
  });

  it('closes what a cut left open, and leaves the unfinished value out', () => {
    const text = '{"a":[1,{"b":"unfinis';
    const scan = scanJson(text, { cut: true });
    expect(scan.ok && scan.cut).toBe(true);
    const index = indexOf(text, { cut: true });
    expect(Array.from({ length: index.count }, (_, node) => valueText(text, index, node))).toEqual([
      text,
      '[1,{"b":"unfinis',
      '1',
      '{"b":"unfinis',
    ]);
    expect(scanJson('{"a":}', { cut: true }).ok).toBe(false);
  });

  it('goes as deep as it is given, and stops at its most values', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(indexOf(deep).count).toBe(200_000);
    expect(depthOf(indexOf(deep), 199_999)).toBe(200);
    expect(scanJson('[1,2,3]', { mostValues: 3 })).toMatchObject({ ok: false, full: true });
    expect(indexOf('[1,2,3]', { mostValues: 4 }).count).toBe(4);
  });

  it('allows a byte order mark before everything', () => {
    expect(indexOf('\ufeff[1]').count).toBe(2);
  });
});

describe('the tree of a JSON text', () => {
  const text = '{"a":[1,2],"b":{"c":3},"d":4}';
  const index = indexOf(text);

  it('shows what no closed value holds', () => {
    expect([...visibleNodes(index, new Set())]).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([...visibleNodes(index, shut(new Set(), 1))]).toEqual([0, 1, 4, 5, 6]);
    expect([...visibleNodes(index, new Set([0]))]).toEqual([0]);
    expect([...visibleNodes(index, opened(index, new Set([1, 4]), 1))]).toEqual([0, 1, 2, 3, 4, 6]);
  });

  it('finds a value among those in sight, or the one that hides it', () => {
    const visible = visibleNodes(index, new Set([1]));
    expect(placeOf(visible, 5)).toBe(3);
    expect(placeOf(visible, 3)).toBe(1);
  });

  it('begins with the deeper levels closed when it is large', () => {
    const large = `[${Array.from({ length: 1_500 }, () => '[1,[2]]').join(',')}]`;
    const many = indexOf(large);
    const closed = firstClosed(many);
    expect(visibleNodes(many, closed)).toHaveLength(1_501);
    // The first entry, opened: its two values more, the deeper one closed.
    const one = opened(many, closed, 1);
    expect(visibleNodes(many, one)).toHaveLength(1_503);
    expect(firstClosed(index).size).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonPath } from '../../src/shared/json/path';
import { jsonSpans } from '../../src/shared/redaction/json-spans';
import { bytesOfLatin1, latin1Of } from '../../src/shared/redaction/latin1';

const utf8 = (text: string): string => latin1Of(new TextEncoder().encode(text));
const text = (latin1: string): string => new TextDecoder().decode(bytesOfLatin1(latin1));

/** The values that the paths lead to, as they stand. */
function found(json: string, ...paths: readonly string[]): readonly string[] {
  const read = paths.map((path) => {
    const result = readJsonPath(path);
    if (!result.ok) throw new Error(result.problem.message);
    return result.value;
  });
  const latin1 = utf8(json);
  return jsonSpans(latin1, read).map(({ from, to }) => text(latin1.slice(from, to)));
}

describe('a path into JSON', () => {
  it.each([
    ['{"card":{"number":4111,"name":"A"}}', '$.card.number', ['4111']],
    ['{"a":[{"t":1},{"t":2},{"u":3}]}', '$.a[*].t', ['1', '2']],
    ['{"a":[10,20,30]}', '$.a[1]', ['20']],
    ['{"password":"x","deep":{"er":[{"password":"y"}]}}', '$..password', ['"x"', '"y"']],
    ['{"a b":1,"x":{"a.b":2}}', '$["a b"]', ['1']],
    ['{"x":{"a.b":2}}', "$.x['a.b']", ['2']],
    ['{"x":{"y":{"z":[1,{"q":2}]}}}', '$.x.y', ['{"z":[1,{"q":2}]}']],
    ['{"x":1,"y":"two"}', '$.*', ['1', '"two"']],
    // A name that stands twice is met twice.
    ['{"a":1,"a":2}', '$.a', ['1', '2']],
    // However the name is written.
    ['{"p\\u0061ss":1,"größe":2}', '$.pass', ['1']],
    ['{"größe":2}', '$.größe', ['2']],
    // JSON lines.
    ['{"k":1}\n{"k":2}\n', '$.k', ['1', '2']],
    ['[1,2]', '$', ['[1,2]']],
    ['{"a":"x]}\\"","b":1}', '$.b', ['1']],
    // Cut off: what began reaches to the end.
    ['{"a":1,"secret":{"b":"c', '$.secret', ['{"b":"c']],
    ['{"a":1,"secret":"never en', '$.secret', ['"never en']],
    ['{"secret":1,oops', '$.secret', ['1']],
    ['', '$.a', []],
    ['not json', '$.a', []],
    ['{"a":{}}', '$.a.b', []],
  ])('in %s, %s', (json, path, values) => {
    expect(found(json, path)).toEqual(values);
  });

  it('is not lost in the depth of ten thousand lists', () => {
    const deep = `${'['.repeat(10_000)}{"a":1}${']'.repeat(10_000)}`;
    expect(found(deep, '$..a')).toEqual(['1']);
  });

  it('finds what a parser would find, whatever the rest holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.integer({ min: 0, max: 4 }),
        fc.jsonValue(),
        (around, at, value) => {
          const object = Object.fromEntries([...around.entries()].map(([i, each]) => [`k${i}`, each]));
          const json = JSON.stringify({ ...object, [`k${at}`]: { here: value } });
          const parsed = (JSON.parse(json) as Record<string, { here: unknown }>)[`k${at}`]?.here;
          expect(found(json, `$.k${at}.here`).map((each) => JSON.parse(each))).toEqual([parsed]);
        },
      ),
    );
  });
});

describe('a path that goes deep again and again', () => {
  it('finds a value below many of the same name', () => {
    const deep = 200;
    const text = `${'{"a":'.repeat(deep)}{"b":1}${'}'.repeat(deep)}`;
    expect(found(text, `$${'..a'.repeat(12)}..b`)).toEqual(['1']);
  });
});

describe('a path as it is written', () => {
  it.each([
    ['card', 'A path begins with $, such as $.card.number.'],
    ['$.', 'Character 2 is not part of a path. Write $.name, [0], [*] or ["name"].'],
    ['$.a[', 'Character 4 is not part of a path. Write $.name, [0], [*] or ["name"].'],
    ['$.a b', 'Character 4 is not part of a path. Write $.name, [0], [*] or ["name"].'],
  ])('%s is refused', (path, message) => {
    const read = readJsonPath(path);
    expect(read.ok ? null : read.problem.message).toBe(message);
  });
});

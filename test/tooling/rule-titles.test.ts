import { describe, expect, it } from 'vitest';
import { ledgerIds, rulesOfTitle, testTitles } from '../../scripts/rule-titles.mjs';

describe('the rules that a title begins with', () => {
  it.each([
    ['A21 queues a delivery again', ['A21']],
    ['a3 stays Stale', ['a3']],
    ['K6, K7, K10: makes six attempts', ['K6', 'K7', 'K10']],
    ['A15–A18, a11: never exceeds the limit', ['A15', 'A16', 'A17', 'A18', 'a11']],
    ['f15: stands last', ['f15']],
    // Several rules need the colon: without it nothing says where they end.
    ['K6, K7 makes six', []],
    ['A15–A18 never', []],
    ['A18–A15, a11: backwards', ['a11']],
    ['A15–a18: two letters', []],
    ['says the phrases of RFC 9110', []],
    ['A215', []],
    ['see A21 for more', []],
    ['200 OK', []],
  ])('%s', (title, rules) => {
    expect(rulesOfTitle(title)).toEqual(rules);
  });
});

describe('the titles of a test file', () => {
  const titles = (text: string) => testTitles('some.test.ts', text);

  it('are those of it and test, in a table, in a group and with a hole', () => {
    expect(
      titles(`
        describe('A1 is a group', () => {
          it('A2 is one', () => {});
          test("A3 is one", { timeout: 1 }, async () => {});
          it.each([1, 2])('A4 is %d', (n: number) => {});
          test.only(\`A5 is \${n}\`, () => {});
          it.each([['A6 is a row', 1], ['A7 is another', 2]])('%s of a table', () => {});
        });`),
    ).toEqual(['A2 is one', 'A3 is one', 'A4 is %d', 'A5 is ', 'A6 is a row of a table', 'A7 is another of a table']);
  });
  it('are not those of what is skipped, of steps, or of other functions', () => {
    expect(
      titles(`it.skip('A1', f); test.describe('A2', f); await test.step('A3', f); submit('A4', f); it(title, f);`),
    ).toEqual([]);
  });
  it('are not found in comments and strings', () => {
    expect(titles(`// it('A1 is a comment', f)\nconst text = "it('A2 is text', f)";`)).toEqual([]);
  });
  it('says which file does not parse', () => {
    expect(() => titles('it(')).toThrow('some.test.ts: ');
  });
});

it('reads the numbers of the ledger', () => {
  expect(ledgerIds("export const LEDGER = {\n  A1: 'One.',\n  a10: 'Ten.',\n\n  // B2: 'None.'\n};\n")).toEqual([
    'A1',
    'a10',
  ]);
});

import { describe, expect, it } from 'vitest';
import { csvCell } from '../../src/main/export/csv';
import { EngineBench } from '../support/engine-bench';
import { aLog, exported, WHOLE } from './log-bench';

/** RFC 4180, read by its grammar. */
function records(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
    field.lastIndex = at;
    const found = field.exec(text);
    at = field.lastIndex;
    row.push((found?.[1] ?? found?.[2] ?? '').replaceAll('""', '"'));
    if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else if (text[at] === ',') at += 1;
    else throw new Error(`character ${at} is no CSV`);
  }
  return rows;
}

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1+1', "'＝1+1"],
    ['="a"",b', '"\'=""a"""",b"'],
    [-1.5, '-1.5'],
    [null, ''],
  ])('%j is written %s', (value, written) => {
    expect(csvCell(value)).toBe(written);
  });
});

describe('a log as CSV', () => {
  it('is a row an attempt, under their names', async () => {
    const bench = await aLog();
    const [head = [], ...rows] = records(await exported(bench.views, { format: 'csv' }));
    const of = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? '';
    expect(rows.map((row) => [of(row, 'endpoint'), of(row, 'attempt'), of(row, 'status'), of(row, 'state')])).toEqual([
      ['Shop', '1', '503', 'delivered'],
      ['Shop', '2', '503', 'delivered'],
      ['Shop', '3', '200', 'delivered'],
      ['Audit', '1', '200', 'delivered'],
    ]);
    expect(rows.every((row) => row.length === head.length)).toBe(true);
    expect(of(rows[0] ?? [], 'url')).toBe('http://127.0.0.1:9/hook?token=REDACTED&x=1');
    expect(of(rows[0] ?? [], 'redacted')).toBe('1');
    expect(of(rows[3] ?? [], 'redacted')).toBe('0');
    expect(of(rows[0] ?? [], 'started_at')).toMatch(/^2026-01-01T00:00:00\.\d{3}Z$/);
    expect(of(rows[1] ?? [], 'why')).not.toBe('');
  });

  it('cannot be made to hold a formula by whoever names an endpoint or an event', async () => {
    const bench = await EngineBench.open();
    const name = '=HYPERLINK("http://evil.test","x")';
    bench.send(bench.endpoint('fianto', name));
    await bench.advance(1_000);
    const [head = [], row = []] = records(await exported(bench.views, { format: 'csv', redaction: WHOLE }));
    expect(row[head.indexOf('endpoint')]).toBe(`'${name}`);
    expect(row[head.indexOf('redacted')]).toBe('');
  });
});

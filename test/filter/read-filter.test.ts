import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTER_FIELDS } from '../../src/shared/filter/fields';
import type { Filter, FilterSubject, FilterTest } from '../../src/shared/filter/filter';
import { quoted, readFilter } from '../../src/shared/filter/read-filter';

function filterOf(text: string, subject: FilterSubject = 'delivery'): Filter {
  const read = readFilter(subject, text);
  if (!read.ok) throw new Error(`${text}: ${read.problem.message}`);
  return read.filter;
}

const problemOf = (text: string, subject: FilterSubject = 'delivery') => {
  const read = readFilter(subject, text);
  return read.ok ? null : read.problem;
};

const is = (field: string, test: FilterTest) => ({ kind: 'is', field, test });
const text = (value: string) => is('text', { kind: 'like', text: value, whole: false });
const oneOf = (field: string, ...values: string[]) => is(field, { kind: 'one-of', values });
const between = (field: string, least: number, most: number) => is(field, { kind: 'between', least, most });
const MOST = Number.MAX_SAFE_INTEGER;

describe('a filter', () => {
  it('takes everything when nothing is typed', () => {
    expect(filterOf('')).toEqual({ kind: 'all', of: [] });
    expect(filterOf(' \t ')).toEqual({ kind: 'all', of: [] });
  });

  it.each<[string, unknown]>([
    ['status:5xx', between('status', 500, 599)],
    ['status:503', between('status', 503, 503)],
    ['status>=500', between('status', 500, MOST)],
    ['status<400', between('status', 0, 399)],
    ['attempts>3', between('attempts', 4, MOST)],
    ['attempts<=3', between('attempts', 0, 3)],
    ['attempts:3', between('attempts', 3, 3)],
    ['state:held', oneOf('state', 'held')],
    ['STATE:Held', oneOf('state', 'held')],
    ['state:deferred', oneOf('state', 'deferred')],
    ['reason:exhausted', oneOf('reason', 'exhausted')],
    ['fault:response-timeout', oneOf('fault', 'response-timeout')],
    ['fault:any', is('fault', { kind: 'one-of', values: null })],
    ['type:order.*', is('type', { kind: 'like', text: 'order.*', whole: true })],
    ['endpoint:orders', is('endpoint', { kind: 'like', text: 'orders', whole: false })],
    ['endpoint:"Orders API"', is('endpoint', { kind: 'like', text: 'Orders API', whole: false })],
    ['header:Retry-After', is('header', { kind: 'header', name: 'Retry-After', text: null })],
    ['header:x-a=b=c', is('header', { kind: 'header', name: 'x-a', text: 'b=c' })],
    ['body:ord', is('body', { kind: 'like', text: 'ord', whole: false })],
    ['since:1h', is('time', { kind: 'since', from: { kind: 'ago', ms: 3_600_000 } })],
    ['until:2026-12-01', is('time', { kind: 'until', to: { kind: 'at', ms: Date.UTC(2026, 11, 1) } })],
    [
      'since:2026-12-01T14:05:06.5Z',
      is('time', { kind: 'since', from: { kind: 'at', ms: Date.UTC(2026, 11, 1, 14, 5, 6, 500) } }),
    ],
  ])('reads %s', (typed, meant) => {
    expect(filterOf(typed)).toEqual(meant);
  });

  it('wants every condition to hold, and reads brackets', () => {
    expect(filterOf('state:failed  order')).toEqual({ kind: 'all', of: [oneOf('state', 'failed'), text('order')] });
    expect(filterOf('not(state:held)')).toEqual({ kind: 'not', of: oneOf('state', 'held') });
    expect(filterOf('or(status:5xx, fault:any a)')).toEqual({
      kind: 'any',
      of: [
        between('status', 500, 599),
        { kind: 'all', of: [is('fault', { kind: 'one-of', values: null }), text('a')] },
      ],
    });
    expect(filterOf('not(or(a,b))x')).toEqual({
      kind: 'all',
      of: [{ kind: 'not', of: { kind: 'any', of: [text('a'), text('b')] } }, text('x')],
    });
  });

  it.each([
    "don't",
    'a/b',
    '"',
    '""',
    '*',
    'NEAR(',
    '-x',
    'col:x',
    '(',
    ')',
    ',',
    'http://localhost:3000/in',
    '%_\\',
    'state',
    'type>order',
    '\u0000',
    '日本',
  ])('looks for %j as it stands', (typed) => {
    expect(filterOf(typed)).toEqual(text(typed));
  });

  it('looks for what stands in quotes, spaces, brackets and conditions included', () => {
    expect(filterOf('"order created"')).toEqual(text('order created'));
    expect(filterOf('"status:5xx"')).toEqual(text('status:5xx'));
    expect(filterOf('"not("')).toEqual(text('not('));
    expect(filterOf('"say \\"hi\\" \\\\"')).toEqual(text('say "hi" \\'));
  });

  it('quotes any text so that it is looked for literally', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (value) => {
        expect(filterOf(quoted(value))).toEqual(text(value));
      }),
    );
  });

  it('never throws, and says where something is wrong inside of what was typed', () => {
    const piece = fc.constantFrom(
      'not(',
      'or(',
      ')',
      ',',
      ' ',
      '"',
      'status:',
      '5xx',
      'attempts>',
      'a',
      'since:',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom('delivery' as const, 'capture' as const),
        (parts, subject) => {
          const typed = parts.join('');
          const problem = problemOf(typed, subject);
          if (problem === null) return;
          expect(problem.length).toBeGreaterThan(0);
          expect(problem.at).toBeGreaterThanOrEqual(0);
          expect(problem.at).toBeLessThanOrEqual(typed.length);
          expect(problem.message).toMatch(/\.$/);
        },
      ),
    );
  });

  it.each<[string, number, number, RegExp]>([
    ['a status:abc', 2, 10, /number such as 503/],
    ['status>5xx', 0, 10, /compared with a number/],
    ['state:', 0, 6, /state needs a value, such as state:held/],
    ['state: held', 0, 6, /needs a value/],
    ['state:lost', 0, 10, /no state “lost”\. Known are queued, processing/],
    ['fault:boom', 0, 10, /Known are dns, refused/],
    ['state:constructor', 0, 17, /no state “constructor”/],
    ['fault:__proto__', 0, 15, /no fault “__proto__”/],
    ['attempts>x', 0, 10, /whole number/],
    ['body:ab', 0, 7, /from 3 characters/],
    ['since:soon', 0, 10, /a span such as 1h/],
    ['since:2026-02-30', 0, 16, /a span such as 1h/],
    ['since:2026-02-03T25:00Z', 0, 23, /a span such as 1h/],
    ['header:=x', 0, 9, /Name the header/],
    ['not(state:held', 0, 4, /Close the bracket/],
    ['x or(a,', 7, 1, /each side of a comma/],
    ['or(,a)', 3, 1, /each side of a comma/],
    ['not()', 4, 1, /inside/],
  ])('refuses %s', (typed, at, length, message) => {
    const problem = problemOf(typed);
    expect(problem?.message).toMatch(message);
    expect(problem).toMatchObject({ at, length });
  });

  it('refuses what is too deep or too long', () => {
    expect(problemOf(`${'not('.repeat(21)}a${')'.repeat(21)}`)?.message).toMatch(/at most 20 deep/);
    expect(problemOf(`${'not('.repeat(20)}a${')'.repeat(20)}`)).toBeNull();
    expect(problemOf('x'.repeat(10_001))?.message).toMatch(/10,000 characters/);
    expect(problemOf('ab '.repeat(200))).toBeNull();
    expect(problemOf('ab '.repeat(201))).toMatchObject({
      at: 600,
      length: 3,
      message: expect.stringMatching(/at most 200/),
    });
    expect(filterOf('x'.repeat(10_000))).toEqual(text('x'.repeat(10_000)));
  });

  it('knows of each list only its own words', () => {
    expect(filterOf('method:POST', 'capture')).toEqual(is('method', { kind: 'like', text: 'POST', whole: false }));
    expect(filterOf('method:POST', 'delivery')).toEqual(text('method:POST'));
    expect(filterOf('seen:again', 'capture')).toEqual(oneOf('seen', 'again'));
    expect(filterOf('state:held', 'capture')).toEqual(text('state:held'));
  });

  it('offers examples that it reads itself', () => {
    for (const rule of FILTER_FIELDS) {
      for (const example of rule.examples) {
        for (const subject of rule.for) {
          const read = filterOf(`${rule.word}:${example}`, subject);
          expect(read, `${rule.word}:${example}`).toMatchObject({ kind: 'is', field: rule.field });
        }
      }
    }
  });
});

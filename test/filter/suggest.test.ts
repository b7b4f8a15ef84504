import { describe, expect, it } from 'vitest';
import { readFilter } from '../../src/shared/filter/read-filter';
import { suggestFilter } from '../../src/shared/filter/suggest';

const HINTS = { types: ['order.paid', 'order.refunded'], endpoints: ['Orders API', 'Billing'] };
const inserts = (text: string, caret = text.length): string[] =>
  suggestFilter('delivery', text, caret, HINTS).map(({ insert }) => insert);

describe('the filter bar offers', () => {
  it('words to filter by, as they are typed', () => {
    expect(inserts('sta')).toEqual(['status:', 'state:']);
    expect(inserts('ATT')).toEqual(['attempts>']);
    expect(inserts('n')).toEqual(['not(']);
    expect(inserts('').slice(0, 3)).toEqual(['status:', 'state:', 'reason:']);
    expect(inserts('zzz')).toEqual([]);
  });

  it('values that there are, quoted where they need it', () => {
    expect(inserts('endpoint:')).toEqual(['endpoint:"Orders API"', 'endpoint:Billing']);
    expect(inserts('endpoint:"ord')).toEqual(['endpoint:"Orders API"']);
    expect(inserts('type:ref')).toEqual(['type:order.refunded']);
    expect(inserts('state:he')).toEqual(['state:held']);
    expect(inserts('state:held')).toEqual([]);
  });

  it('what fits at the caret, inside of brackets too, in place of what is typed there', () => {
    expect(suggestFilter('delivery', 'a or(sta, b', 8, HINTS)[0]).toEqual({
      from: 5,
      to: 8,
      insert: 'status:',
      says: 'The newest answer’s status, or its class.',
    });
    expect(inserts('not(state:h')).toEqual(['state:held']);
  });

  it('only what it can read', () => {
    for (const [typed, subject] of [
      ['', 'delivery'],
      ['', 'capture'],
      ['status:', 'capture'],
      ['endpoint:', 'delivery'],
    ] as const) {
      for (const { insert } of suggestFilter(subject, typed, typed.length, HINTS)) {
        if (/[:>(]$/.test(insert)) continue;
        expect(readFilter(subject, insert), insert).toMatchObject({ ok: true, filter: { kind: 'is' } });
      }
    }
    expect(suggestFilter('capture', 'sta', 3, HINTS).map(({ insert }) => insert)).toEqual(['status:']);
  });
});

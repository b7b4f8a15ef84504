import { describe, expect, it } from 'vitest';
import { decodeCommand } from '../../src/shared/contract/decode';
import { DEFAULT_PREFERENCES, readPreferences } from '../../src/shared/contract/preferences';

const refused = (change: unknown): string => {
  const decoded = decodeCommand('settings.set', change);
  return decoded.ok ? 'taken' : decoded.problem.message;
};

describe('settings', () => {
  it('begin with the limits of R13 and keep all history (R11)', () => {
    expect(DEFAULT_PREFERENCES).toMatchObject({
      theme: 'system',
      timeZone: 'utc',
      perEndpoint: 64,
      inAll: 256,
      durability: 'normal',
      keepDays: { deliveries: null, captures: null, log: null },
      keys: {},
    });
  });

  it('begin with every list as it is by itself, and take what is chosen for one of them', () => {
    const none = { shown: {}, widths: {}, sort: null };
    expect(DEFAULT_PREFERENCES.columns).toEqual({ deliveries: none, events: none, captures: none });
    const deliveries = { shown: { error: true }, widths: { event: 200 }, sort: 'due' };
    expect(readPreferences({ columns: { deliveries } }).columns).toEqual({ deliveries, events: none, captures: none });
    expect(readPreferences({ columns: { deliveries: { sort: 'by luck' } } }).columns.deliveries).toEqual(none);
  });

  it('a change names only what changes', () => {
    expect(decodeCommand('settings.set', { theme: 'dark' })).toEqual({ ok: true, value: { theme: 'dark' } });
  });

  it.each([
    [{ theme: 'pink' }, /./],
    [{ perEndpoint: 0 }, /^An endpoint gets 1 to 4,096 requests at once\.$/],
    [{ perEndpoint: 2.5 }, /^An endpoint gets 1 to 4,096/],
    [{ inAll: 4_097 }, /^In all there are 1 to 4,096/],
    [{ keepDays: { deliveries: 0 } }, /^Keep them for 1 to 3,650 days/],
    [{ policyId: 'nobody' }, /^Choose one of alphorn, fianto, kestrel, infraspeak\.$/],
    [{ contentType: 'text/plän' }, /^A content type is written in ASCII/],
    [{ keys: { skip: 'hyper+x' } }, /^Write a combination/],
    [{ columns: { events: { widths: { type: 20 } } } }, /^A column is 32 to 1,200 px wide\.$/],
    [{ columns: { events: { widths: { type: 80.5 } } } }, /./],
    [{ filters: { delivery: ['state:lost'] } }, /^There is no state “lost”\./],
    [
      { filters: { capture: Array.from({ length: 31 }, (_, n) => `x${n}`) } },
      /^At most 30 filters are kept for a list\.$/,
    ],
    [{ columns: { events: { shown: { nothing: true } } } }, /./],
    [{ columns: { events: { sort: 'due' } } }, /./],
    [{ colour: 'red' }, /./],
  ])('%j is refused', (change, says) => {
    const message = refused(change);
    expect(message).not.toBe('taken');
    expect(message).toMatch(says);
  });

  it.each(['mod+k', 'mod+shift+/', 'mod+,', 'space', '.', '+', 'mod+shift++', 'shift+j', 'mod+1', 'mod+enter'])(
    'keys may be %s',
    (combination) => {
      expect(refused({ keys: { skip: combination } })).toBe('taken');
    },
  );

  it('one stored value that cannot be read spoils no other', () => {
    expect(readPreferences({ theme: 'light', inAll: 'many', gone: 1 })).toEqual({
      ...DEFAULT_PREFERENCES,
      theme: 'light',
    });
    expect(readPreferences('nonsense')).toEqual(DEFAULT_PREFERENCES);
  });
});

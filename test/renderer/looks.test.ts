import { describe, expect, it } from 'vitest';
import { attemptPips } from '../../src/renderer/view-models/attempt-pips';
import { clockBadge, clockFace, realWait, virtualNow } from '../../src/renderer/view-models/clock-face';
import { clockTimeTenths, listTime, relativeTime } from '../../src/renderer/view-models/instants';
import { cutMiddle, ordinal, plural, sayBytes, sayCount } from '../../src/renderer/view-models/numbers';
import { outcomeLook, stateLook } from '../../src/renderer/view-models/outcome-look';
import type { Attempt } from '../../src/shared/model/attempt';
import type { Outcome } from '../../src/shared/model/outcome';
import { aClock, aRow } from './mirror-kit';

const reply = (status: number): Outcome => ({ kind: 'response', status, retryAfter: null, tookMs: 1 });
const fault = (name: 'refused' | 'response-timeout' | 'connect-timeout'): Outcome => ({
  kind: 'no-response',
  fault: name,
  detail: '',
  tookMs: 1,
});
const marks = (...outcomes: readonly Outcome[]): readonly Attempt[] =>
  outcomes.map((outcome, index) => ({
    deliveryId: aRow(1).id,
    endpointId: aRow(1).endpointId,
    n: index + 1,
    trigger: index === 0 ? 'first' : 'retry',
    dueAt: 0,
    startedAt: 0,
    endedAt: 1,
    startedWallAt: 0,
    wait: null,
    deferredFrom: null,
    outcome,
  }));

describe('an outcome', () => {
  it('has a hue and a shape of its own for each kind of answer', () => {
    const seen = [reply(200), reply(301), reply(422), reply(503), fault('response-timeout'), fault('refused')].map(
      (outcome) => `${outcomeLook(outcome).hue} ${outcomeLook(outcome).shape}`,
    );
    expect(seen).toEqual(['ok disc', 'r3 triangle', 'c4 diamond', 's5 square', 'nr hourglass', 'nr cross']);
  });

  it('says that a redirect is not followed, and that an interruption is ours', () => {
    expect(outcomeLook(reply(301)).detail).toBe('Moved Permanently, not followed');
    expect(outcomeLook({ kind: 'interrupted', by: 'stopped', tookMs: 1 })).toMatchObject({
      hue: 'intr',
      shape: 'stroked-ring',
      word: 'Interrupted',
    });
    expect(outcomeLook(null).shape).toBe('arc');
  });
});

describe('a state', () => {
  it('wears a ring when it is final, and a failed one the last outcome’s shape', () => {
    expect(stateLook(aRow(1, { state: 'failed', marks: marks(reply(503), reply(422)) }))).toEqual({
      hue: 'c4',
      shape: 'diamond',
      final: true,
      word: 'Failed',
    });
    expect(stateLook(aRow(1, { state: 'retrying' })).final).toBe(false);
    expect(stateLook(aRow(1, { state: 'retrying', deferredFrom: 5 }))).toMatchObject({ hue: 'held', word: 'Deferred' });
    expect(stateLook(aRow(1, { state: 'delivered' }))).toMatchObject({ hue: 'ok', shape: 'disc', final: true });
  });
});

describe('the attempts of a delivery', () => {
  const kinds = (row: Parameters<typeof attemptPips>[0], budget: number) =>
    attemptPips({ ...row, budget }).pips.map((pip) => pip.kind);

  it('are its marks, the planned one, and a dot for each that the budget still has', () => {
    const row = aRow(1, { state: 'retrying', marks: marks(reply(503), reply(503)), attempts: 2, counter: 2, dueAt: 9 });
    expect(kinds(row, 8)).toEqual(['mark', 'mark', 'planned', 'left', 'left', 'left', 'left', 'left']);
  });

  it('promise nothing more once the delivery is final', () => {
    const row = aRow(1, { state: 'delivered', marks: marks(reply(503), reply(200)), attempts: 2, counter: 2 });
    expect(kinds(row, 8)).toEqual(['mark', 'mark']);
    expect(attemptPips({ ...row, budget: 8 }).pips.at(-1)).toMatchObject({ final: true });
  });

  it('keep the newest of a long history and say how many are not drawn', () => {
    const row = aRow(1, {
      state: 'failed',
      marks: marks(...Array.from({ length: 13 }, () => reply(503))),
      attempts: 13,
    });
    const { pips, cut } = attemptPips({ ...row, budget: 13 });
    expect(cut).toBe(6);
    expect(pips).toHaveLength(7);
  });
});

describe('the clock', () => {
  it('runs at the report’s rate by the page’s own monotonic time', () => {
    expect(virtualNow(aClock({ virtualMs: 1_000, rate: 600 }), 50, 60)).toBe(7_000);
    expect(virtualNow(aClock({ virtualMs: 1_000, rate: 0 }), 50, 60)).toBe(1_000);
    expect(virtualNow(aClock({ virtualMs: 1_000, rate: 600 }), 60, 50)).toBe(1_000);
  });

  it('says wall time only while it is the wall’s', () => {
    expect(clockFace(aClock(), 51_368_000)).toEqual({ time: '14:16:08', day: 'Thu 1 Jan 1970', kind: 'wall time' });
    expect(clockFace(aClock({ virtualMs: 9_000_000 }), 0).kind).toBe('virtual');
  });

  it('is lit whenever time is not 1×', () => {
    expect(clockBadge(aClock())).toMatchObject({ text: '1×', warped: false });
    expect(clockBadge(aClock({ pace: { kind: 'factor', factor: 600 } }))).toMatchObject({ text: '600×', warped: true });
    expect(clockBadge(aClock({ pace: { kind: 'skip' } }))).toMatchObject({ text: 'skip', warped: true });
    expect(clockBadge(aClock({ paused: true }))).toMatchObject({ text: 'paused', warped: true });
  });

  it('says how much real time a virtual wait takes', () => {
    expect(realWait(aClock({ pace: { kind: 'factor', factor: 600 } }), 252_000)).toBe('0.4 s away');
    expect(realWait(aClock(), 252_000)).toBeNull();
  });
});

describe('times and numbers', () => {
  const now = Date.UTC(2026, 2, 12, 14, 36, 8);

  it('name the day only when it is not today', () => {
    expect(listTime(Date.UTC(2026, 2, 12, 9, 4, 11), now)).toBe('09:04:11');
    expect(listTime(Date.UTC(2026, 2, 11, 11, 2, 0), now)).toBe('Wed 11:02');
    expect(listTime(Date.UTC(2026, 1, 4, 11, 2, 0), now)).toBe('4 Feb 11:02');
    expect(clockTimeTenths(now + 299)).toBe('14:36:08.2');
  });

  it('say how long ago in one unit', () => {
    expect(relativeTime(now - 37 * 60_000, now)).toBe('37 m ago');
    expect(relativeTime(now + 2 * 3_600_000, now)).toBe('in 2 h');
    expect(relativeTime(now - 500, now)).toBe('now');
  });

  it('carry commas, units and the right ending', () => {
    expect([0, 999, 1_000, 1_234_567].map(sayCount)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal)).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '102nd',
      '111th',
    ]);
    expect([374, 1_536, 1_048_576].map(sayBytes)).toEqual(['374 B', '1.5 KB', '1.0 MB']);
    expect(plural(1, 'delivery', 'deliveries')).toBe('1 delivery');
    expect(cutMiddle('evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF', 11)).toBe('evt_0…BCDEF');
  });
});

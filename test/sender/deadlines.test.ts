import { describe, expect, it } from 'vitest';
import { type Marks, nextDeadline, UNCLOCKED_PHASE_MS } from '../../src/main/sender/deadlines';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Timeouts } from '../../src/shared/policies/policy';
import { ALPHORN, FIANTO, INFRASPEAK, KESTREL } from './requests';

/** An exchange that started at 0 and has come as far as the marks say. */
const cameTo = (marks: Partial<Marks>): Marks => ({
  startedAt: 0,
  connectedAt: null,
  writtenAt: null,
  headersAt: null,
  heardAt: marks.connectedAt ?? 0,
  ...marks,
});

const BARE: Timeouts = { connectMs: null, headers: null, totalMs: null };

describe('the policy clocks', () => {
  it.each([
    ['f12: 10 s from connect start, while connecting', FIANTO, {}, 10_000, 'headers'],
    ['f12: the same clock after a slow connect', FIANTO, { connectedAt: 9_000, writtenAt: 9_001 }, 10_000, 'headers'],
    ['k5: connecting has 10 s of its own', KESTREL, {}, 10_000, 'connect'],
    [
      'k5: 8 s of TLS leave 10 s from the written request',
      KESTREL,
      { connectedAt: 8_000, writtenAt: 8_000 },
      18_000,
      'headers',
    ],
    ['k6: the clock waits for the last byte', KESTREL, { connectedAt: 0, writtenAt: 700 }, 10_700, 'headers'],
    ['i5: connecting has 30 s of its own', INFRASPEAK, {}, 30_000, 'connect'],
    ['i5: the response has 30 s from the connection', INFRASPEAK, { connectedAt: 29_000 }, 59_000, 'headers'],
    [
      'R15: to the headers, not from the written request',
      INFRASPEAK,
      { connectedAt: 1, writtenAt: 900 },
      30_001,
      'headers',
    ],
    ['a14: one clock while connecting', ALPHORN, {}, 15_000, 'total'],
    ['a14: one clock while waiting', ALPHORN, { connectedAt: 1_000, writtenAt: 1_001 }, 15_000, 'total'],
    [
      'a14: one clock to the end of the body',
      ALPHORN,
      { connectedAt: 1_000, writtenAt: 1_001, headersAt: 14_000 },
      15_000,
      'total',
    ],
    [
      'R13: a decided outcome reads on for 5 s',
      FIANTO,
      { connectedAt: 0, writtenAt: 0, headersAt: 9_990 },
      14_990,
      'read',
    ],
  ] as const)('%s', (_rule, timeouts, marks, at, limit) => {
    expect(nextDeadline(timeouts, cameTo(marks))).toMatchObject({ at, limit });
  });

  it('take the earliest of several', () => {
    const all: Timeouts = { connectMs: 4_000, headers: { ms: 3_000, from: 'connect-start' }, totalMs: 2_000 };
    expect(nextDeadline(all, cameTo({}))).toMatchObject({ at: 2_000, limit: 'total' });
    expect(nextDeadline({ ...all, totalMs: 5_000 }, cameTo({}))).toMatchObject({ at: 3_000, limit: 'headers' });
    expect(nextDeadline({ ...all, totalMs: 5_000, headers: null }, cameTo({}))).toMatchObject({
      at: 4_000,
      limit: 'connect',
    });
  });

  it('of silence start with the connection and again with every byte', () => {
    const quiet: Timeouts = { ...FIANTO, inactivityMs: 2_000 };
    expect(nextDeadline(quiet, cameTo({}))).toMatchObject({ at: 10_000 });
    expect(nextDeadline(quiet, cameTo({ connectedAt: 100 }))).toMatchObject({ at: 2_100, limit: 'inactivity' });
    expect(nextDeadline(quiet, cameTo({ connectedAt: 100, heardAt: 1_500 }))).toMatchObject({ at: 3_500 });
    expect(nextDeadline(quiet, cameTo({ connectedAt: 100, heardAt: 9_000 }))).toMatchObject({
      at: 10_000,
      limit: 'headers',
    });
  });

  it('of silence cover the body only when the policy waits for its end', () => {
    const came = { connectedAt: 0, writtenAt: 0, headersAt: 500, heardAt: 600 };
    expect(nextDeadline({ ...FIANTO, inactivityMs: 2_000 }, cameTo(came))).toMatchObject({ at: 5_500, limit: 'read' });
    expect(nextDeadline({ ...ALPHORN, inactivityMs: 2_000 }, cameTo(came))).toMatchObject({
      at: 2_600,
      limit: 'inactivity',
    });
  });
});

describe('a phase without a clock', () => {
  it.each([
    ['connecting', BARE, {}, UNCLOCKED_PHASE_MS, 'connect'],
    ['handing over the request', KESTREL, { connectedAt: 500 }, 500 + UNCLOCKED_PHASE_MS, 'write'],
    ['waiting for headers', BARE, { connectedAt: 0, writtenAt: 800 }, 800 + UNCLOCKED_PHASE_MS, 'headers'],
  ] as const)('is bounded: %s', (_phase, timeouts, marks, at, limit) => {
    expect(nextDeadline(timeouts, cameTo(marks))).toEqual({ at, limit, limitMs: UNCLOCKED_PHASE_MS });
  });
});

it('k6: Kestrel’s ten seconds begin when the socket has taken the last byte of the request', () => {
  const waiting: Marks = { startedAt: 0, connectedAt: 0, writtenAt: null, headersAt: null, heardAt: 0 };
  expect(nextDeadline(kestrel.timeouts, waiting)?.limit).toBe('write');
  expect(nextDeadline(kestrel.timeouts, { ...waiting, writtenAt: 700 })).toMatchObject({
    at: 10_700,
    limit: 'headers',
  });
});

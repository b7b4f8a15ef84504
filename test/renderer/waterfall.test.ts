import { describe, expect, it } from 'vitest';
import { policyClocks, unfinishedPhase } from '../../src/renderer/view-models/waterfall';
import { NO_TIMINGS, type Outcome } from '../../src/shared/model/outcome';
import type { Policy } from '../../src/shared/policies/policy';

const timeouts = (change: Partial<Policy['timeouts']>): Policy['timeouts'] => ({
  connectMs: null,
  headers: null,
  totalMs: null,
  ...change,
});
const written = { ...NO_TIMINGS, dnsMs: 2, connectMs: 3, tlsMs: 5, writeMs: 1 };
const fault = (name: Extract<Outcome, { kind: 'no-response' }>['fault'], tookMs: number): Outcome => ({
  kind: 'no-response',
  fault: name,
  detail: '',
  tookMs,
});
const answered: Outcome = { kind: 'response', status: 200, retryAfter: null, tookMs: 41 };

describe('the phase in which an attempt ended', () => {
  it('is the one after the last that it came to', () => {
    expect(unfinishedPhase(written, fault('reset', 20))).toEqual({ name: 'First byte', startMs: 11, lengthMs: 9 });
    expect(unfinishedPhase({ ...written, firstByteMs: 9 }, fault('inactivity-timeout', 120))).toEqual({
      name: 'Body',
      startMs: 20,
      lengthMs: 100,
    });
    expect(unfinishedPhase(NO_TIMINGS, fault('dns', 7))).toEqual({ name: 'DNS', startMs: 0, lengthMs: 7 });
    expect(unfinishedPhase({ ...NO_TIMINGS, reusedConnection: true }, fault('reset', 4))?.name).toBe('Request written');
  });

  it('is named by the fault where that says it', () => {
    expect(unfinishedPhase({ ...NO_TIMINGS, dnsMs: 1 }, fault('refused', 3))).toEqual({
      name: 'Connect',
      startMs: 1,
      lengthMs: 2,
    });
    expect(unfinishedPhase({ ...NO_TIMINGS, dnsMs: 1, connectMs: 2 }, fault('tls', 9))?.name).toBe('TLS');
  });

  it('there is none after a response or in flight', () => {
    expect(unfinishedPhase(written, answered)).toBeNull();
    expect(unfinishedPhase(written, null)).toBeNull();
  });
});

describe('the policy’s clocks', () => {
  it('begin where the policy says', () => {
    const starts = (from: 'connect-start' | 'connected' | 'request-written') =>
      policyClocks(timeouts({ headers: { ms: 10_000, from } }), written, answered).map(({ startMs }) => startMs);
    expect(starts('connect-start')).toEqual([0]);
    expect(starts('connected')).toEqual([10]);
    expect(starts('request-written')).toEqual([11]);
  });

  it('that it did not come to are left out', () => {
    const all = timeouts({ headers: { ms: 10_000, from: 'request-written' }, connectMs: 5_000, inactivityMs: 3_000 });
    expect(policyClocks(all, { ...NO_TIMINGS, dnsMs: 1 }, fault('refused', 3)).map(({ name }) => name)).toEqual([
      'connect',
    ]);
    expect(
      policyClocks(all, { ...written, connectMs: null, reusedConnection: true }, answered).map(({ name }) => name),
    ).toEqual(['headers', 'inactivity']);
  });

  it('the one that ended it is the one that was out at its end', () => {
    const fired = (took: number) =>
      policyClocks(
        timeouts({ headers: { ms: 10_000, from: 'connected' }, totalMs: 15_000 }),
        written,
        fault('response-timeout', took),
      ).filter((clock) => clock.fired);
    expect(fired(10_012).map(({ name }) => name)).toEqual(['headers']);
    expect(fired(15_001).map(({ name }) => name)).toEqual(['total']);
    expect(fired(3_000)).toEqual([]);
  });

  it('of two that end close to each other the nearer one, and never a silence that was not the fault', () => {
    const close = timeouts({ headers: { ms: 10_000, from: 'connect-start' }, totalMs: 10_100, inactivityMs: 10_094 });
    const fired = policyClocks(close, written, fault('response-timeout', 10_105)).filter((clock) => clock.fired);
    // The silence would end at 11 + 10,094 = 10,105 ms.
    expect(fired.map(({ name }) => name)).toEqual(['total']);
  });

  it('a silence is drawn where it was', () => {
    const [clock] = policyClocks(timeouts({ inactivityMs: 3_000 }), written, fault('inactivity-timeout', 8_000));
    expect(clock).toEqual({ name: 'inactivity', startMs: 5_000, ms: 3_000, fired: true });
  });
});

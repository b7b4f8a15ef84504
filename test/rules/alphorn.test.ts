import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/shared/model/outcome';
import { alphorn } from '../../src/shared/policies/alphorn';
import { classify } from '../../src/shared/rules/classify';
import { previewSchedule } from '../../src/shared/rules/preview';
import { providerWords } from '../../src/shared/words/provider-words';
import { ALMOST_ONE, acceptedBy, answer, drawnWaits, failUntilFinal, fault, killed, stopped, tryOnce } from './walk';

const accepted = acceptedBy(alphorn);

const verdictOf = (status: number): string =>
  classify(alphorn, { kind: 'response', status, retryAfter: null, tookMs: 1 }).verdict;

describe('attempts and delays', () => {
  it('A2 sends once and retries four times, then stops', () => {
    const tries = failUntilFinal(alphorn, answer(500));
    expect(tries.map(({ step }) => step.kind)).toEqual(['retry', 'retry', 'retry', 'retry', 'fail']);
    expect(tries.at(-1)?.step).toMatchObject({ reason: 'exhausted', n: 5 });
    expect(tries.at(-1)?.after).toMatchObject({
      state: 'failed',
      reason: 'exhausted',
      attempts: 5,
      counter: 5,
      dueAt: null,
    });
  });

  it('A2 tells how many attempts are left after each failure', () => {
    const left = failUntilFinal(alphorn, answer(500)).map(({ step }) => (step.kind === 'retry' ? step.budgetLeft : 0));
    expect(left).toEqual([4, 3, 2, 1, 0]);
  });

  it('A3 waits 30 to 60 s, then 1 to 2 min, 2 to 4 min and 4 to 8 min', () => {
    expect(previewSchedule(alphorn).map(({ delayMs }) => [delayMs.min, delayMs.max])).toEqual([
      [0, 0],
      [30_000, 60_000],
      [60_000, 120_000],
      [120_000, 240_000],
      [240_000, 480_000],
    ]);
  });

  it('A4 makes its last attempt between 7 m 30 s and 15 m after the first', () => {
    expect(previewSchedule(alphorn).at(-1)?.ageMs).toEqual({ min: 450_000, nominal: 675_000, max: 900_000 });
  });

  it('a1 draws the lower ends with u = 0', () => {
    expect(drawnWaits(alphorn, 0)).toEqual([30_000, 60_000, 120_000, 240_000]);
  });
  it('a1 draws 45, 90, 180 and 360 s with u = 0.5', () => {
    expect(drawnWaits(alphorn, 0.5)).toEqual([45_000, 90_000, 180_000, 360_000]);
  });
  it('a1 comes within a ms of 60, 120, 240 and 480 s as u approaches 1, and never reaches them', () => {
    expect(drawnWaits(alphorn, ALMOST_ONE)).toEqual([59_999, 119_999, 239_999, 479_999]);
  });

  it('a2 counts a wait from the end of the failed attempt: five time-outs add up to 75 s', () => {
    const tries = failUntilFinal(alphorn, fault('response-timeout', 15_000), ALMOST_ONE);
    const lastEnd = (tries.at(-1)?.attempt.startedAt ?? 0) + 15_000;
    // 16 m 15 s is the supremum; each of the four draws stays up to 1 ms below its own.
    expect(lastEnd).toBe(975_000 - 4);
    expect(tries.at(-1)?.after.changedAt).toBe(lastEnd);
  });
});

describe('failure classes', () => {
  it('A5 retries every 5xx', () => {
    for (let status = 500; status <= 599; status++) expect(verdictOf(status)).toBe('retry');
  });
  it('A6 retries 429', () => {
    expect(classify(alphorn, { kind: 'response', status: 429, retryAfter: '3', tookMs: 1 })).toEqual({
      verdict: 'retry',
      rules: ['A6'],
    });
  });
  it('A7 retries a refused connection, a failed look-up and other network errors', () => {
    for (const name of ['dns', 'refused', 'reset', 'tls', 'invalid-http'] as const) {
      expect(classify(alphorn, { kind: 'no-response', fault: name, detail: '', tookMs: 1 })).toEqual({
        verdict: 'retry',
        rules: ['A7'],
      });
    }
  });
  it('A8 retries time-outs', () => {
    for (const name of ['connect-timeout', 'response-timeout', 'inactivity-timeout'] as const) {
      expect(classify(alphorn, { kind: 'no-response', fault: name, detail: '', tookMs: 1 })).toEqual({
        verdict: 'retry',
        rules: ['A8'],
      });
    }
  });
  it('A8 gives a request 15 s', () => {
    expect(alphorn.timeouts.totalMs).toBe(15_000);
  });
  it('a14 runs one clock over connecting, headers and body', () => {
    expect(alphorn.timeouts).toEqual({ connectMs: null, headers: null, totalMs: 15_000 });
  });
  it('A10 fails for good on every 4xx other than 429', () => {
    for (let status = 400; status <= 499; status++)
      expect(verdictOf(status)).toBe(status === 429 ? 'retry' : 'permanent');
  });
  it('A10, A14: makes no second request after a 404', () => {
    const { step, after } = tryOnce(alphorn, accepted, answer(404));
    expect(step).toEqual({
      kind: 'fail',
      n: 1,
      reason: 'permanent',
      because: { kind: 'status', status: 404 },
      retryAfter: null,
      streak: null,
      // A43: the counter shows 5 of 5.
      budgetLeft: 0,
      budget: 5,
      rules: ['A10'],
    });
    expect(after).toMatchObject({ state: 'failed', reason: 'permanent', dueAt: null, nextTrigger: null });
  });
  it('a12 does not follow a redirect: 301 is permanent', () => {
    const { step, after } = tryOnce(alphorn, accepted, answer(301));
    expect(step).toMatchObject({ kind: 'fail', reason: 'permanent', rules: ['a12'] });
    expect(after.counter).toBe(5);
    for (const status of [300, 302, 303, 304, 307, 308, 399]) expect(verdictOf(status)).toBe('permanent');
  });
  it('a13 takes 408 and 425 literally: permanent', () => {
    expect(verdictOf(408)).toBe('permanent');
    expect(verdictOf(425)).toBe('permanent');
  });
  it('R1 delivers on any 2xx, and on nothing else', () => {
    for (let status = 100; status <= 599; status++) {
      expect(verdictOf(status) === 'success').toBe(status >= 200 && status <= 299);
    }
  });
  it('R14 has a verdict of its own for every fault', () => {
    for (const name of FAULTS)
      expect(classify(alphorn, { kind: 'no-response', fault: name, detail: '', tookMs: 1 }).rules).not.toEqual([]);
  });
});

describe('the counter', () => {
  it('A43 shows 5 attempts after a permanent failure of the first try', () => {
    expect(tryOnce(alphorn, accepted, answer(401)).after).toMatchObject({ attempts: 1, counter: 5 });
  });
  it('a5 leaves a retried failure waiting: attempts 2, 503 is not final', () => {
    const first = tryOnce(alphorn, accepted, answer(503)).after;
    const second = tryOnce(alphorn, first, answer(503)).after;
    expect(second).toMatchObject({ state: 'retrying', attempts: 2, counter: 2, reason: null, lastError: 'last error' });
    expect(second.dueAt).not.toBeNull();
  });
  it('R4 shows 6, not 5, when a try beyond the fifth fails for good', () => {
    const resent = { ...accepted, attempts: 5, counter: 5, budget: 6, nextTrigger: 'resend' as const };
    expect(tryOnce(alphorn, resent, answer(404)).after).toMatchObject({ attempts: 6, counter: 6, reason: 'permanent' });
  });
  it('R4 ends a try beyond the fifth at once when it fails with a 503', () => {
    const resent = { ...accepted, attempts: 5, counter: 5, budget: 6, nextTrigger: 'resend' as const };
    expect(tryOnce(alphorn, resent, answer(503)).after).toMatchObject({ attempts: 6, counter: 6, reason: 'exhausted' });
  });
});

describe('interruptions', () => {
  it('R3 leaves a try that a crash cut off in Processing, for the sweep to find', () => {
    const { step, after } = tryOnce(alphorn, acceptedBy(alphorn, 1_000), { ...killed, tookMs: 20 });
    expect(step).toEqual({ kind: 'stuck', n: 1, since: 1_000, rules: ['A24'] });
    expect(after).toMatchObject({
      state: 'processing',
      attempts: 1,
      counter: 0,
      dueAt: null,
      nextTrigger: null,
      stuckSince: 1_000,
      // Ten minutes after it began, at the first whole minute: 601,000 ms is 10 m 01 s.
      sweepAt: 660_000,
    });
    expect(providerWords(alphorn, after)).toEqual({ status: 'Processing', label: 'Processing' });
  });
  it('R3 does not charge a deliberate stop: due again at once', () => {
    const { step, after } = tryOnce(alphorn, { ...accepted, dueAt: 500 }, stopped);
    expect(step).toEqual({ kind: 'requeue', n: 1, by: 'stopped', dueAt: 500, budgetLeft: 5, budget: 5, rules: ['R3'] });
    expect(after).toMatchObject({ state: 'queued', attempts: 1, counter: 0, dueAt: 500, nextTrigger: 'requeue' });
  });
  it('R5 says of the next attempt that a requeue started it', () => {
    const { after } = tryOnce(alphorn, accepted, stopped);
    expect(tryOnce(alphorn, after, answer(200)).attempt.trigger).toBe('requeue');
  });
});

describe('statuses', () => {
  const words = (state: Parameters<typeof providerWords>[1]['state']) => providerWords(alphorn, { state, counter: 0 });
  it('A29 says Pending before the first try', () =>
    expect(words('queued')).toEqual({ status: 'Pending', label: 'Pending' }));
  it('A30 says Processing while it is sent', () =>
    expect(words('processing')).toEqual({ status: 'Processing', label: 'Processing' }));
  it('A31 says Delivered', () => expect(words('delivered')).toEqual({ status: 'Delivered', label: 'Delivered' }));
  it('A32 says Failed while attempts remain and when none do', () => {
    expect(words('retrying')).toEqual({ status: 'Failed', label: 'Failed' });
    expect(words('failed')).toEqual({ status: 'Failed', label: 'Failed' });
  });
  it('A33 says Stale', () => expect(words('stale')).toEqual({ status: 'Stale', label: 'Stale' }));
  it('has no word for what its page does not know', () => {
    expect(words('held')).toBeNull();
    expect(words('cancelled')).toBeNull();
  });
});

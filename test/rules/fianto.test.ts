import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/shared/model/outcome';
import { fianto } from '../../src/shared/policies/fianto';
import { applyStep } from '../../src/shared/rules/apply-step';
import { classify } from '../../src/shared/rules/classify';
import { previewSchedule } from '../../src/shared/rules/preview';
import { closeStep } from '../../src/shared/rules/removal';
import { providerWords } from '../../src/shared/words/provider-words';
import { ALMOST_ONE, acceptedBy, answer, drawnWaits, failUntilFinal, fault, killed, stopped, tryOnce } from './walk';

const accepted = acceptedBy(fianto);

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

describe('attempts and waits', () => {
  it('F2 makes 8 attempts', () => {
    const tries = failUntilFinal(fianto, answer(500));
    expect(tries.map(({ attempt }) => attempt.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(tries.map(({ attempt }) => attempt.trigger)).toEqual(['first', ...Array<string>(7).fill('retry')]);
  });
  it('F6 waits 1 m, 5 m, 30 m, 2 h, 5 h, 10 h and 10 h', () => {
    expect(previewSchedule(fianto).map(({ delayMs }) => delayMs.nominal)).toEqual([
      0,
      MINUTE,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      10 * HOUR,
    ]);
  });
  it('F7 stretches or shortens each wait by at most a fifth', () => {
    for (const { delayMs } of previewSchedule(fianto)) {
      expect(delayMs.min * 5).toBe(delayMs.nominal * 4);
      expect(delayMs.max * 5).toBe(delayMs.nominal * 6);
    }
  });
  it('f1 ends 27 h 36 m after the first attempt nominally, 22 h 04 m 48 s to 33 h 07 m 12 s', () => {
    expect(previewSchedule(fianto).at(-1)?.ageMs).toEqual({ min: 79_488_000, nominal: 99_360_000, max: 119_232_000 });
  });
  it('f1 adds 80 s for eight time-outs of 10 s', () => {
    const tries = failUntilFinal(fianto, fault('response-timeout', 10 * SECOND));
    expect(tries.at(-1)?.after.changedAt).toBe(79_488_000 + 80_000);
  });
  it('f2 shortens each wait by itself with u = 0: 48 s, 4 m, 24 m, 1 h 36 m, 4 h, 8 h, 8 h', () => {
    expect(drawnWaits(fianto, 0)).toEqual([48_000, 240_000, 1_440_000, 5_760_000, 14_400_000, 28_800_000, 28_800_000]);
  });
  it('f2 draws the printed waits with u = 0.5', () => {
    expect(drawnWaits(fianto, 0.5)).toEqual([
      60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000,
    ]);
  });
  it('f2 comes within a ms of 72 s, 6 m, 36 m, 2 h 24 m, 6 h, 12 h and 12 h as u approaches 1', () => {
    const suprema = [72_000, 360_000, 2_160_000, 8_640_000, 21_600_000, 43_200_000, 43_200_000];
    expect(drawnWaits(fianto, ALMOST_ONE)).toEqual(suprema.map((ms) => ms - 1));
  });
  it('f4 can be exhausted no sooner than 22 h 04 m 48 s after the first attempt', () => {
    expect(failUntilFinal(fianto, answer(500), 0).at(-1)?.after.changedAt).toBe(79_488_000);
  });
});

describe('what counts', () => {
  const verdictOf = (status: number) => classify(fianto, { kind: 'response', status, retryAfter: null, tookMs: 1 });
  it('F3 takes any 2xx as a success', () => {
    for (let status = 200; status <= 299; status++)
      expect(verdictOf(status)).toEqual({ verdict: 'success', rules: ['F3'] });
  });
  it('F3 waits 10 s', () => {
    expect(fianto.timeouts.headers?.ms).toBe(10_000);
  });
  it('F5 fails a route that is slower than that, whatever it does in the end', () => {
    const { step } = tryOnce(fianto, accepted, fault('response-timeout', 10_000));
    expect(step).toMatchObject({ kind: 'retry', because: { kind: 'fault', fault: 'response-timeout' }, budgetLeft: 7 });
  });
  it('f12 runs one clock from the start of the connection to the headers, and none over the body', () => {
    expect(fianto.timeouts).toEqual({ connectMs: null, headers: { ms: 10_000, from: 'connect-start' }, totalMs: null });
  });
  it('F4 retries 3xx, 4xx and 5xx alike', () => {
    for (let status = 300; status <= 599; status++)
      expect(verdictOf(status)).toEqual({ verdict: 'retry', rules: ['F4'] });
  });
  it('F4 retries every failed connection and every time-out', () => {
    for (const name of FAULTS) {
      expect(classify(fianto, { kind: 'no-response', fault: name, detail: '', tookMs: 1 })).toEqual({
        verdict: 'retry',
        rules: ['F4'],
      });
    }
  });
  it('F8 stops for good after the 8th failure', () => {
    const last = failUntilFinal(fianto, answer(410)).at(-1);
    expect(last?.step).toEqual({
      kind: 'fail',
      n: 8,
      reason: 'exhausted',
      because: { kind: 'status', status: 410 },
      retryAfter: null,
      streak: null,
      budgetLeft: 0,
      budget: 8,
      rules: ['F4', 'F8'],
    });
    expect(last?.after).toMatchObject({ state: 'failed', reason: 'exhausted', counter: 8, dueAt: null });
  });
  it('F8 does not stop after the 7th', () => {
    expect(failUntilFinal(fianto, answer(500))[6]?.step).toMatchObject({ kind: 'retry', budgetLeft: 1 });
  });
  it('F9 names webhook-id as the header that stays the same', () => {
    expect(fianto.identity).toEqual([{ header: 'webhook-id', value: 'event-id' }]);
  });
});

describe('words', () => {
  it('F11 says Queued before the first attempt, then Retrying', () => {
    expect(providerWords(fianto, { state: 'queued', counter: 0 })).toEqual({ status: 'PENDING', label: 'Queued' });
    expect(providerWords(fianto, { state: 'retrying', counter: 3 })).toEqual({ status: 'PENDING', label: 'Retrying' });
  });
  it('F11 keeps those words while an attempt is in flight', () => {
    expect(providerWords(fianto, { state: 'processing', counter: 0 })).toEqual({ status: 'PENDING', label: 'Queued' });
    expect(providerWords(fianto, { state: 'processing', counter: 3 })).toEqual({
      status: 'PENDING',
      label: 'Retrying',
    });
  });
  it('F12 says SUCCEEDED, Delivered', () => {
    expect(providerWords(fianto, { state: 'delivered', counter: 1 })).toEqual({
      status: 'SUCCEEDED',
      label: 'Delivered',
    });
  });
  it('F13 says EXHAUSTED, Failed', () => {
    expect(providerWords(fianto, { state: 'failed', counter: 8 })).toEqual({ status: 'EXHAUSTED', label: 'Failed' });
  });
  it('F14 says CANCELLED, Cancelled', () => {
    expect(providerWords(fianto, { state: 'cancelled', counter: 2 })).toEqual({
      status: 'CANCELLED',
      label: 'Cancelled',
    });
  });
  it('F15, f8: says PENDING, Held at any count', () => {
    for (const counter of [0, 3, 7]) {
      expect(providerWords(fianto, { state: 'held', counter })).toEqual({ status: 'PENDING', label: 'Held' });
    }
  });
});

describe('interruptions and removal', () => {
  it('R3 sends again at once after a crash, at no cost', () => {
    const waiting = tryOnce(fianto, accepted, answer(500)).after;
    const { step, after } = tryOnce(fianto, waiting, { ...killed, tookMs: 20 });
    expect(step).toEqual({
      kind: 'requeue',
      n: 2,
      by: 'killed',
      dueAt: 48_020,
      budgetLeft: 7,
      budget: 8,
      rules: ['R3'],
    });
    expect(after).toMatchObject({ state: 'retrying', attempts: 2, counter: 1, dueAt: 48_020, nextTrigger: 'requeue' });
  });
  it('R3 leaves a first attempt that was stopped Queued', () => {
    expect(tryOnce(fianto, accepted, stopped).after).toMatchObject({ state: 'queued', attempts: 1, counter: 0 });
  });
  it('R3 has all eight attempts left after an interruption', () => {
    const { after } = tryOnce(fianto, accepted, killed);
    let delivery = after;
    let answered = 0;
    while (delivery.dueAt !== null) {
      delivery = tryOnce(fianto, delivery, answer(500)).after;
      answered++;
    }
    expect(answered).toBe(8);
    expect(delivery.attempts).toBe(9);
  });
  it('F14 cancels what waits when the application is removed', () => {
    const waiting = tryOnce(fianto, accepted, answer(500)).after;
    const closed = applyStep(fianto, waiting, closeStep(fianto, 'endpoint-deleted'), 50, null);
    expect(closed).toMatchObject({ state: 'cancelled', reason: null, dueAt: null, lastError: 'last error' });
  });
});

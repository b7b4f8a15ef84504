import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/shared/model/outcome';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { applyStep } from '../../src/shared/rules/apply-step';
import { classify } from '../../src/shared/rules/classify';
import { previewSchedule } from '../../src/shared/rules/preview';
import { closeStep } from '../../src/shared/rules/removal';
import { providerWords } from '../../src/shared/words/provider-words';
import { ALMOST_ONE, acceptedBy, answer, drawnWaits, failUntilFinal, fault, killed, tryOnce } from './walk';

const accepted = acceptedBy(infraspeak);

const MINUTE = 60_000;
const POWERS = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096];

const verdictOf = (status: number) => classify(infraspeak, { kind: 'response', status, retryAfter: null, tookMs: 1 });

describe('attempts and waits', () => {
  it('I6 makes the first attempt at once and waits 2, 4, 8 … 4,096 minutes before the others', () => {
    expect(drawnWaits(infraspeak, 0)).toEqual(POWERS.map((minutes) => minutes * MINUTE));
  });
  it('I7 is 2, 6, 14 and 30 minutes old at its first retries', () => {
    const ages = previewSchedule(infraspeak).map(({ ageMs }) => ageMs.nominal / MINUTE);
    expect(ages).toEqual([0, 2, 6, 14, 30, 62, 126, 254, 510, 1_022, 2_046, 4_094, 8_190]);
  });
  it('I8, i10: spans 5 d 16 h 30 m, which the page rounds down to 5.5 days', () => {
    const last = previewSchedule(infraspeak).at(-1)?.ageMs.nominal ?? 0;
    expect(last).toBe(8_190 * MINUTE);
    expect(Math.floor((last / 86_400_000) * 2) / 2).toBe(5.5);
  });
  it('I9 gives up after the first attempt and 12 retries', () => {
    const tries = failUntilFinal(infraspeak, answer(500));
    expect(tries).toHaveLength(13);
    expect(tries.at(-1)?.step).toMatchObject({ kind: 'fail', n: 13, reason: 'exhausted', rules: ['I11', 'I9'] });
  });
  it('i1 makes 13 requests, the last 8,190 minutes after the first', () => {
    const tries = failUntilFinal(infraspeak, answer(500));
    expect(tries.map(({ attempt }) => attempt.startedAt / MINUTE).slice(-2)).toEqual([4_094, 8_190]);
  });
  it('i2 reproduces the printed columns by rounding down, to minutes up to 64, then to hours', () => {
    const printedWaitHours = [2, 4, 8, 17, 34, 68];
    const printedAgeHours = [1, 2, 4, 8, 17, 34, 68];
    const rows = previewSchedule(infraspeak);
    const hours = (ms: number): number => Math.floor(ms / 3_600_000);
    expect(rows.slice(7).map(({ delayMs }) => hours(delayMs.nominal))).toEqual(printedWaitHours);
    expect(rows.slice(5, 12).map(({ ageMs }) => hours(ageMs.nominal))).toEqual(printedAgeHours);
  });
  it('i3 draws the same wait whatever the roll', () => {
    expect(drawnWaits(infraspeak, ALMOST_ONE)).toEqual(drawnWaits(infraspeak, 0));
    expect(drawnWaits(infraspeak, 0.5)).toEqual(drawnWaits(infraspeak, 0));
  });
  it('i4 starts a wait when the attempt has failed: 13 time-outs of 30 s end after 5 d 16 h 36 m 30 s', () => {
    const tries = failUntilFinal(infraspeak, fault('response-timeout', 30_000));
    expect(tries.at(-1)?.after.changedAt).toBe(8_190 * MINUTE + 390_000);
  });
});

describe('what counts', () => {
  it('I5 takes any 2xx as a success', () => {
    for (let status = 200; status <= 299; status++)
      expect(verdictOf(status)).toEqual({ verdict: 'success', rules: ['I5'] });
  });
  it('I5 waits 30 s for an answer', () => {
    expect(infraspeak.timeouts.headers?.ms).toBe(30_000);
  });
  it('i5, R15: gives connecting 30 s of its own, then the headers 30 s, and the body no limit', () => {
    expect(infraspeak.timeouts).toEqual({
      connectMs: 30_000,
      headers: { ms: 30_000, from: 'connected' },
      totalMs: null,
    });
  });
  it('I11 retries everything that is not a 2xx', () => {
    for (let status = 300; status <= 599; status++)
      expect(verdictOf(status)).toEqual({ verdict: 'retry', rules: ['I11'] });
    for (const name of FAULTS) {
      expect(classify(infraspeak, { kind: 'no-response', fault: name, detail: '', tookMs: 1 })).toEqual({
        verdict: 'retry',
        rules: ['I11'],
      });
    }
  });
  it('I10 names X-Request-Uuid as the header that stays the same', () => {
    expect(infraspeak.identity).toEqual([{ header: 'X-Request-Uuid', value: 'delivery-uuid' }]);
  });
});

describe('words, interruptions and removal', () => {
  it('R9 says Queued, Retrying, Delivered and Failed', () => {
    const words = (state: Parameters<typeof providerWords>[1]['state']) =>
      providerWords(infraspeak, { state, counter: 1 });
    expect(words('queued')).toEqual({ status: 'pending', label: 'Queued' });
    expect(words('retrying')).toEqual({ status: 'pending', label: 'Retrying' });
    expect(words('delivered')).toEqual({ status: 'delivered', label: 'Delivered' });
    expect(words('failed')).toEqual({ status: 'failed', label: 'Failed' });
  });
  it('R3 sends again at once after a crash, at no cost', () => {
    expect(tryOnce(infraspeak, accepted, killed).step).toMatchObject({ kind: 'requeue', dueAt: 0 });
  });
  it('I1, I4: sends it a second time where a crash hid whether the first was taken', () => {
    const again = tryOnce(infraspeak, tryOnce(infraspeak, accepted, killed).after, answer(200));
    expect(again.attempt).toMatchObject({ n: 2, trigger: 'requeue' });
    expect(again.after).toMatchObject({ state: 'delivered', attempts: 2 });
  });
  it('R6 drops what waits for a removed endpoint: failed, endpoint-disabled', () => {
    const waiting = tryOnce(infraspeak, accepted, answer(500)).after;
    const dropped = applyStep(infraspeak, waiting, closeStep(infraspeak, 'endpoint-deleted'), 50, null);
    expect(dropped).toMatchObject({ state: 'failed', reason: 'endpoint-disabled', dueAt: null, counter: 1 });
  });
});

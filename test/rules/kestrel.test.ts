import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/shared/model/outcome';
import { kestrel } from '../../src/shared/policies/kestrel';
import { applyStep } from '../../src/shared/rules/apply-step';
import { classify } from '../../src/shared/rules/classify';
import { previewSchedule } from '../../src/shared/rules/preview';
import { closeStep } from '../../src/shared/rules/removal';
import { providerWords } from '../../src/shared/words/provider-words';
import { ALMOST_ONE, acceptedBy, answer, drawnWaits, failUntilFinal, fault, killed, tryOnce } from './walk';

const accepted = acceptedBy(kestrel);

const verdictOf = (status: number) => classify(kestrel, { kind: 'response', status, retryAfter: null, tookMs: 1 });

describe('what counts', () => {
  it('K1 takes any 2xx as a success', () => {
    for (let status = 200; status <= 299; status++)
      expect(verdictOf(status)).toEqual({ verdict: 'success', rules: ['K1'] });
  });
  it('K2 retries every 4xx and 5xx', () => {
    for (let status = 400; status <= 599; status++)
      expect(verdictOf(status)).toEqual({ verdict: 'retry', rules: ['K2'] });
  });
  it('K2 retries a reset, a TLS error, a time-out and every other fault', () => {
    for (const name of FAULTS) {
      expect(classify(kestrel, { kind: 'no-response', fault: name, detail: '', tookMs: 1 })).toEqual({
        verdict: 'retry',
        rules: ['K2'],
      });
    }
  });
  it('K3 takes a redirect as a failed delivery', () => {
    for (let status = 300; status <= 399; status++)
      expect(verdictOf(status)).toEqual({ verdict: 'retry', rules: ['K3'] });
  });
  it('K4 waits 10 s for the headers', () => {
    expect(kestrel.timeouts.headers?.ms).toBe(10_000);
    expect(kestrel.timeouts.totalMs).toBeNull();
  });
  it('K5 starts that clock when the request is written', () => {
    expect(kestrel.timeouts.headers?.from).toBe('request-written');
  });
  it('k5 gives connecting 10 s of its own', () => {
    expect(kestrel.timeouts.connectMs).toBe(10_000);
  });
});

describe('attempts and delays', () => {
  it('K6 backs off from 2 s to at most 32 s with full jitter', () => {
    expect(kestrel.schedule).toEqual({ kind: 'exponential', baseMs: 2_000, factor: 2, capMs: 32_000 });
    expect(kestrel.jitter).toEqual({ kind: 'full' });
  });
  it('K7 makes six attempts', () => {
    expect(failUntilFinal(kestrel, answer(500)).map(({ attempt }) => attempt.n)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  it('K8 prints 2, 4, 8, 16 and 32 s before attempts 2 to 6', () => {
    expect(previewSchedule(kestrel).map(({ delayMs }) => delayMs.nominal)).toEqual([
      0, 2_000, 4_000, 8_000, 16_000, 32_000,
    ]);
  });
  it('K9 takes the printed delays as upper bounds', () => {
    for (const { delayMs } of previewSchedule(kestrel)) {
      expect(delayMs.min).toBe(0);
      expect(delayMs.max).toBe(delayMs.nominal);
    }
  });
  it('K10 exhausts a delivery with its sixth failure', () => {
    const last = failUntilFinal(kestrel, answer(404)).at(-1);
    expect(last?.step).toEqual({
      kind: 'fail',
      n: 6,
      reason: 'exhausted',
      because: { kind: 'status', status: 404 },
      retryAfter: null,
      streak: null,
      budgetLeft: 0,
      budget: 6,
      rules: ['K2', 'K10'],
    });
    expect(last?.after).toMatchObject({ state: 'failed', counter: 6, dueAt: null });
  });
  it('k1 draws no wait at all with u = 0', () => {
    expect(drawnWaits(kestrel, 0)).toEqual([0, 0, 0, 0, 0]);
  });
  it('k1 draws 1, 2, 4, 8 and 16 s with u = 0.5: 31 s', () => {
    expect(drawnWaits(kestrel, 0.5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });
  it('k1 stays below 62 s in all as u approaches 1', () => {
    expect(drawnWaits(kestrel, ALMOST_ONE)).toEqual([1_999, 3_999, 7_999, 15_999, 31_999]);
  });
  it('k2 takes up to 122 s when all six time out on the headers', () => {
    const tries = failUntilFinal(kestrel, fault('response-timeout', 10_000), ALMOST_ONE);
    expect(tries.at(-1)?.after.changedAt).toBe(122_000 - 5);
  });
  it('k2 takes up to 182 s when each also needs 10 s to connect', () => {
    const tries = failUntilFinal(kestrel, fault('response-timeout', 20_000), ALMOST_ONE);
    expect(tries.at(-1)?.after.changedAt).toBe(182_000 - 5);
  });
  it('k3 would wait 32 s, not 64, before a seventh attempt', () => {
    const longer = { ...kestrel, attempts: 7 };
    expect(previewSchedule(longer).map(({ delayMs }) => delayMs.max)).toEqual([
      0, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000,
    ]);
  });
});

describe('words', () => {
  it('R9 says Queued, Retrying, Delivered, Exhausted and Held', () => {
    const label = (state: Parameters<typeof providerWords>[1]['state']) =>
      providerWords(kestrel, { state, counter: 1 });
    expect(label('queued')).toEqual({ status: 'pending', label: 'Queued' });
    expect(label('retrying')).toEqual({ status: 'pending', label: 'Retrying' });
    expect(label('delivered')).toEqual({ status: 'delivered', label: 'Delivered' });
    expect(label('failed')).toEqual({ status: 'exhausted', label: 'Exhausted' });
    expect(label('held')).toEqual({ status: 'held', label: 'Held' });
  });
});

describe('interruptions and removal', () => {
  it('R3 sends again at once after a crash, at no cost', () => {
    expect(tryOnce(kestrel, accepted, killed).step).toEqual({
      kind: 'requeue',
      n: 1,
      by: 'killed',
      dueAt: 0,
      budgetLeft: 6,
      budget: 6,
      rules: ['R3'],
    });
  });
  it('R6 holds what waits for a removed subscription, with its counter', () => {
    const waiting = tryOnce(kestrel, accepted, answer(500), 0.5).after;
    const held = applyStep(kestrel, waiting, closeStep(kestrel, 'endpoint-deleted'), 50, null);
    expect(held).toMatchObject({ state: 'held', reason: null, dueAt: null, nextTrigger: null, counter: 1 });
  });
});

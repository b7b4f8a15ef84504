import { describe, expect, it } from 'vitest';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import { closeStep } from '../../src/shared/rules/removal';
import { admit } from '../../src/shared/rules/suspension';
import { EndpointBench } from './endpoint-bench';
import { answer, killed } from './walk';

const MINUTE = 60_000;

describe('an Alphorn channel that a person disables', () => {
  it('A26, a6: fails what waits for a retry with “Channel disabled”, its tries as they were', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.runUntil(MINUTE, () => answer(503));
    expect(bench.at(0)).toMatchObject({ state: 'retrying', counter: 2, lastError: 'it failed' });
    bench.disable(2 * MINUTE);
    expect(bench.at(0)).toMatchObject({
      state: 'failed',
      reason: 'endpoint-disabled',
      lastError: 'Channel disabled',
      attempts: 2,
      counter: 2,
      dueAt: null,
      sweepAt: null,
      changedAt: 2 * MINUTE,
    });
  });
  it('A26, R6: fails what is Pending or Stale as well', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.publish(0);
    bench.take(1, { kind: 'stale', rules: ['A23'] }, 5 * MINUTE);
    bench.disable(6 * MINUTE);
    for (const delivery of bench.deliveries) {
      expect(delivery).toMatchObject({ state: 'failed', lastError: 'Channel disabled', counter: 0 });
    }
  });
  it('A26 does so when the channel is deleted', () => {
    expect(closeStep(alphorn, 'endpoint-deleted')).toEqual({
      kind: 'close',
      to: 'failed',
      because: 'endpoint-deleted',
      rules: ['A26'],
    });
  });
  it('R6 lets an attempt in flight run to its end: a failure is final, with that error, and counted', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.claim(0, 0);
    bench.disable(5);
    expect(bench.at(0).state).toBe('processing');
    bench.settle(0, 0, answer(503, 10), 10);
    expect(bench.at(0)).toMatchObject({ state: 'failed', lastError: 'Channel disabled', counter: 1, attempts: 1 });
  });
  it('R6 lets an attempt in flight succeed', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.claim(0, 0);
    bench.disable(5);
    bench.settle(0, 0, answer(200, 10), 10);
    expect(bench.at(0)).toMatchObject({ state: 'delivered', lastError: null });
  });
  it('R6, A24: fails a try that got stuck before', () => {
    const bench = new EndpointBench(alphorn);
    bench.publish(0);
    bench.claim(0, 0);
    bench.settle(0, 0, killed, 0);
    expect(bench.at(0).stuckSince).toBe(0);
    bench.disable(MINUTE);
    bench.runUntil(60 * MINUTE);
    expect(bench.at(0)).toMatchObject({ state: 'failed', lastError: 'Channel disabled', counter: 1, stuckSince: null });
  });
  it('R6 stores events that arrive meanwhile, without a delivery', () => {
    expect(admit(alphorn, 'disabled', FRESH_CONDITION, 0)).toMatchObject({ kind: 'store', because: 'disabled' });
    expect(alphorn.whenRemoved.canEnable).toBe(true);
  });
});

describe('the others', () => {
  it('F14, R6: Fianto cancels what waits and what is held, and the application stays disabled', () => {
    const bench = new EndpointBench(fianto, { suspendedAt: 0 });
    bench.publish(1);
    bench.reopen(2);
    bench.publish(3);
    bench.runUntil(3);
    bench.condition = { ...bench.condition, suspendedAt: 4 };
    bench.publish(5);
    expect(bench.deliveries.map(({ state }) => state)).toEqual(['retrying', 'retrying', 'held']);
    bench.disable(6);
    for (const delivery of bench.deliveries) expect(delivery).toMatchObject({ state: 'cancelled', dueAt: null });
    expect(fianto.whenRemoved.canEnable).toBe(false);
  });
  it('F14 leaves what had ended before', () => {
    const bench = new EndpointBench(fianto);
    bench.publish(0);
    bench.runUntil(0, () => answer(200));
    bench.disable(1);
    expect(bench.at(0).state).toBe('delivered');
  });
  it('R6 Kestrel holds, as if by the breaker, with the counter', () => {
    const bench = new EndpointBench(kestrel);
    bench.publish(0);
    bench.runUntil(0);
    bench.disable(1);
    expect(bench.at(0)).toMatchObject({ state: 'held', reason: null, counter: 1, dueAt: null, lastError: 'it failed' });
    expect(closeStep(kestrel, 'endpoint-disabled')).toMatchObject({ to: 'held', rules: ['R6'] });
    expect(closeStep(kestrel, 'suspended')).toMatchObject({ to: 'held', rules: ['K14'] });
  });
  it('R6 Kestrel’s attempt in flight at the breaker runs to its end: a failure is held', () => {
    const bench = new EndpointBench(kestrel);
    bench.publish(0);
    bench.claim(0, 0);
    bench.condition = { ...bench.condition, suspendedAt: 1 };
    bench.settle(0, 0, answer(500, 2), 2);
    expect(bench.at(0)).toMatchObject({ state: 'held', counter: 1, attempts: 1 });
  });
  it('R6, i9: Infraspeak drops: failed, endpoint-disabled, with its last error', () => {
    const bench = new EndpointBench(infraspeak);
    bench.publish(0);
    bench.runUntil(0);
    bench.disable(1);
    expect(bench.at(0)).toMatchObject({ state: 'failed', reason: 'endpoint-disabled', lastError: 'it failed' });
    expect(closeStep(infraspeak, 'suspended')).toMatchObject({ to: 'failed', rules: ['I13', 'i9'] });
    expect(admit(infraspeak, 'disabled', FRESH_CONDITION, 0)).toMatchObject({ kind: 'store', because: 'disabled' });
  });
  it('R6 Infraspeak’s attempt in flight at the deactivation runs to its end: a failure is dropped', () => {
    const bench = new EndpointBench(infraspeak);
    bench.publish(0);
    bench.claim(0, 0);
    bench.condition = { ...bench.condition, suspendedAt: 1 };
    bench.settle(0, 0, answer(500, 2), 2);
    expect(bench.at(0)).toMatchObject({ state: 'failed', reason: 'endpoint-disabled', counter: 1 });
  });
});

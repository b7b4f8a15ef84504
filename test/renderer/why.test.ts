import { describe, expect, it } from 'vitest';
import { sayDraw, waitBefore, whyLines } from '../../src/renderer/view-models/why';
import type { DeliveryDetail } from '../../src/shared/contract/views';
import type { StepRecord } from '../../src/shared/model/step';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { aRow } from './mirror-kit';

const wait = { minMs: 1_440_000, nominalMs: 1_800_000, maxMs: 2_160_000, drawnMs: 2_120_400, roll: 0.945 };
const record = (seq: number, step: StepRecord['step']): StepRecord => ({
  seq,
  revision: seq,
  at: seq * 1_000,
  wallAt: 0,
  deliveryId: null,
  endpointId: null,
  error: null,
  step,
});
const retry = (n: number, budgetLeft: number): StepRecord['step'] => ({
  kind: 'retry',
  n,
  because: { kind: 'status', status: 503 },
  dueAt: 5_000_000,
  wait,
  budgetLeft,
  retryAfterIgnored: null,
  rules: ['F4', 'F6', 'F7'],
});
const detail = (steps: readonly StepRecord[]): DeliveryDetail => ({
  row: aRow(1, { state: 'retrying', attempts: 3, dueAt: 5_000_000 }),
  event: { ...aRow(1), id: aRow(1).eventId, type: 'x', contentType: 'x', bodyBytes: 0, deliveries: 1 },
  steps,
  origin: null,
  descendants: [],
});

describe('why a delivery waits', () => {
  it('names the attempt, the wait, its band and draw, and the budget left', () => {
    const why = waitBefore(detail([record(1, retry(3, 5))]), fianto, 4);
    expect(why).toMatchObject({
      title: 'Waiting for attempt 4 of 8',
      sentence: 'After the 3rd failure Fianto waits 30 m, stretched or shortened by up to 20 %.',
      rules: ['F4', 'F6', 'F7'],
      budgetUsed: 3,
      budget: 8,
    });
    expect(sayDraw(wait)).toBe('× 1.178');
  });

  it('says that full jitter may wait for nothing', () => {
    const why = waitBefore(detail([record(1, retry(3, 3))]), kestrel, 4);
    expect(why?.sentence).toBe('After the 3rd failure Kestrel waits anything from nothing to 36 m.');
  });

  it('explains no wait before a first attempt', () => {
    expect(waitBefore(detail([record(1, { kind: 'accept', originId: null, rules: [] })]), fianto, 1)).toBeNull();
  });

  it('words every step with the words of the log and the CLI', () => {
    expect(whyLines([record(1, retry(3, 5))])[0]?.says).toBe(
      '503 Service Unavailable. Next attempt in 35 m 20 s, 5 attempts left.',
    );
  });
});

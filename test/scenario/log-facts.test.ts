import { describe, expect, it } from 'vitest';
import { LogFacts } from '../../src/main/host/scenario/log-facts';
import { makeId } from '../../src/shared/model/ids';
import type { EndpointStep, StepRecord } from '../../src/shared/model/step';

const STARTED_AT = 1_000_000;
const none = new Uint8Array(10);
const endpointId = makeId('endpoint', 1, none);

const own = (seq: number, atMs: number, step: EndpointStep): StepRecord => ({
  seq,
  revision: seq,
  at: STARTED_AT + atMs,
  wallAt: STARTED_AT,
  deliveryId: null,
  endpointId,
  step,
  error: null,
});
const suspend = (round: number): EndpointStep => ({
  kind: 'suspend',
  streak: 0,
  waiting: 0,
  because: { kind: 'probe' },
  round,
  rules: [],
});

describe('the suspensions of an endpoint', () => {
  it('end where it is closed anew because a probe failed; the last one lasts until it is opened', () => {
    const facts = new LogFacts(STARTED_AT, () => null);
    facts.see(own(1, 60_000, suspend(1)));
    facts.see(own(2, 90_000, suspend(2)));
    expect(facts.of(endpointId).suspensions).toEqual([
      { fromMs: 60_000, toMs: 90_000, reason: null },
      { fromMs: 90_000, toMs: null, reason: null },
    ]);
    facts.see(own(3, 150_000, { kind: 'reopen', by: 'probe', released: 0, rules: [] }));
    expect(facts.of(endpointId).suspensions.map(({ toMs }) => toMs)).toEqual([90_000, 150_000]);
  });
});

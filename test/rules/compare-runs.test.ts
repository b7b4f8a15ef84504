import { describe, expect, it } from 'vitest';
import type { ComparedAttempt, ComparedDelivery, ComparedRun } from '../../src/shared/model/run-comparison';
import { compareRuns, isChanged, LATENCY_THRESHOLD_MS } from '../../src/shared/rules/compare-runs';

const attempt = (n: number, startedAtMs: number, over: Partial<ComparedAttempt> = {}): ComparedAttempt => ({
  n,
  trigger: n === 1 ? 'first' : 'retry',
  startedAtMs,
  endedAtMs: startedAtMs + 10,
  outcome: 'response',
  status: 200,
  fault: null,
  waitMs: n === 1 ? null : 60_000,
  ...over,
});

const delivery = (event: string, attempts: readonly ComparedAttempt[], over: Partial<ComparedDelivery> = {}) => ({
  id: `dlv_${event}`,
  event,
  type: 'order.paid',
  endpoint: 'orders',
  state: 'delivered' as const,
  reason: null,
  createdAtMs: 0,
  attempts,
  ...over,
});

const run = (deliveries: readonly ComparedDelivery[], over: Partial<ComparedRun> = {}): ComparedRun => ({
  deliveries,
  endpoints: [],
  expectations: [],
  ...over,
});

describe('two runs', () => {
  it('that differ by nothing but their ids are the same', () => {
    const compared = compareRuns(run([delivery('a', [attempt(1, 0)])]), run([delivery('z', [attempt(1, 0)])]));
    expect(isChanged(compared)).toBe(false);
    expect(compared.deliveries).toEqual({ same: 1, changed: 0, new: 0, gone: 0 });
    expect(compared.pairs[0]).toMatchObject({ endpoint: 'orders', event: 1, copy: 1, presence: 'same' });
  });

  it('are matched by the order of events at each endpoint, whatever else was sent between them', () => {
    const earlier = run([delivery('a', [attempt(1, 0)]), delivery('b', [attempt(1, 5)])]);
    const later = run([
      delivery('x', [attempt(1, 0)]),
      delivery('m', [attempt(1, 1)], { endpoint: 'mail' }),
      delivery('y', [attempt(1, 5, { status: 503 })], { state: 'failed', reason: 'exhausted' }),
    ]);
    const { pairs, deliveries, verdicts } = compareRuns(earlier, later);
    expect(pairs.map(({ endpoint, event, presence }) => [endpoint, event, presence])).toEqual([
      ['orders', 1, 'same'],
      ['mail', 1, 'new'],
      ['orders', 2, 'changed'],
    ]);
    expect(deliveries).toEqual({ same: 1, changed: 1, new: 1, gone: 0 });
    expect(verdicts).toBe(1);
    expect(pairs[2]).toMatchObject({ verdictChanged: true, attempts: [{ n: 1, changes: ['status'] }] });
  });

  it('match a redelivery to that of the same event', () => {
    const earlier = run([delivery('a', [attempt(1, 0)]), delivery('b', [attempt(1, 1)])]);
    const later = run([
      delivery('a', [attempt(1, 0)]),
      delivery('a', [attempt(1, 100)], { id: 'dlv_again' }),
      delivery('b', [attempt(1, 1)]),
    ]);
    expect(compareRuns(earlier, later).pairs.map(({ event, copy, presence }) => [event, copy, presence])).toEqual([
      [1, 1, 'same'],
      [1, 2, 'new'],
      [2, 1, 'same'],
    ]);
    expect(compareRuns(later, earlier).pairs.map(({ event, copy, presence }) => [event, copy, presence])).toEqual([
      [1, 1, 'same'],
      [2, 1, 'same'],
      [1, 2, 'gone'],
    ]);
  });

  it('say which attempts are new or gone', () => {
    const earlier = run([delivery('a', [attempt(1, 0), attempt(2, 60_010)])]);
    const later = run([delivery('a', [attempt(1, 0)])]);
    expect(compareRuns(earlier, later).attempts).toEqual({ same: 1, changed: 0, new: 0, gone: 1 });
    expect(compareRuns(later, earlier).attempts).toEqual({ same: 1, changed: 0, new: 1, gone: 0 });
    expect(compareRuns(earlier, later).pairs[0]?.presence).toBe('changed');
  });

  it('say what changed of an attempt: status, fault, latency and wait', () => {
    const changesTo = (over: Partial<ComparedAttempt>) =>
      compareRuns(run([delivery('a', [attempt(1, 0)])]), run([delivery('a', [attempt(1, 0, over)])])).pairs[0]
        ?.attempts[0]?.changes;
    expect(changesTo({ status: 503 })).toEqual(['status']);
    expect(changesTo({ outcome: 'no-response', status: null, fault: 'reset' })).toEqual(['status', 'fault']);
    // It took 10 ms: 100 ms more is no other latency yet.
    expect(changesTo({ endedAtMs: 10 + LATENCY_THRESHOLD_MS })).toEqual([]);
    expect(changesTo({ endedAtMs: 11 + LATENCY_THRESHOLD_MS })).toEqual(['latency']);
    expect(changesTo({ endedAtMs: null })).toEqual([]);
    expect(changesTo({ waitMs: 1 })).toEqual(['wait']);
  });

  it('tell an interruption from a fault and from an answer', () => {
    const refused = { outcome: 'no-response', status: null, fault: 'refused' } as const;
    const stopped = { outcome: 'interrupted', status: null, fault: null } as const;
    const compared = compareRuns(
      run([delivery('a', [attempt(1, 0, refused)])]),
      run([delivery('a', [attempt(1, 0, stopped)])]),
    );
    expect(compared.pairs[0]?.attempts[0]?.changes).toEqual(['fault']);
    expect(compared.changes).toEqual({ status: 0, fault: 1, latency: 0, order: 0, wait: 0 });
  });

  it('call the fewest attempts moved that explain another order', () => {
    const at = (...starts: readonly number[]) =>
      run(starts.map((start, i) => delivery(String(i), [attempt(1, start, { endedAtMs: start + 10 })])));
    const moved = (earlier: ComparedRun, later: ComparedRun) =>
      compareRuns(earlier, later).pairs.flatMap(({ event, attempts }) =>
        attempts.some(({ changes }) => changes.includes('order')) ? [event] : [],
      );
    // 1 2 3 4 becomes 2 3 4 1: the first one moved, and the others did not.
    expect(moved(at(0, 1, 2, 3), at(9, 1, 2, 3))).toEqual([1]);
    expect(moved(at(0, 1, 2, 3), at(0, 10, 20, 30))).toEqual([]);
    // At one instant they stand in the order of their deliveries.
    expect(moved(at(0, 0, 0), at(5, 5, 5))).toEqual([]);
  });

  it('say which endpoints and expectations have another verdict', () => {
    const earlier = run([], {
      endpoints: [
        { name: 'orders', state: 'enabled', label: 'Active' },
        { name: 'mail', state: 'enabled', label: 'Active' },
      ],
      expectations: [{ expectation: 'attempts', ok: true, actual: '3' }],
    });
    const later = run([], {
      endpoints: [{ name: 'orders', state: 'suspended', label: 'Paused' }],
      expectations: [{ expectation: 'attempts', ok: false, actual: '4' }],
    });
    const compared = compareRuns(earlier, later);
    expect(compared.others).toEqual([
      { kind: 'endpoint', name: 'orders', earlier: 'enabled', later: 'suspended', changed: true },
      { kind: 'endpoint', name: 'mail', earlier: 'enabled', later: null, changed: true },
      { kind: 'expectation', name: 'attempts', earlier: 'holds: 3', later: 'fails: 4', changed: true },
    ]);
    expect(compared.verdicts).toBe(3);
    expect(isChanged(compared)).toBe(true);
  });
});

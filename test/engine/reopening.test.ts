import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/shared/model/endpoint';
import type { Suspension } from '../../src/shared/policies/circuit';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const base = kestrel.suspension;
if (base === null) throw new Error('Kestrel suspends');
const policyOf = (more: Partial<Suspension>): Policy => ({
  ...kestrel,
  attempts: 10,
  schedule: { kind: 'constant', delayMs: 5_000 },
  jitter: { kind: 'none' },
  settings: [],
  suspension: { ...base, trigger: { kind: 'failures-in-a-row', count: 2 }, atEnd: 'send', ...more },
});
const cooldown = { ms: 60_000, factor: 2, capMs: 600_000 };

const conditionOf = (bench: EngineBench, { id }: Endpoint) => bench.store.endpoint(id)?.condition;
const kinds = (bench: EngineBench, { id }: Endpoint) =>
  bench.endpointSteps(id).flatMap(({ step }) => (step.kind === 'streak' ? [] : [step.kind]));

describe('a suspension that ends by time', () => {
  it('is over after its time, over a restart, and what was held goes; the next one is longer', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ endsBy: 'time', cooldown }));
    bench.sender.answerBy(() => status(500));
    const [id] = bench.send(endpoint);
    if (id === undefined) throw new Error('no delivery');
    // Attempts at 0 and 5 s: the second failure in a row suspends for 60 s, until 65 s.
    await bench.advance(5_000);
    expect((await bench.row(id)).state).toBe('held');
    expect(conditionOf(bench, endpoint)?.reopensAt).toBe(BENCH_START + 65_000);
    expect(bench.engine.report().nextAt).toBe(BENCH_START + 65_000);
    await bench.killAndRestart();
    await bench.advance(59_999);
    expect(bench.sender.sent).toHaveLength(2);
    await bench.advance(1);
    expect(bench.sender.sent).toHaveLength(3);
    // Failures at 65 s and 70 s: suspended again for 120 s, until 190 s.
    await bench.advance(5_000);
    expect(conditionOf(bench, endpoint)).toMatchObject({ reopensAt: BENCH_START + 190_000, round: 2 });
    bench.sender.answerBy(() => ok());
    await bench.advance(120_000);
    expect((await bench.row(id)).state).toBe('delivered');
    expect(kinds(bench, endpoint)).toEqual(['suspend', 'reopen', 'suspend', 'reopen']);
    // After a success the next one lasts 60 s again: failures at 190 s and 195 s.
    bench.sender.answerBy(() => status(500));
    bench.send(endpoint);
    await bench.advance(5_000);
    expect(conditionOf(bench, endpoint)).toMatchObject({ reopensAt: BENCH_START + 255_000, round: 1 });
  });

  it('is the next thing that can happen when waits are skipped', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ endsBy: 'time', cooldown: { ms: 86_400_000, factor: 1, capMs: null } }));
    bench.sender.script([status(500), status(500)], ok());
    const [id] = bench.send(endpoint);
    if (id === undefined) throw new Error('no delivery');
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(20);
    expect((await bench.row(id)).state).toBe('delivered');
    expect(bench.virtualMs).toBeGreaterThanOrEqual(86_405_000);
  });

  it('can be ended by a person before', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ endsBy: 'time', cooldown }));
    bench.sender.script([status(500), status(500)], ok());
    bench.send(endpoint);
    await bench.advance(5_000);
    bench.engine.enableEndpoint(endpoint.id);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(3);
    expect(conditionOf(bench, endpoint)?.reopensAt).toBeUndefined();
  });
});

describe('a suspension that is probed', () => {
  it('nodeshift/opossum#385: after its time one request at a time is a probe; enough open it, a failed one closes it for longer', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ endsBy: 'probe', cooldown, probes: 2 }));
    bench.sender.answerBy(() => status(500));
    const ids = bench.send(endpoint, 6);
    // Six fail together at once: it closes once.
    await bench.advance(0);
    expect(kinds(bench, endpoint)).toEqual(['suspend']);
    const before = bench.sender.sent.length;
    bench.sender.answerBy(() => 'wait');
    await bench.advance(59_999);
    expect(bench.sender.sent).toHaveLength(before);
    await bench.advance(1);
    // One probe; nothing else goes while it is under way, whatever arrives.
    bench.send(endpoint);
    await bench.advance(5_000);
    expect(bench.sender.sent).toHaveLength(before + 1);
    // A failed probe closes it for 120 s.
    bench.sender.sent.at(-1)?.answer(status(500));
    await bench.advance(0);
    expect(conditionOf(bench, endpoint)).toMatchObject({ round: 2, reopensAt: BENCH_START + 65_000 + 120_000 });
    await bench.advance(119_999);
    expect(bench.sender.sent).toHaveLength(before + 1);
    await bench.advance(1);
    expect(bench.sender.sent).toHaveLength(before + 2);
    // The first success is one of two: the next probe goes at once, alone.
    bench.sender.sent.at(-1)?.answer(ok());
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(before + 3);
    expect(conditionOf(bench, endpoint)).toMatchObject({ probe: { passed: 1 } });
    await bench.killAndRestart();
    await bench.advance(0);
    // Cut off by the kill, the probe goes again, and is still the only one.
    expect(bench.sender.sent).toHaveLength(before + 4);
    bench.sender.answerBy(() => ok());
    bench.sender.sent.at(-1)?.answer(ok());
    await bench.advance(0);
    expect(conditionOf(bench, endpoint)).toMatchObject({ suspendedAt: null });
    for (const id of ids) expect((await bench.row(id)).state).toBe('delivered');
  });

  it('holds what was in flight at the suspension and fails while a probe is under way', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ endsBy: 'probe', cooldown }));
    bench.sender.script(['wait', status(500), status(500)], 'wait');
    const [slow] = bench.send(endpoint, 3);
    if (slow === undefined) throw new Error('no delivery');
    await bench.advance(60_000);
    // The slow one of the beginning and the probe.
    expect(bench.sender.sent).toHaveLength(4);
    bench.sender.sent[0]?.answer(status(500));
    // While another is in flight outcomes are gathered for a few ms.
    await bench.advance(10);
    expect((await bench.row(slow)).state).toBe('held');
    await bench.advance(20_000);
    expect(bench.sender.sent).toHaveLength(4);
  });

  it('takes the next event for its probe when nothing is held', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint({
      ...policyOf({ endsBy: 'probe', cooldown, trigger: { kind: 'status', statuses: [[410, 410]] } }),
      classification: {
        rules: [{ when: { status: [410, 410] }, verdict: 'permanent', rules: [] }],
        otherwise: 'retry',
      },
    });
    bench.sender.answerBy(() => status(410));
    bench.send(endpoint);
    await bench.advance(60_000);
    // The only delivery has failed for good, so that nothing is held at 60 s.
    expect(conditionOf(bench, endpoint)).toMatchObject({ probe: { passed: 0, deliveryId: null } });
    await bench.advance(10_000);
    expect(bench.sender.sent).toHaveLength(1);
    bench.sender.answerBy(() => ok());
    bench.send(endpoint);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(2);
    expect(conditionOf(bench, endpoint)?.suspendedAt).toBeNull();
  });
});

describe('a failure rate', () => {
  it('counts what lies within its span, and is exact over a restart', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint({
      ...policyOf({ trigger: { kind: 'failure-rate', ratio: 0.5, least: 4, spanMs: 60_000 } }),
      attempts: 1,
    });
    const send = async (code: number) => {
      bench.sender.answerBy(() => status(code));
      bench.send(endpoint);
      await bench.advance(10_000);
    };
    // 0 s failed, 10 s and 20 s good: three are too few.
    await send(500);
    await send(200);
    await send(200);
    await bench.killAndRestart();
    // 30 s good: 1 of 4. 40 s failed: 2 of 5. 60 s failed: the one at 0 s is out: 2 of 5 again.
    await send(200);
    await send(500);
    await bench.advance(10_000);
    await send(500);
    expect(conditionOf(bench, endpoint)?.suspendedAt).toBeNull();
    // 70 s: the one at 10 s is out, 3 of 5: suspended.
    await send(500);
    expect(conditionOf(bench, endpoint)?.suspendedAt).toBe(BENCH_START + 70_000);
    expect(bench.endpointSteps(endpoint.id).at(-1)?.step).toMatchObject({
      kind: 'suspend',
      because: { kind: 'failure-rate', failed: 3, total: 5 },
    });
  });
});

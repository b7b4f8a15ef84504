import { describe, expect, it } from 'vitest';
import type { DeliveryId } from '../../src/shared/model/ids';
import { alphorn } from '../../src/shared/policies/alphorn';
import type { Suspension } from '../../src/shared/policies/circuit';
import { DEFAULT_POLICY } from '../../src/shared/policies/file/defaults';
import { kestrel } from '../../src/shared/policies/kestrel';
import type { Policy } from '../../src/shared/policies/policy';
import { explain } from '../../src/shared/words/explain';
import { waitStory } from '../../src/shared/words/story';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const base = kestrel.suspension;
if (base === null) throw new Error('Kestrel suspends');
const suspension: Suspension = {
  ...base,
  trigger: { kind: 'failures-in-a-row', count: 2 },
  endsBy: 'probe',
  cooldown: { ms: 60_000, factor: 2, capMs: null },
  atEnd: 'send',
};
const policyOf = (more: Partial<Policy> = {}): Policy => ({
  ...kestrel,
  attempts: 3,
  schedule: { kind: 'constant', delayMs: 5_000 },
  jitter: { kind: 'none' },
  settings: [],
  suspension: null,
  order: { keep: 'endpoint', rules: [] },
  ...more,
});

const states = (bench: EngineBench, ids: readonly DeliveryId[]) => ids.map((id) => bench.store.delivery(id)?.state);
/** The ordinals of deliveries in the order in which their attempts began. */
async function sequence(bench: EngineBench, ids: readonly DeliveryId[]): Promise<readonly number[]> {
  const logs = await Promise.all(ids.map(async (id) => (await bench.detail(id)).steps));
  return logs
    .flatMap((steps, index) => steps.flatMap(({ seq, step }) => (step.kind === 'claim' ? [{ seq, index }] : [])))
    .sort((one, other) => one.seq - other.seq)
    .map(({ index }) => index);
}
const viewOf = async (bench: EngineBench) => (await bench.views.endpoints(bench.engine.run.id, null))[0];

describe('an endpoint whose order is kept', () => {
  it('is sent one delivery at a time, and what fails keeps the rest waiting until it is final', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf());
    // The first fails three times, at 0, 5 and 10 s: then it is final, and the others follow at once.
    bench.sender.script([status(500), status(500), status(500)], ok());
    const ids = bench.send(endpoint, 3);
    await bench.advance(0);
    expect(states(bench, ids)).toEqual(['retrying', 'queued', 'queued']);
    expect(bench.sender.sent).toHaveLength(1);
    expect(bench.engine.report().nextAt).toBe(BENCH_START + 5_000);
    await bench.advance(9_999);
    expect(bench.sender.sent).toHaveLength(2);
    await bench.advance(1);
    expect(states(bench, ids)).toEqual(['failed', 'delivered', 'delivered']);
    expect(await sequence(bench, ids)).toEqual([0, 0, 0, 1, 2]);
  });

  it('has one request in flight, however many slots there are', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf());
    bench.sender.answerBy(() => 'wait');
    bench.send(endpoint, 5);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(1);
    bench.sender.sent[0]?.answer(ok());
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(2);
  });

  it('says who waits for whom, in the log, the story and the view', async () => {
    const bench = await EngineBench.open();
    const policy = policyOf();
    const endpoint = bench.endpoint(policy);
    bench.sender.script([status(500)], ok());
    const [first, second] = bench.send(endpoint, 2);
    if (first === undefined || second === undefined) throw new Error('no deliveries');
    await bench.advance(0);
    const name = `order.paid ${first.slice(-4)}`;
    const elder = (await viewOf(bench))?.inTurn;
    expect(elder).toEqual({ id: first, eventType: 'order.paid' });
    expect((await bench.detail(second)).steps.map(({ step }) => explain(step))).toEqual([
      `Accepted; it waits for its elder ${name}, since order is kept.`,
    ]);
    const row = await bench.row(second);
    const story = waitStory({ row, policy, steps: null, nowMs: BENCH_START, elder: elder ?? null }, 1);
    expect(story?.sentence).toBe(`It waits for its elder ${name}: this endpoint keeps the order.`);
    await bench.advance(5_000);
    expect((await bench.detail(second)).steps.map(({ step }) => explain(step))[1]).toBe(
      `Attempt 1 started: its elder ${name} has ended.`,
    );
    expect((await viewOf(bench))?.inTurn).toBeNull();
  });

  it('knows the next thing that can happen when waits are skipped', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ schedule: { kind: 'constant', delayMs: 86_400_000 } }));
    bench.sender.script([status(500), status(500)], ok());
    const ids = bench.send(endpoint, 2);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(20);
    expect(states(bench, ids)).toEqual(['delivered', 'delivered']);
    expect(await sequence(bench, ids)).toEqual([0, 0, 0, 1]);
    expect(bench.virtualMs).toBeGreaterThanOrEqual(2 * 86_400_000);
  });

  it('keeps it over a restart in the middle of an attempt', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf());
    bench.sender.answerBy(() => 'wait');
    const ids = bench.send(endpoint, 3);
    await bench.advance(0);
    bench.sender.answerBy(() => ok());
    await bench.killAndRestart();
    await bench.advance(0);
    expect(states(bench, ids)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await sequence(bench, ids)).toEqual([0, 0, 1, 2]);
  });

  it('waits for a stuck try until the sweep has found it', async () => {
    const bench = await EngineBench.open();
    const { sweep, interrupted } = alphorn;
    const endpoint = bench.endpoint(policyOf({ sweep, interrupted }));
    bench.sender.answerBy(() => 'wait');
    const ids = bench.send(endpoint, 2);
    await bench.advance(0);
    bench.sender.answerBy(() => ok());
    await bench.killAndRestart();
    await bench.advance(0);
    expect(states(bench, ids)).toEqual(['processing', 'queued']);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(20);
    expect(states(bench, ids)).toEqual(['delivered', 'delivered']);
    expect(await sequence(bench, ids)).toEqual([0, 0, 1]);
  });

  it('goes on with the next when a person cancels the first, and refuses to send a later one now', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf());
    bench.sender.script([status(500)], ok());
    const ids = bench.send(endpoint, 3);
    await bench.advance(0);
    const [first, second, third] = ids;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no deliveries');
    const [answer] = bench.engine.actOn('retry-now', [third]);
    expect(answer?.problem?.message).toBe(
      `It waits for order.paid ${first.slice(-4)}: this endpoint keeps the order. Send that one now, or cancel it.`,
    );
    bench.engine.actOn('cancel', [first, second]);
    await bench.advance(0);
    expect(states(bench, ids)).toEqual(['cancelled', 'cancelled', 'delivered']);
  });

  it('sends a replay behind all that wait, and a resend before them', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ redelivery: DEFAULT_POLICY.redelivery }));
    const [old] = bench.send(endpoint);
    await bench.advance(0);
    bench.sender.script([status(500)], ok());
    const waiting = bench.send(endpoint, 2);
    await bench.advance(0);
    if (old === undefined) throw new Error('no delivery');
    const again = bench.engine.sendAgain('replay', [old]).flatMap(({ deliveryId }) => deliveryId ?? []);
    await bench.advance(5_000);
    expect(await sequence(bench, [...waiting, ...again])).toEqual([0, 0, 1, 2]);

    const other = bench.endpoint(policyOf({ redelivery: alphorn.redelivery }), 'Other');
    const [early] = bench.send(other);
    await bench.advance(0);
    bench.sender.script([status(500)], ok());
    const later = bench.send(other, 2);
    await bench.advance(0);
    if (early === undefined) throw new Error('no delivery');
    bench.engine.sendAgain('resend', [early]);
    await bench.advance(5_000);
    // The resent one is elder: it goes at once, while the other waits for its retry.
    expect(await sequence(bench, [early, ...later])).toEqual([0, 1, 0, 1, 2]);
  });

  it('is kept through a suspension: the oldest is the probe, and the rest follow it', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf({ suspension, attempts: 10 }));
    bench.sender.script([status(500), status(500)], ok());
    const ids = bench.send(endpoint, 3);
    await bench.advance(5_000);
    expect(states(bench, ids)).toEqual(['held', 'held', 'held']);
    await bench.advance(60_000);
    expect(states(bench, ids)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await sequence(bench, ids)).toEqual([0, 0, 0, 1, 2]);
  });

  it('makes one that a person resends the probe, since it is elder than the one that was to be', async () => {
    const bench = await EngineBench.open();
    const throttles = [{ channels: ['webhook' as const], limit: 3, windowMs: 3_600_000, rules: [] }];
    const endpoint = bench.endpoint(policyOf({ suspension, attempts: 10, redelivery: alphorn.redelivery, throttles }));
    bench.sender.script([ok(), status(500), status(500)], ok());
    const [old, young] = bench.send(endpoint, 2);
    if (old === undefined || young === undefined) throw new Error('no deliveries');
    await bench.advance(5_000);
    expect(states(bench, [old, young])).toEqual(['delivered', 'held']);
    // Three requests in this hour: the probe has its place in the next one.
    await bench.advance(60_000);
    expect(states(bench, [old, young])).toEqual(['delivered', 'queued']);
    bench.engine.sendAgain('resend', [old]);
    await bench.advance(3_600_000);
    expect(states(bench, [old, young])).toEqual(['delivered', 'delivered']);
    expect(await sequence(bench, [old, young])).toEqual([0, 1, 1, 0, 1]);
  });

  it('does not look at those that wait: the next is found the same way behind 3,000', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint(policyOf());
    bench.sender.answerBy(() => 'wait');
    const ids = bench.send(endpoint, 100);
    await bench.advance(0);
    for (let i = 0; i < 29; i++) bench.send(endpoint, 100);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(1);
    bench.sender.sent[0]?.answer(ok());
    await bench.advance(0);
    expect(states(bench, ids.slice(0, 3))).toEqual(['delivered', 'processing', 'queued']);
  });
});

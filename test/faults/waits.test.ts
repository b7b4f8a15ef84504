import { describe, expect, it } from 'vitest';
import { LONGEST_WAIT_MS } from '../../src/shared/policies/bounds';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { kestrel } from '../../src/shared/policies/kestrel';
import { type Policy, policySchema } from '../../src/shared/policies/policy';
import { DRAW, draw } from '../../src/shared/rules/draw';
import { drawFrom } from '../../src/shared/rules/jitter';
import { waitBand } from '../../src/shared/rules/schedule';
import { EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const DAY = 86_400_000;

describe.each(BUILT_IN_POLICIES.map((policy) => [policy.id, policy] as const))('%s', (id, policy) => {
  it.each([
    ['a date to come', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['a date that is over', 'Wed, 21 Oct 2015 07:28:00 GMT'],
    ['a date with the wrong day of the week', 'Mon, 21 Oct 2026 07:28:00 GMT'],
    ['a date of RFC 850', 'Wednesday, 21-Oct-26 07:28:00 GMT'],
    ['a date of asctime', 'Wed Oct 21 07:28:00 2026'],
    ['no date at all', 'soon'],
    ['nothing', ''],
    ['more seconds than a timer takes', '99999999999'],
    ['less than none', '-5'],
  ])('elizaOS/eliza#22162: Retry-After with %s leaves the policy’s own wait as it is', async (_what, value) => {
    const bench = await EngineBench.open();
    bench.sender.script([status(429, value)], ok());
    const [delivery] = bench.send(bench.endpoint(id));
    if (delivery === undefined) throw new Error('one was sent');
    await bench.advance(0);
    const { state, wait, dueAt, marks } = await bench.row(delivery);
    const band = waitBand(policy, 1);
    expect(state).toBe('retrying');
    expect(wait).toMatchObject(band);
    expect(Number.isSafeInteger(wait?.drawnMs)).toBe(true);
    expect(wait?.drawnMs).toBeGreaterThanOrEqual(band.minMs);
    expect(wait?.drawnMs).toBeLessThanOrEqual(band.maxMs);
    expect(dueAt).toBe((marks[0]?.endedAt ?? Number.NaN) + (wait?.drawnMs ?? Number.NaN));
    // What was asked for is shown as it came, with what became of it.
    const { steps } = await bench.detail(delivery);
    const retry = steps.map(({ step }) => step).find(({ kind }) => kind === 'retry');
    expect(retry).toMatchObject({ retryAfter: { value, used: false, rules: ['R1'] } });
  });
});

it('agenda/agenda#1748: 100,000 draws with ±50 % stay between nothing and the cap', () => {
  const schedule = { kind: 'exponential', baseMs: 100, factor: 2, capMs: 500 } as const;
  const forms = [{ kind: 'proportional', ratio: 0.5 }, { kind: 'full' }, { kind: 'equal' }, { kind: 'none' }] as const;
  let outside = 0;
  for (const jitter of forms) {
    for (let attempt = 1; attempt <= 50; attempt++) {
      const band = waitBand({ schedule, jitter }, attempt);
      for (let delivery = 0; delivery < 500; delivery++) {
        const { drawnMs } = drawFrom(band, draw(1748, DRAW.retryWait, delivery, attempt));
        if (!(drawnMs >= 0 && drawnMs <= 500)) outside += 1;
      }
    }
  }
  expect(outside).toBe(0);
});

it('failsafe-lib/failsafe#115: jitter larger than the delay is refused by the policy, with where it stands', () => {
  // ±200 ms on a delay of 100 ms is a ratio of 2.
  const read = policySchema.safeParse({
    ...kestrel,
    schedule: { kind: 'list', delaysMs: [100] },
    jitter: { kind: 'proportional', ratio: 2 },
  });
  expect(read.success).toBe(false);
  expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual(['jitter.ratio']);
  // The largest that there may be reaches down to nothing, and not below.
  const widest = waitBand(
    { schedule: { kind: 'list', delaysMs: [100] }, jitter: { kind: 'proportional', ratio: 1 } },
    1,
  );
  expect(widest).toMatchObject({ minMs: 0, maxMs: 200 });
});

describe('a wait beyond what a timer takes', () => {
  const doubling: Policy = {
    ...kestrel,
    id: 'doubling',
    attempts: 40,
    schedule: { kind: 'exponential', baseMs: 60_000, factor: 2, capMs: null },
    jitter: { kind: 'none' },
    suspension: null,
    settings: [],
  };

  it('getsentry/sentry-electron#441: a minute doubled 29 times, without a cap, is ten years, and nothing leaves early', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const [id] = bench.send(bench.endpoint(doubling));
    if (id === undefined) throw new Error('one was sent');
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    const { marks } = await bench.row(id);
    expect(marks).toHaveLength(40);
    for (const [index, mark] of marks.slice(1).entries()) {
      const waited = Math.min(60_000 * 2 ** index, LONGEST_WAIT_MS);
      expect(mark.startedAt).toBe((marks[index]?.endedAt ?? 0) + waited);
    }
  });

  it('getsentry/sentry-electron#441: an event that is planned 60 days ahead leaves on its day', async () => {
    const bench = await EngineBench.open();
    const left: number[] = [];
    bench.sender.onSend = () => left.push(bench.virtualMs);
    bench.engine.setPace({ kind: 'skip' });
    bench.engine.sendEvents({
      endpointIds: [bench.endpoint('kestrel').id],
      type: 'x',
      contentType: 'text/plain',
      body: '',
      count: 3,
      everyMs: 30 * DAY,
    });
    await bench.advance(1_000);
    expect(left).toEqual([0, 30 * DAY, 60 * DAY]);
  });
});

import { describe, expect, it } from 'vitest';
import type { DeliveryId } from '../../src/shared/model/ids';
import type { DeliveryStep } from '../../src/shared/model/step';
import { drawFromSource } from '../../src/shared/rules/draw';
import { attemptStory, type Story, waitStory } from '../../src/shared/words/story';
import { EngineBench } from '../support/engine-bench';
import { fault, ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const DAY = 86_400_000;

type Kind = DeliveryStep['kind'];
/** The steps of one kind in a delivery's log, oldest first. */
async function stepsOf<K extends Kind>(bench: EngineBench, id: DeliveryId, kind: K) {
  const { steps } = await bench.detail(id);
  return steps.flatMap(({ step }) => (step.kind === kind ? [step as Extract<DeliveryStep, { kind: K }>] : []));
}

const first = (ids: readonly DeliveryId[]): DeliveryId => {
  const [id] = ids;
  if (id === undefined) throw new Error('nothing was sent');
  return id;
};

async function failing(policy: string, replies: Parameters<EngineBench['sender']['script']>[0], ms: number) {
  const bench = await EngineBench.open();
  bench.sender.script(replies, ok());
  const endpoint = bench.endpoint(policy);
  const id = first(bench.send(endpoint));
  bench.engine.setPace({ kind: 'skip' });
  await bench.advance(ms);
  return { bench, id, endpoint };
}

describe('what is kept of a decision', () => {
  it('a1: Alphorn’s base delay is the doubled minute, its nominal delay the middle of the printed range', async () => {
    const { bench, id } = await failing('alphorn', [status(500), status(500)], 1_000);
    const waits = (await stepsOf(bench, id, 'retry')).map(({ wait }) => wait);
    expect(waits.map(({ baseMs, nominalMs, minMs, maxMs }) => [baseMs, minMs, nominalMs, maxMs])).toEqual([
      [60_000, 30_000, 45_000, 60_000],
      [120_000, 60_000, 90_000, 120_000],
    ]);
  });

  it('F7: a draw can be made again from the seed and the key that are kept with the wait, in step and attempt', async () => {
    const { bench, id } = await failing('fianto', [status(500), status(500)], 1_000);
    const { row } = await bench.detail(id);
    const retries = await stepsOf(bench, id, 'retry');
    expect(retries).toHaveLength(2);
    for (const [i, { wait }] of retries.entries()) {
      if (wait.draw === null) throw new Error('the draw is not kept');
      expect(wait.draw).toEqual({ seed: bench.engine.run.seed, key: [1, row.ordinal, i + 1] });
      expect(drawFromSource(wait.draw)).toBe(wait.roll);
      expect(wait.minMs + Math.floor(wait.roll * (wait.maxMs - wait.minMs))).toBe(wait.drawnMs);
      expect(row.marks[i + 1]?.wait).toEqual(wait);
    }
  });

  it('R1: a Retry-After is kept as it came, with what became of it, on a retry and at the end', async () => {
    const { bench, id } = await failing(
      'alphorn',
      [status(429, '120'), status(404, 'Thu, 01 Jan 2026 00:00:00 GMT')],
      1_000,
    );
    const [retry] = await stepsOf(bench, id, 'retry');
    const [fail] = await stepsOf(bench, id, 'fail');
    expect(retry?.retryAfter).toEqual({ value: '120', used: false, rules: ['R1'] });
    expect(fail?.retryAfter).toEqual({ value: 'Thu, 01 Jan 2026 00:00:00 GMT', used: false, rules: ['R1'] });
  });

  it('F2, A43: the budget that is left goes with every attempt, from its claim to its end', async () => {
    const { bench, id } = await failing('fianto', [status(500), status(500)], 1_000);
    const left = (steps: readonly { readonly budgetLeft: number | null; readonly budget: number | null }[]) =>
      steps.map(({ budgetLeft, budget }) => [budgetLeft, budget]);
    expect(left(await stepsOf(bench, id, 'claim'))).toEqual([
      [7, 8],
      [6, 8],
      [5, 8],
    ]);
    expect(left(await stepsOf(bench, id, 'retry'))).toEqual([
      [7, 8],
      [6, 8],
    ]);
    expect(left(await stepsOf(bench, id, 'deliver'))).toEqual([[5, 8]]);
    const permanent = await failing('alphorn', [status(404)], 1_000);
    expect(left(await stepsOf(permanent.bench, permanent.id, 'fail'))).toEqual([[0, 5]]);
  });

  it('F17, F19: the end of a delivery says what it did to the streak, and where that suspends', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(503));
    const endpoint = bench.endpoint('fianto');
    const two = bench.send(endpoint, 2);
    bench.engine.setPace({ kind: 'skip' });
    await bench.advance(1_000);
    const ends = await Promise.all(two.map((id) => stepsOf(bench, id, 'fail')));
    const streaks = ends.flat().map(({ streak }) => streak);
    expect(streaks).toHaveLength(2);
    expect(streaks).toEqual(
      expect.arrayContaining([
        { before: 0, after: 1, threshold: 5 },
        { before: 1, after: 2, threshold: 5 },
      ]),
    );
    bench.sender.script([], ok());
    const good = first(bench.send(endpoint));
    await bench.advance(1_000);
    expect((await stepsOf(bench, good, 'deliver'))[0]?.streak).toEqual({ before: 2, after: 0, threshold: 5 });
    const never = await failing('alphorn', [], 1_000);
    expect((await stepsOf(never.bench, never.id, 'deliver'))[0]?.streak).toBeNull();
  });

  it('i7: in the literal reading a delivery that was refused thirteen times leaves the streak, one 503 counts it', async () => {
    for (const [replies, streak, suspends] of [
      [[], { before: 0, after: 0, threshold: 1 }, false],
      [[fault('refused'), status(503)], { before: 0, after: 1, threshold: 1 }, true],
    ] as const) {
      const bench = await EngineBench.open();
      bench.sender.script(replies, fault('refused'));
      const endpoint = bench.endpoint('infraspeak', 'site', undefined, { settings: { ignoreFaults: true } });
      const id = first(bench.send(endpoint));
      bench.engine.setPace({ kind: 'skip' });
      await bench.advance(1_000);
      expect((await bench.row(id)).attempts).toBe(13);
      expect((await stepsOf(bench, id, 'fail'))[0]?.streak).toEqual(streak);
      expect(bench.store.endpoint(endpoint.id)?.condition.suspendedAt !== null).toBe(suspends);
    }
  });

  it('A15, A16: a claim says how many places of its window are taken, a deferral which place it has', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('alphorn', 'ops', undefined, { channel: 'telegram' });
    await bench.advance(50_000);
    const ids = bench.send(endpoint, 22);
    await bench.advance(MINUTE);
    const start = bench.engine.run.startedAt;
    const claims = await Promise.all(ids.map(async (id) => (await stepsOf(bench, id, 'claim'))[0]?.throttle));
    const window = (n: number) => ({ fromAt: start + n * MINUTE, toAt: start + (n + 1) * MINUTE, limit: 20 });
    expect(claims.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => ({ ...window(0), used: i + 1 })));
    expect(claims.slice(20)).toEqual([
      { ...window(1), used: 2 },
      { ...window(1), used: 2 },
    ]);
    const defers = await Promise.all(ids.slice(20).map(async (id) => (await stepsOf(bench, id, 'defer'))[0]?.window));
    expect(defers).toEqual([
      { ...window(1), used: 1 },
      { ...window(1), used: 2 },
    ]);
    const plain = await failing('alphorn', [], 1_000);
    expect((await stepsOf(plain.bench, plain.id, 'claim'))[0]?.throttle).toBeNull();
  });
});

describe('a story', () => {
  it.each(['alphorn', 'fianto', 'kestrel', 'infraspeak'])(
    'is told from the row as from the log, but for what only the log knows: %s',
    async (policy) => {
      const replies = [status(500, '60'), fault('response-timeout'), status(429), status(500)];
      const { bench, id, endpoint } = await failing(policy, replies, 1_000);
      const { row, steps } = await bench.detail(id);
      expect(row.state).toBe('delivered');
      const nowMs = bench.engine.virtualNow();
      const withoutLog = ({ facts, ...story }: Story) => ({
        ...story,
        facts: facts.filter(({ label }) => label !== 'Streak' && label !== 'Window'),
      });
      for (const { n } of row.marks) {
        const log = { row, policy: endpoint.policy, steps, nowMs };
        const bare = { ...log, steps: null };
        expect(withoutLog(attemptStory(log, n))).toEqual(attemptStory(bare, n));
        expect(waitStory(log, n)).toEqual(waitStory(bare, n));
      }
    },
  );

  it('A16: of a deferred delivery says that the window was full, and which place it has now', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('alphorn', 'ops', undefined, { channel: 'telegram' });
    await bench.advance(50_000);
    const ids = bench.send(endpoint, 22);
    await bench.advance(0);
    const last = ids.at(-1) ?? first(ids);
    const { row, steps } = await bench.detail(last);
    const story = waitStory({ row, policy: endpoint.policy, steps, nowMs: bench.engine.virtualNow() }, 1);
    expect(story).toMatchObject({
      title: 'Waiting for attempt 1 of 5',
      sentence: 'The window was full when it came due; no try is used.',
      rules: ['A15', 'A16', 'A17', 'a11'],
    });
    expect(story?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Was due: at once',
      'Window: 2 of 20 used in 1 m',
      'Deferred to: in 10 s',
      'Budget left: 5 of 5',
      'If it fails: 30 s to 1 m',
    ]);
  });
});

describe('the settings of an endpoint', () => {
  it('R10: are part of the policy that it keeps, and change what is sent', async () => {
    const bench = await EngineBench.open();
    const endpoint = bench.endpoint('kestrel', 'k', undefined, { settings: { signing: 'none', retentionDays: 3 } });
    expect(endpoint.policy).toMatchObject({ signing: 'none', retention: { ms: 3 * DAY } });
    bench.send(endpoint);
    await bench.advance(0);
    const names = () => bench.sender.sent.at(-1)?.headers.map(([name]) => name) ?? [];
    expect(names()).not.toContain('webhook-signature');
    const signed = bench.engine.updateEndpoint({
      id: endpoint.id,
      secretOverlapMs: 0,
      settings: { signing: 'standard-webhooks' },
    });
    expect(signed.policy).toMatchObject({ signing: 'standard-webhooks', retention: { ms: 3 * DAY } });
    bench.send(endpoint);
    await bench.advance(0);
    expect(names()).toContain('webhook-signature');
  });

  it('i6: are refused with the field that is wrong', async () => {
    const bench = await EngineBench.open();
    expect(() => bench.endpoint('fianto', 'f', undefined, { settings: { suspendAfter: 3 } })).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ code: 'invalid', field: 'settings.suspendAfter' }),
      }),
    );
  });
});

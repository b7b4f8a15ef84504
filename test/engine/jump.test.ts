import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/shared/model/problem';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** One delivery under Fianto's policy whose first attempt failed: the second is due within 48 to 72 s (F6, F7). */
async function oneFailure(): Promise<EngineBench> {
  const bench = await EngineBench.open();
  bench.sender.script([status(503)], ok());
  bench.send(bench.endpoint('fianto'));
  await bench.advance(0);
  expect(bench.sender.sent).toHaveLength(1);
  return bench;
}

const kinds = async ({ views, engine }: EngineBench): Promise<readonly string[]> =>
  (await views.stepsAfter(engine.run.id, 0, 1_000)).map(({ step }) => step.kind);

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return 'none';
}

describe('a jump to an instant', () => {
  it('lets all happen that is due until then, stops exactly there, and goes on at the pace that was chosen', async () => {
    const bench = await oneFailure();
    bench.engine.setPace({ kind: 'factor', factor: 60 });
    bench.engine.jumpTo(BENCH_START + 10 * MINUTE);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(2);
    expect(bench.virtualMs).toBe(10 * MINUTE);
    expect(bench.engine.report()).toMatchObject({ jumpsTo: null, paused: false, pace: { kind: 'factor', factor: 60 } });
    await bench.advance(1_000);
    expect(bench.virtualMs).toBe(11 * MINUTE);
    expect(await kinds(bench)).toEqual(['accept', 'claim', 'retry', 'clock', 'jump', 'claim', 'deliver', 'clock']);
  });

  it('is told of with its waits, as are waits that are skipped and a step', async () => {
    const bench = await oneFailure();
    const { nextAt } = bench.engine.report();
    if (nextAt === null) throw new Error('a retry is planned');
    bench.engine.jumpTo(BENCH_START + 10 * MINUTE);
    await bench.advance(0);
    const found = await bench.views.leaps(bench.engine.run.id, BENCH_START, BENCH_START + 10 * MINUTE);
    const stretches = found.map(({ fromMs, toMs, cause }) => [fromMs - BENCH_START, toMs - BENCH_START, cause]);
    // To the retry, in whose answer no time passes, and on to the end.
    expect(stretches).toEqual([
      [0, nextAt - BENCH_START, 'jump'],
      [nextAt - BENCH_START, 10 * MINUTE, 'jump'],
    ]);
  });

  it('does not reach what is due later', async () => {
    const bench = await oneFailure();
    bench.engine.jumpTo(BENCH_START + 40_000);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(1);
    expect(bench.virtualMs).toBe(40_000);
  });

  it('sends what is due at that very instant, even when the clock is paused there', async () => {
    const bench = await oneFailure();
    bench.engine.setPaused(true);
    const { nextAt } = bench.engine.report();
    if (nextAt === null) throw new Error('a retry is planned');
    bench.engine.jumpTo(nextAt);
    await bench.advance(0);
    expect(bench.sender.sent).toHaveLength(2);
    expect(bench.engine.report()).toMatchObject({ jumpsTo: null, paused: true, virtualMs: nextAt });
  });

  it('arrives at once where nothing is due, and with nothing at all to do', async () => {
    const bench = await EngineBench.open();
    bench.engine.jumpTo(BENCH_START + 5 * DAY);
    await bench.advance(0);
    expect(bench.virtualMs).toBe(5 * DAY);
    expect(bench.engine.report()).toMatchObject({ jumpsTo: null, pace: { kind: 'factor', factor: 1 } });
  });

  it('ends while a request is still out: real time passes, and with it the instant', async () => {
    const bench = await oneFailure();
    bench.sender.answerBy(() => 'wait');
    bench.engine.setPaused(true);
    const { nextAt } = bench.engine.report();
    if (nextAt === null) throw new Error('a retry is planned');
    bench.engine.jumpTo(nextAt + 5_000);
    await bench.advance(4_000);
    expect(bench.engine.report()).toMatchObject({ jumpsTo: nextAt + 5_000, inFlight: 1, rate: 1, paused: false });
    await bench.advance(2_000);
    expect(bench.engine.report()).toMatchObject({ jumpsTo: null, inFlight: 1, paused: true });
    bench.sender.sent[1]?.answer(ok());
    await bench.advance(1_000);
    expect(bench.virtualMs).toBe(nextAt - BENCH_START + 6_000);
  });

  it('can be ended on the way: by its own command, by a pause, by a pace and by Stop', async () => {
    for (const [end, after] of [
      [(bench: EngineBench) => bench.engine.cancelJump(), { paused: false, pace: { kind: 'factor', factor: 1 } }],
      [(bench: EngineBench) => bench.engine.setPaused(true), { paused: true }],
      [(bench: EngineBench) => bench.engine.setPace({ kind: 'factor', factor: 10 }), { pace: { factor: 10 } }],
      [(bench: EngineBench) => bench.engine.stop(), { paused: true, inFlight: 0 }],
    ] as const) {
      const bench = await oneFailure();
      bench.sender.answerBy(() => 'wait');
      bench.engine.jumpTo(BENCH_START + 10 * DAY);
      await bench.advance(0);
      expect(bench.engine.report()).toMatchObject({ jumpsTo: BENCH_START + 10 * DAY, inFlight: 1 });
      const ending = end(bench);
      await bench.advance(0);
      await ending;
      expect(bench.engine.report()).toMatchObject({ jumpsTo: null, ...after });
      expect(bench.virtualMs).toBeLessThan(2 * MINUTE);
    }
  });

  it('is over after a restart, and the clock as it was chosen before', async () => {
    for (const restart of ['killAndRestart', 'quitAndRestart'] as const) {
      const bench = await oneFailure();
      bench.engine.setPaused(true);
      bench.sender.answerBy(() => 'wait');
      bench.engine.jumpTo(BENCH_START + 10 * DAY);
      await bench.advance(0);
      const restarting = bench[restart]();
      await bench.advance(0);
      await restarting;
      expect(bench.engine.report()).toMatchObject({ jumpsTo: null, paused: true });
    }
  });

  it('refuses the past and says where it can be seen, and refuses what is too far', async () => {
    const bench = await EngineBench.open();
    await bench.advance(10 * MINUTE);
    const { engine } = bench;
    expect(refusalOf(() => engine.jumpTo(BENCH_START + 6 * MINUTE))).toBe(
      'This instant was 4 m ago; the clock never goes back. To see how it was, drag the now line in the overview of Live, or press [.',
    );
    expect(refusalOf(() => engine.jumpTo(BENCH_START + 10 * MINUTE))).toMatch(/^This instant is now;/);
    expect(refusalOf(() => engine.jumpTo(BENCH_START + 4_000 * DAY))).toMatch(/^A jump is at most 3652 d\./);
    expect(engine.report()).toMatchObject({ jumpsTo: null, virtualMs: BENCH_START + 10 * MINUTE });
  });
});

import { describe, expect, it } from 'vitest';
import { breachesIn } from '../support/laws/laws';
import { readLedger } from '../support/laws/ledger';
import { addEndpoint, addRoute, atFactor, Bookkeeper, endInOrder, skip } from './bookkeeper';
import { buildProcesses } from './bundles';
import { byEngineClock } from './frozen';
import { aDataFolder, EngineProcess, ReceiverProcess } from './processes';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const WAITING = 10;

buildProcesses();

/** Ten retries that Fianto's jitter spreads over 48 to 72 s, behind a request in flight that holds the clock at 1×. */
async function withRetriesWaiting(engine: EngineProcess, receiver: ReceiverProcess, books: Bookkeeper) {
  const hanging = await addEndpoint(engine, receiver, 'infraspeak', 'hanging?hang=1');
  const waiting = await addEndpoint(engine, receiver, 'fianto', 'waiting?fails=1');
  await books.send(engine, [hanging]);
  await receiver.hasSeen(1);
  await books.send(engine, [waiting], { count: WAITING });
  await engine.frame(({ totals }) => totals.byState.retrying === WAITING);
  return waiting;
}

const retriesIn = (dataDir: string, endpointId: string) => {
  const { attempts, steps } = readLedger(dataDir);
  const claims = steps.flatMap(({ step, deliveryId }) => (step.kind === 'claim' && step.n === 2 ? [deliveryId] : []));
  return claims.flatMap((id) =>
    attempts.filter((one) => one.deliveryId === id && one.n === 2 && one.endpointId === endpointId),
  );
};

const MODES = [
  ['at 1×', atFactor(1), 'SIGTERM', HOUR, HOUR + 120_000],
  ['at 1×', atFactor(1), 'SIGKILL', HOUR, HOUR + 120_000],
  ['at 60×', atFactor(60), 'SIGKILL', HOUR, HOUR + 120_000],
  ['under skip waits', skip, 'SIGTERM', 0, 120_000],
] as const;

describe('after an hour in which nothing ran', () => {
  it.each(MODES)('%s, what is due goes at once, in order, and nothing early (ended by $2)', async (...mode) => {
    const [, pace, signal, leastMs, mostMs] = mode;
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    const before = new EngineProcess(dataDir);
    await before.ready();
    const waiting = await withRetriesWaiting(before, receiver, books);
    await before.order('clock.setPace', pace);
    const { clock } = await before.order('snapshot', {});
    before.signal(signal);
    await before.gone;
    books.noteDeath(dataDir);

    await receiver.stopHanging();
    const after = new EngineProcess(dataDir, HOUR);
    await after.frame(({ totals }) => totals.byState.delivered === WAITING + 1);
    const passedMs = (await after.order('snapshot', {})).clock.virtualMs - clock.virtualMs;
    await endInOrder(after);

    expect(passedMs).toBeGreaterThanOrEqual(leastMs);
    const retries = retriesIn(dataDir, waiting);
    expect(retries).toHaveLength(WAITING);
    const due = retries.map(({ dueAt }) => dueAt);
    expect(due).toEqual([...due].sort((a, b) => a - b));
    for (const { dueAt, startedAt } of retries) {
      expect(startedAt - dueAt).toBeGreaterThanOrEqual(Math.max(0, leastMs - 120_000));
      expect(startedAt - clock.virtualMs).toBeLessThan(mostMs + passedMs);
    }
    const { seen } = await receiver.report();
    expect(breachesIn(dataDir, books.evidence(byEngineClock(seen, [0, HOUR])))).toEqual([]);
  });

  it('paused, nothing goes until it is resumed, and no time has passed', async () => {
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    const before = new EngineProcess(dataDir);
    await before.ready();
    const waiting = await withRetriesWaiting(before, receiver, books);
    const captureUrl = await addRoute(before);
    await before.order('clock.stop', {});
    const { clock } = await before.order('snapshot', {});
    before.signal('SIGKILL');
    await before.gone;

    await receiver.stopHanging();
    const after = new EngineProcess(dataDir, HOUR);
    await after.ready();
    expect(await books.capture(captureUrl)).toBe(200);
    expect(await books.send(after, [waiting])).toBeNull();
    const held = await after.order('snapshot', {});
    expect(held.clock).toMatchObject({ paused: true, inFlight: 0, rate: 0, virtualMs: clock.virtualMs });
    expect(held.totals.attempts).toBe(WAITING + 1);
    expect((await receiver.report()).seen).toHaveLength(WAITING + 1);
    await after.order('clock.resume', {});
    await endInOrder(after);

    const retries = retriesIn(dataDir, waiting);
    expect(retries).toHaveLength(WAITING + 1);
    expect(retries.filter(({ startedAt, dueAt }) => startedAt < dueAt)).toEqual([]);
    const { seen } = await receiver.report();
    expect(breachesIn(dataDir, books.evidence(byEngineClock(seen, [0, HOUR])))).toEqual([]);
  });
});

describe('a wall clock that someone sets while the engine runs', () => {
  it.each([
    ['a year ahead', YEAR],
    ['a day back', -DAY],
  ] as const)('%s: nothing is early and nothing stalls, then and after a restart', async (_, offsetMs) => {
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    let engine = new EngineProcess(dataDir);
    await engine.ready();
    await withRetriesWaiting(engine, receiver, books);
    const steady = await addEndpoint(engine, receiver, 'infraspeak', 'steady');

    /** A new event goes at once, and none of the retries does. */
    const goesOn = async (delivered: number): Promise<void> => {
      await books.send(engine, [steady]);
      const { totals } = await engine.frame((frame) => frame.totals.byState.delivered === delivered);
      expect(totals.byState.retrying).toBe(WAITING);
    };
    await goesOn(1);
    engine.tell({ kind: 'set-wall', offsetMs });
    await goesOn(2);

    engine.signal('SIGKILL');
    await engine.gone;
    books.noteDeath(dataDir);
    const times = [...engine.virtualTimes];
    engine = new EngineProcess(dataDir, offsetMs);
    await engine.ready();
    await goesOn(3);
    await receiver.answerHanging();
    await endInOrder(engine);
    times.push(...engine.virtualTimes);

    expect(times).toEqual([...times].sort((a, b) => a - b));
    const { deliveries } = readLedger(dataDir);
    expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
    const { seen } = await receiver.report();
    expect(seen).toHaveLength(2 * WAITING + 2 + 3);
    expect(breachesIn(dataDir, books.evidence(byEngineClock(seen, [0, offsetMs])))).toEqual([]);
  });

  it('and sets right while it is off: no time has passed when that is back', async () => {
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    const wrong = new EngineProcess(dataDir, YEAR);
    await wrong.ready();
    await withRetriesWaiting(wrong, receiver, books);
    wrong.signal('SIGTERM');
    await wrong.gone;
    await receiver.stopHanging();

    const right = new EngineProcess(dataDir);
    const { totals } = await right.frame((frame) => frame.totals.byState.delivered === 1);
    expect(totals.byState.retrying).toBe(WAITING);
    expect(right.virtualTimes[0]).toBeGreaterThanOrEqual(Math.max(...wrong.virtualTimes));
    await endInOrder(right);
    const { seen } = await receiver.report();
    expect(breachesIn(dataDir, books.evidence(byEngineClock(seen, [0, YEAR])))).toEqual([]);
  });
});

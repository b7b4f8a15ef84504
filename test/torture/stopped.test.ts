import { describe, expect, it } from 'vitest';
import { breachesIn } from '../support/laws/laws';
import { addEndpoint, addRoute, Bookkeeper, endInOrder } from './bookkeeper';
import { buildProcesses } from './bundles';
import { aDataFolder, EngineProcess, ReceiverProcess } from './processes';
import { runStepsIn } from './run-steps';
import { IN_FLIGHT, loadTwoHundred, SENT, storiesIn } from './two-hundred';

buildProcesses();

describe('Stop with 200 requests in flight', () => {
  it('interrupts all of them, uncharged; Start sends each again exactly once, and twice is no more than once', async () => {
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    const engine = new EngineProcess(dataDir);
    await engine.ready();
    const captureUrl = await addRoute(engine);
    const loaded = await loadTwoHundred(engine, receiver, books);

    const [stopped] = await Promise.all([engine.order('clock.stop', {}), engine.order('clock.stop', {})]);
    expect(stopped).toMatchObject({ paused: true, inFlight: 0, rate: 0 });
    expect(await books.capture(captureUrl)).toBe(200);
    const { totals } = await engine.order('snapshot', {});
    expect(totals).toMatchObject({ deliveries: SENT, attempts: IN_FLIGHT });
    expect(totals.byState).toMatchObject({ queued: SENT, processing: 0, failed: 0, delivered: 0 });

    await receiver.stopHanging();
    await Promise.all([engine.order('clock.resume', {}), engine.order('clock.resume', {})]);
    await engine.frame((frame) => frame.totals.byState.delivered === SENT);
    await endInOrder(engine);

    const { seen } = await receiver.report();
    expect(seen).toHaveLength(IN_FLIGHT + SENT);
    expect(breachesIn(dataDir, books.evidence(seen))).toEqual([]);
    const stories = storiesIn(dataDir, loaded);
    expect(stories.filter(({ outcomes }) => outcomes.join() === 'stopped,200')).toHaveLength(IN_FLIGHT);
    expect(stories.filter(({ outcomes }) => outcomes.join() === '200')).toHaveLength(SENT - IN_FLIGHT);
    expect(stories.filter(({ counter }) => counter !== 1)).toEqual([]);
    const stops = runStepsIn(dataDir).flatMap((step) => (step.kind === 'stop' ? [step.aborted] : []));
    expect(stops.reduce((sum, aborted) => sum + aborted, 0)).toBe(IN_FLIGHT);
  });
});

describe('a command that is given twice does no more than once', () => {
  it.each([
    ['redeliver', 'fianto', 'delivery.redeliver'],
    ['replay', 'kestrel', 'delivery.replay'],
    ['resend', 'alphorn', 'delivery.resend'],
  ] as const)('%s (%s), before the first is on its way', async (_, policy, command) => {
    const receiver = await ReceiverProcess.start();
    const engine = new EngineProcess(aDataFolder());
    const books = new Bookkeeper();
    await engine.ready();
    const endpointId = await addEndpoint(engine, receiver, policy, 'orders');
    await books.send(engine, [endpointId]);
    await engine.frame(({ totals }) => totals.byState.delivered === 1);
    const ids = [...books.acceptedDeliveries];

    await engine.order('clock.pause', {});
    const once = async () => (await engine.order(command, { ids })).filter(({ problem }) => problem === null).length;
    expect((await Promise.all([once(), once()])).sort()).toEqual([0, 1]);
    await engine.order('clock.resume', {});
    await receiver.hasSeen(2);
    await endInOrder(engine);
    expect((await receiver.report()).seen).toHaveLength(2);
  });

  it('retry now', async () => {
    const receiver = await ReceiverProcess.start();
    const engine = new EngineProcess(aDataFolder());
    const books = new Bookkeeper();
    await engine.ready();
    const endpointId = await addEndpoint(engine, receiver, 'infraspeak', 'orders?fails=1');
    await books.send(engine, [endpointId]);
    await engine.frame(({ totals }) => totals.byState.retrying === 1);
    const ids = [...books.acceptedDeliveries];

    await Promise.all([engine.order('delivery.retryNow', { ids }), engine.order('delivery.retryNow', { ids })]);
    await engine.frame(({ totals }) => totals.byState.delivered === 1);
    await endInOrder(engine);
    expect((await receiver.report()).seen).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import { breachesIn } from '../support/laws/laws';
import { Bookkeeper, endInOrder } from './bookkeeper';
import { buildProcesses } from './bundles';
import { Host } from './hosts';
import { aDataFolder, EngineProcess, ReceiverProcess } from './processes';
import { IN_FLIGHT, loadTwoHundred, SENT, secondDueIn, storiesIn } from './two-hundred';

buildProcesses();

/** How each process is asked to end, by a person, the shell or the system. */
const ENDINGS = [
  ['serve, by Ctrl-C', Host.serve, (host: Host) => host.signal('SIGINT')],
  ['serve, when its terminal is closed', Host.serve, (host: Host) => host.signal('SIGHUP')],
  ['the window’s engine, by its shell', Host.utility, (host: Host) => host.shutDown()],
  ['the window’s engine, by SIGTERM', Host.utility, (host: Host) => host.signal('SIGTERM')],
  [
    'the window’s engine, by both at once',
    Host.utility,
    (host: Host) => {
      host.shutDown();
      host.signal('SIGTERM');
    },
  ],
] as const;

describe('with 200 requests in flight', () => {
  const endIn = async (start: (typeof ENDINGS)[number][1], end: (host: Host) => void) => {
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    const host = await start(dataDir);
    const loaded = await loadTwoHundred(host, receiver, books);
    end(host);
    // No endpoint answers: it ends although nothing comes back.
    expect(await host.gone).toEqual({ code: 0, signal: null });
    const atEnd = storiesIn(dataDir, loaded);
    expect(atEnd.filter(({ outcomes }) => outcomes.join() === 'stopped')).toHaveLength(IN_FLIGHT);
    expect(atEnd.filter(({ counter, state }) => counter !== 0 || state !== 'queued')).toEqual([]);
    return { dataDir, receiver, books, loaded };
  };

  it.each(ENDINGS)('%s: ends in order, and all of them are interrupted, uncharged', async (_, start, end) => {
    await endIn(start, end);
  });

  it('the next start sends each of them again exactly once, whatever its policy (R3)', async () => {
    const { dataDir, receiver, books, loaded } = await endIn(Host.serve, (host) => host.signal('SIGTERM'));
    await receiver.stopHanging();
    const engine = new EngineProcess(dataDir);
    await engine.frame(({ totals }) => totals.byState.delivered === SENT);
    await endInOrder(engine);
    const { seen } = await receiver.report();
    expect(seen).toHaveLength(IN_FLIGHT + SENT);
    expect(breachesIn(dataDir, books.evidence(seen))).toEqual([]);
    const stories = storiesIn(dataDir, loaded);
    expect(stories.filter(({ outcomes }) => outcomes.join() === 'stopped,200')).toHaveLength(IN_FLIGHT);
    expect(stories.filter(({ counter }) => counter !== 1)).toEqual([]);
  });

  it('a kill: three providers begin anew at once, uncharged, and Alphorn 10 minutes later, charged', async () => {
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    const host = await Host.serve(dataDir);
    const loaded = await loadTwoHundred(host, receiver, books);
    host.signal('SIGKILL');
    await host.gone;
    books.noteDeath(dataDir);
    expect(books.cutOff).toHaveLength(IN_FLIGHT);

    await receiver.stopHanging();
    const engine = new EngineProcess(dataDir);
    await endInOrder(engine);
    const { seen } = await receiver.report();
    expect(seen).toHaveLength(IN_FLIGHT + SENT);
    expect(breachesIn(dataDir, books.evidence(seen))).toEqual([]);
    const cut = storiesIn(dataDir, loaded).filter(({ outcomes }) => outcomes[0] === 'killed');
    expect(cut).toHaveLength(IN_FLIGHT);
    for (const { outcomes, policy, counter, state } of cut) {
      expect({ outcomes, counter, state }).toEqual({
        outcomes: ['killed', '200'],
        counter: policy === 'alphorn' ? 2 : 1,
        state: 'delivered',
      });
    }
    for (const { policy, sinceStartMs, sinceEndMs } of secondDueIn(dataDir, loaded)) {
      if (policy === 'alphorn') {
        // A24: 10 minutes in Processing, seen by the sweep of the minute that follows.
        expect(sinceStartMs).toBeGreaterThanOrEqual(10 * 60_000);
        expect(sinceStartMs).toBeLessThan(11 * 60_000 + 1);
      } else {
        expect(sinceEndMs).toBe(0);
      }
    }
  });
});

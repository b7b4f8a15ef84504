import { describe, expect, it } from 'vitest';
import { breachesIn } from '../support/laws/laws';
import { readLedger } from '../support/laws/ledger';
import { addEndpoint, atFactor, Bookkeeper, endInOrder, skip } from './bookkeeper';
import { buildProcesses } from './bundles';
import { byEngineClock, canFreeze, freeze } from './frozen';
import { aDataFolder, EngineProcess, ReceiverProcess } from './processes';

/** Longer than Infraspeak has patience. */
const STOOD_STILL_MS = 31_000;
const PACES = [
  ['1×', atFactor(1)],
  ['600×', atFactor(600)],
  ['skip waits', skip],
] as const;

buildProcesses();

describe.skipIf(!canFreeze)('an engine that was stopped (SIGSTOP) and goes on', () => {
  it.each(PACES)(
    'at %s: nothing is early, lost or doubled, and no answer is blamed on an endpoint',
    async (_, pace) => {
      const dataDir = aDataFolder();
      const receiver = await ReceiverProcess.start();
      const books = new Bookkeeper();
      const engine = new EngineProcess(dataDir);
      await engine.ready();
      await engine.order('clock.setPace', pace);
      const answering = await addEndpoint(engine, receiver, 'infraspeak', 'answering?hang=1&bytes=300000');
      const silent = await addEndpoint(engine, receiver, 'infraspeak', 'silent?silent=1');
      const failing = await addEndpoint(engine, receiver, 'kestrel', 'failing?fails=1');
      const throttled = await addEndpoint(engine, receiver, 'alphorn', 'throttled', { channel: 'telegram' });

      // What hangs keeps the clock at 1×, so the retries behind it wait.
      await books.send(engine, [answering], { count: 100 });
      await books.send(engine, [silent], { count: 10 });
      await receiver.hasSeen(74);
      await books.send(engine, [failing], { count: 30 });
      await books.send(engine, [throttled], { count: 45 });
      await receiver.hasSeen(124);
      await engine.frame(({ totals }) => totals.byState.delivered >= 20);

      await freeze(engine, STOOD_STILL_MS);
      await receiver.answerHanging();
      const mark = engine.mark;
      engine.signal('SIGCONT');

      const caughtUp = await engine.notices((all) => all.some(({ id }) => id === 'woke'), mark);
      // 36 had found no slot; of the 30 retries, due within 2 s, a few may have gone before.
      const overdue = Number(/Caught up (\d+) overdue/.exec(caughtUp.map(({ message }) => message).join())?.[1]);
      expect(overdue).toBeGreaterThanOrEqual(36);
      await engine.frame(({ totals }) => totals.byState.delivered >= 150, mark);
      await endInOrder(engine);

      const { seen, mostOpen } = await receiver.report();
      expect(breachesIn(dataDir, books.evidence(byEngineClock(seen, [0, STOOD_STILL_MS])))).toEqual([]);
      expect(engine.virtualTimes).toEqual([...engine.virtualTimes].sort((a, b) => a - b));
      expect(mostOpen['all']).toBeLessThanOrEqual(256);
      const { attempts, deliveries } = readLedger(dataDir);
      const outcomesOf = (id: string, n: number) =>
        attempts.flatMap(({ endpointId, n: nth, outcome }) =>
          endpointId === id && nth === n ? [outcome?.kind === 'no-response' ? outcome.fault : outcome?.kind] : [],
        );
      expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
      // It had answered while we stood still.
      expect(outcomesOf(answering, 1)).toEqual(Array(100).fill('response'));
      expect(outcomesOf(answering, 2)).toEqual([]);
      // It had not, in all that time.
      expect(outcomesOf(silent, 1)).toEqual(Array(10).fill('response-timeout'));
      expect(outcomesOf(silent, 2)).toEqual(Array(10).fill('response'));
      expect(outcomesOf(failing, 2)).toEqual(Array(30).fill('response'));
      expect(attempts).toHaveLength(100 + 20 + 60 + 45);
    },
  );
});

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/main/store/open-store';
import { makeRng } from '../store/seeded';
import { breachesIn } from '../support/laws/laws';
import { readLedger } from '../support/laws/ledger';
import { addEndpoint, addRoute, atFactor, Bookkeeper, endInOrder, skip } from './bookkeeper';
import { buildProcesses } from './bundles';
import { aDataFolder, EngineProcess, ReceiverProcess } from './processes';

const KILLS = 10;
const SEED = 20_261_130;
const EVENTS_PER_SEND = 4;
const ENDPOINTS = [
  ['kestrel', 'kestrel?fails=1'],
  ['fianto', 'fianto?fails=1&delayMs=20'],
  ['alphorn', 'alphorn?fails=1'],
  ['infraspeak', 'infraspeak?delayMs=60'],
  ['fianto', 'never?fails=99'],
] as const;

buildProcesses();

describe('after ten SIGKILLs under load', () => {
  it('nothing is lost and nothing was early', async () => {
    const dataDir = aDataFolder();
    const receiver = await ReceiverProcess.start();
    const books = new Bookkeeper();
    const next = makeRng(SEED);
    let engine = new EngineProcess(dataDir);
    await engine.ready();
    const endpointIds = [];
    for (const [policyId, wish] of ENDPOINTS) endpointIds.push(await addEndpoint(engine, receiver, policyId, wish));
    const captureUrl = await addRoute(engine);

    for (let kill = 0; kill < KILLS; kill++) {
      await engine.order('clock.setPace', kill % 2 === 0 ? atFactor(1) : skip);
      const at = 1 + Math.floor(next() * 80);
      await receiver.kill({ pid: engine.pid, at, when: next() < 0.7 ? 'before-answer' : 'after-answer' });
      const sends = Math.ceil(at / (EVENTS_PER_SEND * ENDPOINTS.length)) + 1;
      const doomed = engine;
      const captures = Promise.all(
        [1, 2, 3, 4].map(async () => {
          while (!doomed.ended) await books.capture(captureUrl);
        }),
      );
      try {
        for (let i = 0; i < sends; i++) await books.send(engine, endpointIds, { count: EVENTS_PER_SEND });
      } catch {
        // It died with a question unanswered: what was not acknowledged may be there or not.
      }
      expect(await engine.gone).toEqual({ code: null, signal: 'SIGKILL' });
      await captures;
      books.noteDeath(dataDir);

      engine = new EngineProcess(dataDir);
      if (kill % 3 === 2) {
        // Once more, while it repairs what the last death left.
        await engine.begun();
        setTimeout(() => engine.signal('SIGKILL'), next() * 60);
        await engine.gone;
        books.noteDeath(dataDir);
        engine = new EngineProcess(dataDir);
      }
      await engine.ready();
    }

    await endInOrder(engine);

    const { seen } = await receiver.report();
    const evidence = books.evidence(seen);
    expect(breachesIn(dataDir, evidence)).toEqual([]);
    // Each kill before an answer cut off at least the attempt that was not answered.
    expect(books.cutOff.length).toBeGreaterThan(0);
    expect(books.answeredCaptures.length).toBeGreaterThan(0);
    const { deliveries, endpoints } = readLedger(dataDir);
    const never = endpoints.find(({ url }) => url.includes('/never'))?.id;
    const stateOf = new Map(deliveries.map(({ id, state }) => [id, state]));
    const others = deliveries.filter(({ endpointId }) => endpointId !== never);
    expect(others.filter(({ state }) => state !== 'delivered')).toEqual([]);
    expect(books.acceptedDeliveries.filter((id) => !stateOf.has(id))).toEqual([]);

    // The same record with one row less is caught.
    const copy = aDataFolder();
    copyFileSync(join(dataDir, DATABASE_FILE), join(copy, DATABASE_FILE));
    const file = new Database(join(copy, DATABASE_FILE));
    file.exec('DELETE FROM attempt WHERE rowid = (SELECT max(rowid) FROM attempt)');
    file.close();
    const laws = new Set(breachesIn(copy, evidence).map(({ law }) => law));
    expect(laws).toContain('a request has an attempt');
    expect(laws).toContain('attempts are numbered 1 to n');
    expect(laws).toContain('kept counts are true');
  });
});

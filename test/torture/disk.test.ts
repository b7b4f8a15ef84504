import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../src/main/store/open-store';
import { breachesIn } from '../support/laws/laws';
import { readLedger } from '../support/laws/ledger';
import { addEndpoint, addRoute, Bookkeeper, endInOrder } from './bookkeeper';
import { buildProcesses } from './bundles';
import { byEngineClock } from './frozen';
import { aDataFolder, EngineProcess, ReceiverProcess } from './processes';
import { canMount, databaseThatMayNotGrow, memoryDisk } from './small-disk';

const ENDPOINTS = [
  ['kestrel', 'kestrel?fails=1&delayMs=5'],
  ['infraspeak', 'infraspeak?delayMs=20'],
  ['alphorn', 'alphorn?fails=1&delayMs=10'],
] as const;
/** Fianto's retries, of which all are due a little more than 72 s later. */
const DUE = 60;
const PAST_ALL_WAITS_MS = 80_000;
/** So that a little room is soon used up. */
const BODY = Buffer.from('x'.repeat(20_000)).toString('base64');

buildProcesses();

async function underLoad(dataDir: string) {
  const receiver = await ReceiverProcess.start();
  const books = new Bookkeeper();
  const engine = new EngineProcess(dataDir);
  await engine.ready();
  const endpointIds = await Promise.all(
    ENDPOINTS.map(([policyId, wish]) => addEndpoint(engine, receiver, policyId, wish)),
  );
  const captureUrl = await addRoute(engine);
  const statuses = new Map<number | null, number>();
  let loading = true;
  const load = Promise.all([
    ...[1, 2, 3].map(async () => {
      while (loading) {
        const status = await books.capture(captureUrl, 'x'.repeat(5_000));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  ]);
  const send = () => books.send(engine, endpointIds, { count: 5, body: BODY });
  return {
    receiver,
    books,
    engine,
    statuses,
    send,
    captureUrl,
    stopLoad: async () => {
      loading = false;
      await load;
    },
  };
}

const DISKS = [
  ['a database that may not grow', databaseThatMayNotGrow, true],
  ['a file system without a free byte', memoryDisk, canMount()],
] as const;

describe('a full disk under load', () => {
  for (const [name, makeDisk, isPossible] of DISKS) {
    it.skipIf(!isPossible)(
      `pauses and says so, answers no capture that is not stored, goes on by itself: ${name}`,
      async () => {
        const disk = makeDisk();
        const { receiver, books, engine, statuses, send, captureUrl, stopLoad } = await underLoad(disk.dataDir);
        const answering = await addEndpoint(engine, receiver, 'fianto', 'answering?hang=1&bytes=3000');
        const silent = await addEndpoint(engine, receiver, 'alphorn', 'silent?silent=1');
        await books.send(engine, [answering, silent], { count: 30 });
        await receiver.hasSeen(60);
        await send();
        const mark = engine.mark;
        disk.fill(engine);
        let refused = await send();
        while (refused === null) refused = await send();
        expect(refused).toMatchObject({
          code: 'disk-full',
          message: expect.stringContaining('is full. Free some space.'),
        });
        // The captures are small, and have filled what room was left; then thirty answers cannot be recorded.
        await engine.notices((all) => all.some(({ id }) => id === 'receiver-storing'), mark);
        await receiver.answerHanging();
        const said = await engine.notices(
          (all) => all.some(({ id }) => id === 'trouble') && all.some(({ id }) => id === 'receiver-storing'),
          mark,
        );
        expect(said.find(({ id }) => id === 'trouble')?.message).toMatch(/^Sending is paused: The disk .* is full\./);
        const answeredBefore = books.answeredCaptures.length;
        const seenBefore = statuses.get(507) ?? 0;
        // The controls work on a full disk, too, and Stop aborts what is still in flight.
        expect(await engine.order('clock.stop', {})).toMatchObject({ paused: true });
        expect(await engine.order('clock.resume', {})).toMatchObject({ paused: false });

        disk.free(engine);
        await engine.notices((all) => !all.some(({ id }) => id === 'trouble' || id === 'receiver-storing'), mark);
        expect(await send()).toBeNull();
        expect(await books.capture(captureUrl)).toBe(200);
        await stopLoad();
        await endInOrder(engine, /log could not be moved/);

        expect(seenBefore).toBeGreaterThan(0);
        expect(books.answeredCaptures.length).toBeGreaterThan(answeredBefore);
        expect([...statuses.keys()].sort()).toEqual([200, 507]);
        const { seen } = await receiver.report();
        expect(breachesIn(disk.dataDir, books.evidence(seen))).toEqual([]);
        const { deliveries } = readLedger(disk.dataDir);
        expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
      },
    );

    it.skipIf(!isPossible)(`what comes due meanwhile does not leave, since its row has no room: ${name}`, async () => {
      const disk = makeDisk();
      const { receiver, books, engine, send, stopLoad } = await underLoad(disk.dataDir);
      const waiting = await addEndpoint(engine, receiver, 'fianto', 'waiting?fails=1');
      await books.send(engine, [waiting], { count: DUE });
      await engine.frame(({ totals }) => totals.byState.retrying === DUE);
      const mark = engine.mark;
      disk.fill(engine);
      while ((await send()) === null);
      await engine.notices((all) => all.some(({ id }) => id === 'receiver-storing'), mark);
      engine.tell({ kind: 'pass', ms: PAST_ALL_WAITS_MS });
      await engine.notices((all) => all.some(({ id }) => id === 'trouble'), mark);
      const { totals } = await engine.order('snapshot', {});
      expect(totals.byState.retrying).toBe(DUE);
      expect((await receiver.report()).seen.filter(({ url }) => url.includes('/waiting'))).toHaveLength(DUE);

      disk.free(engine);
      await engine.notices((all) => !all.some(({ id }) => id === 'trouble'), mark);
      await stopLoad();
      await endInOrder(engine, /log could not be moved/);
      const { seen } = await receiver.report();
      expect(seen.filter(({ url }) => url.includes('/waiting'))).toHaveLength(2 * DUE);
      expect(breachesIn(disk.dataDir, books.evidence(byEngineClock(seen, [0, PAST_ALL_WAITS_MS])))).toEqual([]);
    });
  }
});

describe('a database that another program locks for two seconds under load', () => {
  it('loses nothing, doubles nothing, and sending goes on by itself', async () => {
    const dataDir = aDataFolder();
    const { receiver, books, engine, statuses, send, stopLoad } = await underLoad(dataDir);
    await send();
    await receiver.hasSeen(20);
    const other = new Database(join(dataDir, DATABASE_FILE));
    other.exec('BEGIN IMMEDIATE');
    const asked = send();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    other.exec('COMMIT');
    other.close();
    expect(await asked).toBeNull();
    expect(await send()).toBeNull();
    await stopLoad();
    await endInOrder(engine);

    expect([...statuses.keys()]).toEqual([200]);
    const { seen } = await receiver.report();
    expect(breachesIn(dataDir, books.evidence(seen))).toEqual([]);
    const { deliveries, attempts } = readLedger(dataDir);
    expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
    // Nothing is blamed on an endpoint that waited for us.
    expect(attempts.filter(({ outcome }) => outcome?.kind !== 'response')).toEqual([]);
  });
});

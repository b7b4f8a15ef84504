import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { aDelivery, aRun, idOf } from '../support/rows';
import { accept, aFolder, byHand, deliveries, setUpRun } from './bench';
import { built } from './child';

const SOURCE = join(import.meta.dirname, '../../src/main/store/reader-worker.ts');
const runId = aRun().id;
const page = { cursor: null, limit: 10, states: null, endpointId: null, eventId: null, text: '' };
const reader = async (): Promise<URL> => pathToFileURL(await built(SOURCE));

it('answers from its thread what it answers in place', async () => {
  const threaded = setUpRun(1, { reader: await reader() });
  const inPlace = setUpRun(1);
  for (const bench of [threaded, inPlace]) accept(bench, ...deliveries(20));
  for (const ask of [
    ({ views }: typeof threaded) => views.totals(runId),
    ({ views }: typeof threaded) => views.endpoints(runId, null),
    ({ views }: typeof threaded) => views.listDeliveries(runId, page),
    ({ views }: typeof threaded) => views.delivery(idOf('delivery', 3)),
    ({ views }: typeof threaded) => views.event(idOf('event', 3)),
    ({ views }: typeof threaded) => views.delivery(idOf('delivery', 99)),
  ]) {
    expect(await ask(threaded)).toEqual(await ask(inPlace));
  }
});

it('is at least as new as the last commit before the question', async () => {
  const bench = setUpRun(1, { reader: await reader() });
  for (let n = 1; n <= 100; n++) {
    accept(bench, aDelivery(n));
    const { deliveries } = await bench.views.totals(runId);
    expect(deliveries).toBe(n);
  }
});

it('brings refusals over as refusals, and log lines as log lines', async () => {
  const bench = setUpRun(1, { reader: await reader() });
  accept(bench, aDelivery(1));
  const invalid = { name: 'Refusal', problem: { code: 'invalid', field: 'cursor' } };
  await expect(bench.views.listDeliveries(runId, { ...page, cursor: 'x' })).rejects.toMatchObject(invalid);
  byHand(bench.file, `UPDATE delivery SET state = 'lost'`);
  expect((await bench.views.listDeliveries(runId, page)).rows).toEqual([]);
  expect(bench.log.join('\n')).toContain(idOf('delivery', 1));
});

/** A reader that dies of the question for `totals`, and answers any other with its own age in answers. */
const MORTAL = `
  import { parentPort } from 'node:worker_threads';
  let answers = 0;
  parentPort.on('message', ({ seq, name }) => {
    if (name === 'totals') throw new Error('died of it');
    answers += 1;
    parentPort.postMessage({ kind: 'answer', seq, value: answers });
  });`;

it('is noticed when it dies, is started again once, and then refuses with a reason', async () => {
  const file = join(aFolder(), 'mortal.mjs');
  writeFileSync(file, MORTAL);
  const { views, log } = setUpRun(1, { reader: pathToFileURL(file) });
  const stopped = { problem: { code: 'unavailable', message: expect.stringContaining('Ask again') } };
  expect(await views.events([])).toBe(1);
  expect(await views.events([])).toBe(2);
  await expect(views.totals(runId)).rejects.toMatchObject(stopped);
  expect(log).toEqual(['The reader stopped: died of it.']);
  expect(await views.events([])).toBe(1);
  await expect(views.totals(runId)).rejects.toMatchObject(stopped);
  await expect(views.events([])).rejects.toThrow('stopped twice');
});

it('rejects what is still asked when it is closed, and everything afterwards', async () => {
  const bench = setUpRun(1, { reader: await reader() });
  const asked = bench.views.totals(runId);
  const rejected = expect(asked).rejects.toThrow('closed');
  await bench.close();
  await rejected;
  await expect(bench.views.totals(runId)).rejects.toThrow('closed');
});

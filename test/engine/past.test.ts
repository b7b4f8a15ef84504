import { expect, it } from 'vitest';
import type { Page } from '../../src/shared/contract/views';
import { readFilter } from '../../src/shared/filter/read-filter';
import type { DeliveryState } from '../../src/shared/model/delivery';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { ok, status } from '../support/fake-sender';

const query = { cursor: null, limit: 100, states: null, endpointId: null, eventId: null, text: '' };

/** Three failures, then a success, as the first door has them: attempts at 0 s, and after each of three waits. */
async function threeFailures(): Promise<EngineBench> {
  const bench = await EngineBench.open();
  bench.sender.script([status(503), status(503), status(503)], ok());
  bench.send(bench.endpoint('infraspeak'));
  bench.engine.setPace({ kind: 'skip' });
  await bench.advance(10);
  return bench;
}

it('steps through the log one by one and by many, and ends at its ends', async () => {
  const bench = await threeFailures();
  const { views, engine } = bench;
  const runId = engine.run.id;
  const all = await views.stepsAfter(runId, 0, 1_000);
  const look = async (seq: number | null, by: number) => {
    const { seq: at, hasBefore, hasAfter, step } = await views.past(runId, { kind: 'step', seq, by });
    return [at, step?.step.kind, hasBefore, hasAfter];
  };
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) throw new Error('the log has steps');
  expect(await look(0, 1)).toEqual([first.seq, 'accept', false, true]);
  expect(await look(first.seq, -1)).toEqual([first.seq, 'accept', false, true]);
  expect(await look(first.seq, 1)).toEqual([all[1]?.seq, 'claim', true, true]);
  expect(await look(null, -1)).toEqual([last.seq, 'deliver', true, false]);
  expect(await look(last.seq, -3)).toEqual([all.at(-4)?.seq, all.at(-4)?.step.kind, true, true]);
  expect(await look(last.seq, 10)).toEqual([last.seq, 'deliver', true, false]);
  expect(await look(0, 500)).toEqual([last.seq, 'deliver', true, false]);
});

it('shows between two attempts what was planned then: the wait with its band, and not what came of it', async () => {
  const bench = await threeFailures();
  const { views, engine } = bench;
  const [, second, third] = (await views.deliveriesAfter(engine.run.id, 0, 1))[0]?.marks ?? [];
  if (second?.endedAt == null || third === undefined) throw new Error('there were four attempts');
  const atMs = (second.endedAt + third.startedAt) / 2;
  const past = await views.past(engine.run.id, { kind: 'instant', atMs });
  expect(past).toMatchObject({ atMs, totals: { deliveries: 1, attempts: 2 }, step: { step: { kind: 'retry', n: 2 } } });
  expect(past.totals.byState).toMatchObject({ retrying: 1, delivered: 0 });
  expect(past.endpoints.map(({ counts }) => counts)).toEqual([
    { waiting: 1, inFlight: 0, delivered: 0, failed: 0, held: 0 },
  ]);
  const [row] = (await views.pastDeliveries(engine.run.id, query, past.seq)).rows;
  expect(row).toMatchObject({ state: 'retrying', attempts: 2, counter: 2, dueAt: third.dueAt, wait: third.wait });
  expect(row?.marks.map(({ n, outcome }) => [n, outcome !== null])).toEqual([
    [1, true],
    [2, true],
  ]);
  if (row === undefined) return;
  const detail = await views.pastDelivery(row.id, past.seq);
  expect(detail?.row).toEqual(row);
  expect(detail?.steps.at(-1)?.step).toMatchObject({ kind: 'retry', n: 2 });
  expect(await views.pastAttempt(row.id, 3, past.seq)).toBeNull();
  expect(await views.pastAttempt(row.id, 2, past.seq)).toMatchObject({ outcome: { status: 503 } });
  const claimed = await views.past(engine.run.id, { kind: 'step', seq: past.seq, by: 1 });
  expect(await views.pastAttempt(row.id, 3, claimed.seq)).toMatchObject({ n: 3, outcome: null, response: null });
});

it('pages through the deliveries of a time, newest first, by state too, and knows none that came later', async () => {
  const bench = await EngineBench.open();
  bench.sender.answerBy(() => status(503));
  const endpoint = bench.endpoint('infraspeak');
  for (let n = 0; n < 7; n++) {
    bench.send(endpoint);
    await bench.advance(1_000);
  }
  const { views, engine } = bench;
  const runId = engine.run.id;
  const { seq, totals } = await views.past(runId, { kind: 'instant', atMs: BENCH_START + 4_500 });
  expect(totals.deliveries).toBe(5);
  // Everything fails for good or is delivered afterwards.
  bench.sender.answerBy(() => ok());
  engine.setPace({ kind: 'skip' });
  await bench.advance(10);
  const ordinals = async (limit: number, states: readonly DeliveryState[] | null) => {
    const pages: number[][] = [];
    for (let cursor: string | null = null; ; ) {
      const ask = { ...query, cursor, limit, states: states === null ? null : [...states] };
      const page: Page<{ readonly ordinal: number }> = await views.pastDeliveries(runId, ask, seq);
      pages.push(page.rows.map(({ ordinal }) => ordinal));
      if (page.next === null) return pages;
      cursor = page.next;
    }
  };
  expect(await ordinals(2, null)).toEqual([[5, 4], [3, 2], [1]]);
  expect(await ordinals(5, null)).toEqual([[5, 4, 3, 2, 1]]);
  expect(await ordinals(2, ['retrying'])).toEqual([[5, 4], [3, 2], [1]]);
  expect(await ordinals(100, ['delivered'])).toEqual([[]]);
  expect((await views.listDeliveries(runId, { ...query, states: ['retrying'] })).rows).toEqual([]);
});

it('filters the deliveries of a time by what they were then, and counts spans from then', async () => {
  const bench = await EngineBench.open();
  bench.sender.answerBy(() => status(503));
  const endpoint = bench.endpoint('infraspeak');
  for (let n = 0; n < 3; n++) {
    bench.send(endpoint);
    await bench.advance(1_000);
  }
  const { views, engine } = bench;
  const runId = engine.run.id;
  const { seq } = await views.past(runId, { kind: 'instant', atMs: BENCH_START + 2_500 });
  bench.sender.answerBy(() => ok());
  engine.setPace({ kind: 'skip' });
  await bench.advance(10);
  const found = async (typed: string, asOf: number | null): Promise<readonly number[]> => {
    const read = readFilter('delivery', typed);
    if (!read.ok) throw new Error(read.problem.message);
    const ask = { ...query, only: { filter: read.filter, nowMs: engine.virtualNow() } };
    const page = await (asOf === null ? views.listDeliveries(runId, ask) : views.pastDeliveries(runId, ask, asOf));
    return page.rows.map(({ ordinal }) => ordinal);
  };
  expect(await found('status:503', seq)).toEqual([3, 2, 1]);
  expect(await found('status:503', null)).toEqual([]);
  expect(await found('state:retrying attempts:1', seq)).toEqual([3, 2, 1]);
  expect(await found('state:delivered', seq)).toEqual([]);
  expect(await found('state:delivered', null)).toEqual([3, 2, 1]);
  expect(await found('since:1500ms', seq)).toEqual([3, 2]);
  expect(await found('since:1500ms', null)).toEqual([]);
  expect(await found('header:content-type=json', seq)).toEqual([3, 2, 1]);
  expect(await found('not(header:content-type)', seq)).toEqual([]);
});

it('counts a time far behind from the mark before it, also across a restart', async () => {
  const bench = await EngineBench.open();
  bench.sender.answerBy(() => ok());
  const endpoint = bench.endpoint('infraspeak');
  for (let n = 0; n < 5; n++) {
    bench.send(endpoint, 100);
    await bench.advance(1_000);
  }
  await bench.quitAndRestart();
  bench.send(endpoint, 3);
  await bench.advance(1_000);
  const runId = bench.engine.run.id;
  for (const [ms, delivered] of [
    [-1, 0],
    [500, 100],
    [1_500, 200],
    [4_500, 500],
    [5_500, 503],
  ] as const) {
    const { totals } = await bench.views.past(runId, { kind: 'instant', atMs: BENCH_START + ms });
    expect([ms, totals.byState.delivered, totals.deliveries, totals.attempts]).toEqual([
      ms,
      ...Array(3).fill(delivered),
    ]);
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LiveRun } from '../../src/main/host/live-run';
import { readScenario } from '../../src/main/host/scenario/read-scenario';
import { openStore } from '../../src/main/store/open-store';
import { CountingChance, FakeSystem } from '../support/fake-system';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

function setUp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'retryscope-runs-'));
  const system = new FakeSystem(START);
  const opened = openStore({ dataDir, holder: 'test', wallMs: () => system.wallMs(), log: () => {} });
  let changes = 0;
  const live = new LiveRun({
    store: opened.store,
    system,
    chance: new CountingChance(),
    version: '0.0.0',
    hooks: { onTrouble: () => {} },
    urlOf: ({ path }) => `http://127.0.0.1:1${path}`,
    prepare: () => Promise.resolve(),
    receiverCa: () => '',
    changed: () => {
      changes += 1;
    },
  });
  live.engine.start();
  onTestFinished(async () => {
    await live.close();
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { live, system, store: opened.store, changes: () => changes };
}

const endpoint = (live: LiveRun, name: string) =>
  live.engine.createEndpoint(
    { name, url: 'http://127.0.0.1:1/x', policy: 'kestrel', secret: null, channel: 'webhook', verification: 'assume' },
    null,
  );

it('a new run begins at the present with copies of the endpoints, and the old one keeps its own', async () => {
  const { live, system, store } = setUp();
  const old = live.runId;
  const made = endpoint(live, 'orders');
  await system.advance(HOUR);
  const run = await live.create('Second', 7, true);
  expect(run).toMatchObject({ name: 'Second', seed: 7, startedAt: START + HOUR, durations: 'measured' });
  const [copy] = store.endpoints(live.runId);
  expect(copy).toMatchObject({ name: 'orders', url: made.url });
  expect(copy?.id).not.toBe(made.id);
  expect(store.secretOf(copy?.id ?? made.id)).toBe(store.secretOf(made.id));
  expect(store.endpoints(old).map(({ id }) => id)).toEqual([made.id]);
});

it('opening another run freezes the first, clock and all', async () => {
  const { live, system } = setUp();
  const first = live.runId;
  live.engine.setPace({ kind: 'factor', factor: 60 });
  await system.advance(1_000);
  const frozenAt = live.engine.virtualNow();
  await live.create(null, null, false);
  await system.advance(10 * HOUR);
  await live.open(first);
  expect(live.engine.virtualNow()).toBe(frozenAt);
  expect(live.engine.report()).toMatchObject({ pace: { kind: 'factor', factor: 60 } });
  await system.advance(1_000);
  expect(live.engine.virtualNow()).toBe(frozenAt + 60_000);
});

it('a run that was deleted can be taken back, the live one cannot be deleted', async () => {
  const { live, store } = setUp();
  const first = live.runId;
  expect(() => live.remove(first)).toThrow('This run is live. Open another one before you delete it.');
  await live.create(null, null, true);
  live.remove(first);
  expect(store.runs().map(({ id }) => id)).toEqual([live.runId]);
  live.restore(first);
  expect(store.runs()).toHaveLength(2);
  live.remove(first);
  store.transact(() => store.purgeRemovedRuns());
  expect(() => live.restore(first)).toThrow();
});

it('a purge takes everything of a run and nothing of another', async () => {
  const { live, system, store } = setUp();
  const first = live.runId;
  const old = endpoint(live, 'old');
  live.engine.sendEvents({
    endpointIds: [old.id],
    type: 'a',
    contentType: 'text/plain',
    body: '',
    count: 3,
    everyMs: 0,
  });
  await system.advance(10);
  await live.create(null, null, true);
  live.remove(first);
  store.transact(() => expect(store.purgeRemovedRuns()).toBe(1));
  expect(store.endpoints(first)).toEqual([]);
  expect(store.endpoint(old.id)?.id ?? null).toBeNull();
  expect(store.endpoints(live.runId)).toHaveLength(1);
});

it('a scenario is its own run, prepared before it goes on, and a second switch waits for the first', async () => {
  const { live, store } = setUp();
  const text = [
    'retryscope: 1',
    'name: Down',
    'seed: 9',
    'start: 2026-02-01T00:00:00Z',
    'endpoints: [{ name: orders, policy: infraspeak, receiver: orders }]',
    'receiver: [{ route: orders, script: [{ reply: 503 }] }]',
    'send: [{ endpoint: orders, type: a, body: {}, at: 1h }]',
  ].join('\n');
  const read = readScenario('down.yaml', text, false);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const [run] = await Promise.all([
    live.openScenario(read.value, { fileName: 'a.yaml', text }),
    live.create('After', null, false),
  ]);
  expect(run).toMatchObject({ name: 'Down', seed: 9, durations: 'scripted', startedAt: Date.UTC(2026, 1, 1) });
  expect(store.runs().find(({ live: is }) => is)?.name).toBe('After');
  expect(store.routes(run.id).map(({ path }) => path)).toEqual(['/orders']);
  expect(store.endpoints(run.id)[0]?.url).toBe('http://127.0.0.1:1/orders');
});

it('what a scenario sends first is not taken for what an earlier session left in flight', async () => {
  const { live, store } = setUp();
  const text = [
    'retryscope: 1',
    'name: At once',
    'endpoints: [{ name: orders, policy: infraspeak, receiver: orders }]',
    'receiver: [{ route: orders, script: [{ reply: 503 }] }]',
    'send: [{ endpoint: orders, type: a, body: {} }]',
  ].join('\n');
  const read = readScenario('a.yaml', text, false);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  await live.openScenario(read.value, { fileName: 'a.yaml', text });
  const left = store.unsettled(live.runId);
  expect(left.map(({ attempt }) => attempt.n)).toEqual([1]);
});

it('in the app a scenario cannot name files of this machine', () => {
  const text = 'retryscope: 1\nname: x\nendpoints: [{ name: a, policy: ./secret.yaml, url: "http://127.0.0.1:1/" }]\n';
  const read = readScenario('x.yaml', text, false);
  expect(read.ok).toBe(false);
});

it('what a scenario sends at once is sent once: nothing of its own is taken for a former session’s', async () => {
  const { live, store } = setUp();
  const text = [
    'retryscope: 1',
    'name: At once',
    'endpoints: [{ name: orders, policy: fianto, receiver: orders }]',
    'receiver: [{ route: orders, script: [{ reply: 200 }] }]',
    'send: [{ endpoint: orders, type: a, body: {} }]',
  ].join('\n');
  const read = readScenario('once.yaml', text, false);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const run = await live.openScenario(read.value, { fileName: 'a.yaml', text });
  const [orders] = store.endpoints(run.id);
  if (orders === undefined) throw new Error('the endpoint is missing');
  expect(store.deliveriesOf(orders.id, 0, 9, 9).map(({ attempts }) => attempts)).toEqual([1]);
});

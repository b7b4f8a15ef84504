import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FromRun, scenarioFromRun } from '../../src/main/host/scenario/from-run';
import { openStore } from '../../src/main/store/open-store';
import type { RunDocument } from '../../src/shared/model/run-document';
import { run, scenarioOf } from './run-text';

const FOLDER = new URL('../../resources/scenarios/', import.meta.url);
const SAMPLES = readdirSync(FOLDER).map((name) => name.replace('.yaml', ''));
const sample = (name: string): string => readFileSync(new URL(`${name}.yaml`, FOLDER), 'utf8');

/** Runs a scenario and saves what came of it. */
async function saved(text: string): Promise<{ readonly document: RunDocument; readonly from: FromRun }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'retryscope-from-run-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { document } = await run(scenarioOf(text), { dataDir });
  const opened = openStore({ dataDir, holder: 'run', wallMs: () => Date.now(), log: () => {} });
  try {
    const own = opened.store.liveRun();
    if (own === null) throw new Error('the run is gone');
    const now = own.startedAt + document.virtualEndMs;
    return { document, from: await scenarioFromRun(own, opened, { now, pace: { kind: 'skip' } }) };
  } finally {
    await opened.close();
  }
}

/** What was sent and what came of it, without ids. */
const attemptsOf = ({ deliveries }: RunDocument): unknown =>
  deliveries.map(({ endpoint, type, state, reason, createdAtMs, attempts }) => ({
    endpoint,
    type,
    state,
    reason,
    createdAtMs,
    attempts: attempts.map(({ n, trigger, startedAtMs, endedAtMs, status, fault, wait }) => [
      n,
      trigger,
      startedAtMs,
      endedAtMs,
      status,
      fault,
      wait,
    ]),
  }));

describe('a run that is saved as a scenario', () => {
  it.each(SAMPLES)('%s makes the same attempts when it is run: number, answers, waits', async (name) => {
    const { document, from } = await saved(sample(name));
    const again = await run(scenarioOf(from.text));
    expect(attemptsOf(again.document)).toEqual(attemptsOf(document));
    expect(again.document.endpoints.map(({ name: of, state }) => [of, state])).toEqual(
      document.endpoints.map(({ name: of, state }) => [of, state]),
    );
    expect(again.document.expectations.filter(({ ok }) => !ok)).toEqual([]);
    expect(again.document.expectations.length).toBeGreaterThan(1);
  });

  it('says an own policy, one redelivery of several, text and bytes as they were', async () => {
    const { document, from } = await saved(`
retryscope: 1
name: A bit of everything
seed: 9
start: 2026-01-01T00:00:00Z
endpoints:
  - { name: shop, policy: { extends: fianto, id: brisk, name: Brisk, attempts: 2 }, receiver: shop }
  - { name: log, policy: infraspeak, receiver: log, settings: { suspendAfter: 3 } }
receiver:
  - { route: shop, scope: per-id, script: [{ reply: 503, times: 2 }, { reply: 200, delay: 3ms }] }
  - { route: log, script: [{ reply: 200 }] }
send:
  - { endpoint: [shop, log], type: order.paid, body: { id: 1 }, count: 3, every: 1m }
  - { endpoint: log, type: note, body: "two\\nlines", contentType: text/plain, at: 5m }
  - { endpoint: log, type: blob, base64: /wD+, at: 6m }
actions:
  - { at: 1d, do: redeliver, endpoint: shop, deliveries: 2 }
  - { at: 2d, do: disable, endpoint: log }
expect:
  - { attempts: 12 }
`);
    expect(document.expectations).toMatchObject([{ ok: true }]);
    expect(from.text).toContain('{ endpoint: [ shop, log ], type: order.paid, body: { id: 1 }, count: 3, every: 1m }');
    expect(from.text).toContain('{ at: 1d, do: redeliver, endpoint: shop, deliveries: 2 }');
    expect(from.text).toContain('{ at: 2d, do: disable, endpoint: log }');
    expect(from.text).toContain('settings: { suspendAfter: 3 }');
    expect(from.text).toContain('base64: /wD+');
    expect(from.remarks).toEqual(['Secrets are left out: each endpoint gets a new one.']);
    const again = await run(scenarioOf(from.text));
    expect(attemptsOf(again.document)).toEqual(attemptsOf(document));
    expect(again.document.expectations.filter(({ ok }) => !ok)).toEqual([]);
  });
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunDocument } from '../../src/shared/model/run-document';
import { DRAW, draw } from '../../src/shared/rules/draw';
import { run, scenarioOf, small } from './run-text';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const sample = (name: string): string =>
  readFileSync(new URL(`../../resources/scenarios/${name}.yaml`, import.meta.url), 'utf8');

/** Ids are new in every run; everything else must be the same. */
function withoutIds(document: RunDocument): unknown {
  const names = new Map<string, string>();
  return JSON.parse(
    JSON.stringify(document).replace(/(dlv|evt|ep|rt)_[0-9A-Z]{26}/g, (id) => {
      const known = names.get(id) ?? `${id.slice(0, 3)}#${names.size}`;
      names.set(id, known);
      return known;
    }),
  );
}

describe('a run', () => {
  it.each(['fianto-two-day-outage', 'kestrel-breaker', 'engine-crash', 'alphorn-telegram-burst'])(
    '%s is the same to the millisecond when it is run again',
    async (name) => {
      const first = await run(scenarioOf(sample(name)));
      const second = await run(scenarioOf(sample(name)));
      expect(withoutIds(second.document)).toEqual(withoutIds(first.document));
    },
  );

  it('is the same for bursts, though many requests are under way at once and the script counts them', async () => {
    const script = '[{ reply: 503, times: 17 }, { reply: 200, delay: [1ms, 9ms], times: 9 }, { reply: 500 }]';
    const text = small('kestrel', script).replace('body: { id: 1 } }', 'body: 1, count: 40 }');
    const first = await run(scenarioOf(text));
    const second = await run(scenarioOf(text));
    expect(withoutIds(second.document)).toEqual(withoutIds(first.document));
    // The 40 first attempts reach the receiver in their order: 17 × 503, 9 × 200, then 500.
    const answers = first.document.deliveries.map(({ attempts }) => attempts[0]?.status);
    expect(answers).toEqual([...Array(17).fill(503), ...Array(9).fill(200), ...Array(14).fill(500)]);
  });

  it('has other waits with another seed', async () => {
    const waits = async (seed: number): Promise<unknown> => {
      const scenario = { ...scenarioOf(small('fianto', '[{ reply: 503 }]')), seed };
      return (await run(scenario)).document.deliveries[0]?.attempts.map(({ wait }) => wait?.drawnMs);
    };
    expect(await waits(1)).toEqual(await waits(1));
    expect(await waits(1)).not.toEqual(await waits(2));
  });

  it('leaves a document with times in virtual ms since its start', async () => {
    const scenario = scenarioOf(small('infraspeak', '[{ reply: 503, delay: 20ms, times: 1 }, { reply: 200 }]'));
    const { document } = await run(scenario);
    expect(document).toMatchObject({
      scenario: 'Small',
      seed: 1,
      virtualStart: '2026-01-01T00:00:00.000Z',
      interrupted: false,
      // I6, i4: two minutes after the failure, which took the 20 ms that the script says.
      virtualEndMs: 2 * MINUTE + 20,
      endpoints: [
        { name: 'orders', state: 'enabled', label: 'ACTIVE', suspensions: [], held: 0, heldMax: 0, streak: 0 },
      ],
      routes: [{ route: '/orders', captures: 2, duplicates: 1 }],
    });
    expect(document.deliveries).toHaveLength(1);
    const [delivery] = document.deliveries;
    expect(delivery).toMatchObject({
      state: 'delivered',
      label: 'Delivered',
      reason: null,
      createdAtMs: 0,
      counter: 2,
    });
    expect(delivery?.attempts).toEqual([
      {
        n: 1,
        trigger: 'first',
        dueAtMs: 0,
        startedAtMs: 0,
        endedAtMs: 20,
        wait: null,
        deferredFromMs: null,
        outcome: 'response',
        status: 503,
        fault: null,
        error: '503 Service Unavailable',
      },
      {
        n: 2,
        trigger: 'retry',
        dueAtMs: 2 * MINUTE + 20,
        startedAtMs: 2 * MINUTE + 20,
        endedAtMs: 2 * MINUTE + 20,
        wait: {
          baseMs: 2 * MINUTE,
          minMs: 2 * MINUTE,
          nominalMs: 2 * MINUTE,
          maxMs: 2 * MINUTE,
          drawnMs: 2 * MINUTE,
          roll: draw(1, DRAW.retryWait, 1, 1),
          draw: { seed: 1, key: [DRAW.retryWait, 1, 1] },
        },
        deferredFromMs: null,
        outcome: 'response',
        status: 200,
        fault: null,
        error: null,
      },
    ]);
    const kinds = document.log.filter((step) => step.delivery === delivery?.id).map(({ kind, atMs }) => [kind, atMs]);
    expect(kinds).toEqual([
      ['accept', 0],
      ['claim', 0],
      ['retry', 20],
      ['claim', 2 * MINUTE + 20],
      ['deliver', 2 * MINUTE + 20],
    ]);
    expect(document.log.find(({ kind }) => kind === 'retry')).toMatchObject({
      endpoint: 'orders',
      dueAtMs: 2 * MINUTE + 20,
      text: '503 Service Unavailable. Next attempt in 2 m, 12 attempts left.',
    });
  });

  it('says of a deferred attempt where it was due', async () => {
    const { document } = await run(scenarioOf(sample('alphorn-telegram-burst')));
    const deferred = document.deliveries.map(({ attempts }) => attempts[0]?.deferredFromMs ?? null);
    expect(deferred.filter((from) => from === null)).toHaveLength(20);
    expect(deferred.filter((from) => from === 0)).toHaveLength(25);
  });

  it('ends where `until` says, and tells what it did not do', async () => {
    const text = small(
      'kestrel',
      '[{ reply: 200 }]',
      'until: 30m\nactions: [{ at: 1h, do: disable, endpoint: orders }]\n',
    );
    const scenario = scenarioOf(text.replace('body: { id: 1 } }', 'body: 1, count: 5, every: 10m }'));
    const { document } = await run(scenario);
    expect(document.virtualEndMs).toBe(30 * MINUTE);
    expect(document.deliveries.map(({ createdAtMs }) => createdAtMs / MINUTE)).toEqual([0, 10, 20, 30]);
    expect(document.notRun).toEqual(['send order.paid to orders at 40 m', 'disable orders at 1 h']);
  });

  it('counts `for` in virtual time, from when its step became current', async () => {
    const text = small('kestrel', '[{ reply: 503, times: 1 }, { reply: 500, for: 1h }, { reply: 200 }]');
    const scenario = scenarioOf(text.replace('body: { id: 1 } }', 'body: 1, count: 3, every: 30m }'));
    const { document } = await run(scenario);
    const answers = document.deliveries.map(({ attempts }) => attempts.map(({ status }) => status));
    // The second step is current from 0 to 1 h, both by its first request's instant; at 1 h the third one is.
    expect(answers[0]).toEqual([503, 500, 500, 500, 500, 500]);
    expect(answers[1]).toEqual([500, 500, 500, 500, 500, 500]);
    expect(answers[2]).toEqual([200]);
  });

  it('says what was refused', async () => {
    const more = 'actions: [{ at: 1h, do: enable, endpoint: orders }, { at: 2h, do: verify, endpoint: orders }]\n';
    const { log } = await run(scenarioOf(small('kestrel', '[{ reply: 200 }]', more)));
    expect(log).toEqual([
      'enable was refused: orders is enabled already.',
      'verify was refused: Kestrel has no verification. Enable the endpoint instead.',
    ]);
  });

  it('that is stopped ends in good order, judges nothing, and names what it did not do', async () => {
    const stop = new AbortController();
    stop.abort();
    const text = small('kestrel', '[{ reply: 200 }]', 'expect: [{ deliveries: 1 }]\n');
    const { document } = await run(scenarioOf(text), { signal: stop.signal });
    expect(document).toMatchObject({
      interrupted: true,
      virtualEndMs: 0,
      deliveries: [],
      expectations: [],
      notRun: ['send order.paid to orders at 0'],
    });
  });

  it('is the same where each delivery id walks a script of drawn delays and chances by itself', async () => {
    const script =
      '[{ reply: 503, chance: 0.5, times: 1 }, { reply: 500, delay: [1ms, 60ms], times: 2 }, { reply: 200 }]';
    const text = small('kestrel', script)
      .replace('{ route: orders,', '{ route: orders, scope: per-id,')
      .replace('body: { id: 1 } }', 'body: 1, count: 8, every: 1s }');
    expect(text).toContain('scope: per-id');
    const first = await run(scenarioOf(text));
    const second = await run(scenarioOf(text));
    expect(withoutIds(second.document)).toEqual(withoutIds(first.document));
    const took = first.document.deliveries.flatMap(({ attempts }) =>
      attempts.map(({ startedAtMs, endedAtMs }) => (endedAtMs ?? 0) - startedAtMs),
    );
    expect(new Set(took).size).toBeGreaterThan(3);
  });

  it('keeps its data where it is told, each run for itself, and leaves nothing behind otherwise', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'scenario-data-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const text = small('kestrel', '[{ reply: 200 }]');
    await run(scenarioOf(text), { dataDir });
    const { document } = await run(scenarioOf(text), { dataDir });
    expect(document.deliveries).toHaveLength(1);
    expect(existsSync(join(dataDir, 'retryscope.db'))).toBe(true);
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('retryscope-run-'));
    await run(scenarioOf(text));
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('retryscope-run-'))).toEqual(before);
  });

  it('R5, f7: the steps of an outage are told apart by their triggers', async () => {
    const { document } = await run(scenarioOf(sample('fianto-two-day-outage')));
    const released = document.deliveries.flatMap(({ attempts }) =>
      attempts.filter(({ trigger }) => trigger === 'release'),
    );
    expect(released).toHaveLength(5);
    expect(new Set(released.map(({ startedAtMs }) => startedAtMs))).toEqual(new Set([50 * HOUR]));
    const [orders] = document.endpoints;
    expect(orders?.suspensions).toMatchObject([{ toMs: 50 * HOUR, reason: 'delivery_failures' }]);
  });
});

it('a16, A37: do: resend takes a failed delivery that waits for its retry, and the retry with it', async () => {
  // Retry 1 comes 30 to 60 s after the first try, retry 2 at least 60 s later: at 80 s two tries are used.
  const text = small(
    'alphorn',
    '[{ reply: 503, times: 2 }, { reply: 200 }]',
    'actions: [{ at: 80s, do: resend, endpoint: orders }]',
  );
  const { document } = await run(scenarioOf(text));
  const attempts = document.deliveries.flatMap((delivery) => delivery.attempts);
  expect(attempts.map(({ n, trigger, status }) => [n, trigger, status])).toEqual([
    [1, 'first', 503],
    [2, 'retry', 503],
    [3, 'resend', 200],
  ]);
  expect(attempts[2]?.startedAtMs).toBe(80_000);
  expect(document.deliveries[0]).toMatchObject({ counter: 3, state: 'delivered' });
});

it.each([
  ['kestrel', '1h', 'replay', '1 of 1: The endpoint is disabled: enable it first (K15).'],
  ['alphorn', '1h', 'resend', '1 of 1: The endpoint is disabled: enable it first (A26).'],
  ['alphorn', '25h', 'resend', '1 of 1: Older than 24 h: it cannot be resent (A38).'],
  ['infraspeak', '6d', 'redeliver', '1 of 1: Infraspeak has no redelivery. Send it again as a new event.'],
])('%s says after %s why it refuses to %s deliveries', async (policy, at, again, why) => {
  const actions = `actions: [{ at: ${at}, do: disable, endpoint: orders }, { at: ${at}, do: ${again}, endpoint: orders }]`;
  const { log } = await run(scenarioOf(small(policy, '[{ reply: 503 }]', actions)));
  expect(log).toContain(`${again} was refused: ${why}`);
});

import { describe, expect, it } from 'vitest';
import { endpointRequest } from '../../src/shared/contract/fields';
import { Refusal } from '../../src/shared/model/problem';
import { BUILT_IN_POLICIES } from '../../src/shared/policies/built-in';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import type { Policy } from '../../src/shared/policies/policy';
import { BENCH_START, EngineBench } from '../support/engine-bench';
import { fault, ok, status } from '../support/fake-sender';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const one = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (list.length !== 1 || first === undefined) throw new Error(`expected one, got ${list.length}`);
  return first;
};

/** Three attempts, a second apart. */
const linear: Policy = {
  ...infraspeak,
  id: 'linear',
  attempts: 3,
  schedule: { kind: 'list', delaysMs: [1_000] },
  suspension: null,
  settings: [],
};

describe('every attempt is counted', () => {
  it('frain-dev/convoy#1833: always 403 with a limit of 3 is three requests, then failed', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(403));
    const id = one(bench.send(bench.endpoint(linear)));
    await bench.advance(HOUR);
    expect(bench.sender.sent).toHaveLength(3);
    expect(await bench.row(id)).toMatchObject({ state: 'failed', reason: 'exhausted', attempts: 3, counter: 3 });
  });

  it('frain-dev/convoy#1833: an attempt whose recording fails is recorded later, once, and none is made meanwhile', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], status(403));
    const { store } = bench;
    const { settleAttempt } = store;
    let failures = 0;
    store.settleAttempt = () => {
      failures += 1;
      throw new Error('no such luck');
    };
    const id = one(bench.send(bench.endpoint(linear)));
    await bench.advance(MINUTE);
    expect(failures).toBeGreaterThan(1);
    expect(bench.sender.sent).toHaveLength(1);
    expect(await bench.row(id)).toMatchObject({ state: 'processing', attempts: 1, counter: 0 });
    expect(bench.troubles.at(-1)?.message).toContain('no such luck');
    store.settleAttempt = settleAttempt;
    await bench.advance(HOUR);
    expect(bench.troubles.at(-1)).toBeNull();
    expect(bench.sender.sent).toHaveLength(3);
    const row = await bench.row(id);
    expect(row).toMatchObject({ state: 'failed', reason: 'exhausted', attempts: 3, counter: 3 });
    expect(row.marks.map(({ outcome }) => outcome)).toMatchObject([{ status: 403 }, { status: 403 }, { status: 403 }]);
  });

  it('WiseLibs/better-sqlite3#836: while another program locks the file outcomes are kept, told, and written once', async () => {
    const bench = await EngineBench.open();
    bench.sender.script([], 'wait');
    const ids = bench.send(bench.endpoint('infraspeak'), 20);
    await bench.advance(0);
    const { store } = bench;
    const { transact } = store;
    const busy = { code: 'unavailable', message: 'Another program is using the database.' } as const;
    store.transact = () => {
      throw new Refusal(busy);
    };
    for (const sent of bench.sender.sent) sent.answer(ok());
    await bench.advance(5_000);
    expect(bench.troubles.at(-1)).toEqual(busy);
    store.transact = transact;
    await bench.advance(5_000);
    expect(bench.troubles.at(-1)).toBeNull();
    expect(bench.sender.sent).toHaveLength(20);
    const rows = await Promise.all(ids.map((id) => bench.row(id)));
    expect(new Set(rows.map(({ state, attempts, counter }) => `${state} ${attempts} ${counter}`))).toEqual(
      new Set(['delivered 1 1']),
    );
  });
});

describe('what the network did is tried again', () => {
  const NETWORK = ['dns', 'refused', 'connect-timeout', 'tls', 'reset', 'response-timeout'] as const;
  const cases = BUILT_IN_POLICIES.flatMap(({ id }) => NETWORK.map((name) => [id, name] as const));

  it.each(cases)(
    'hookdeck/outpost#314: under %s a first attempt that ended by %s is not the last',
    async (policy, name) => {
      const bench = await EngineBench.open();
      bench.sender.script([fault(name)], ok());
      const id = one(bench.send(bench.endpoint(policy)));
      await bench.advance(10 * MINUTE);
      const row = await bench.row(id);
      expect(row).toMatchObject({ state: 'delivered', attempts: 2, counter: 2 });
      // nodejs/node#47130: counted as one attempt, and shown by its name and not as an answer.
      expect(row.marks[0]?.outcome).toMatchObject({ kind: 'no-response', fault: name });
    },
  );

  it.each(BUILT_IN_POLICIES.map(({ id }) => id))(
    'MrZoller/vantage-point#49: under %s a redirect is a failed attempt, and nothing follows it',
    async (policy) => {
      for (const code of [301, 302, 303, 307, 308]) {
        const bench = await EngineBench.open();
        bench.sender.script([status(code)], 'wait');
        const id = one(bench.send(bench.endpoint(policy, 'a', 'http://127.0.0.1:9/hook')));
        await bench.advance(0);
        const row = await bench.row(id);
        expect(['retrying', 'failed']).toContain(row.state);
        expect(row.marks.map(({ outcome }) => outcome)).toMatchObject([{ kind: 'response', status: code }]);
        expect(bench.sender.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
          'POST http://127.0.0.1:9/hook',
        ]);
      }
    },
  );
});

describe('endpoints do not wait for each other', () => {
  it('owncast/owncast#1504: 1,000 that wait for a slow endpoint delay none of a quick one', async () => {
    const bench = await EngineBench.open();
    bench.sender.answerBy(({ url }) => (url.endsWith('/slow') ? 'wait' : ok()));
    let mostOfSlow = 0;
    let answered = 0;
    bench.sender.onSend = () => {
      const slow = bench.sender.sent.filter(({ url }) => url.endsWith('/slow')).length;
      mostOfSlow = Math.max(mostOfSlow, slow - answered);
    };
    bench.send(bench.endpoint('infraspeak', 'slow', 'http://127.0.0.1:9/slow'), 1_000);
    const quick = bench.endpoint('infraspeak', 'quick', 'http://127.0.0.1:9/quick');
    for (let second = 1; second <= 60; second++) {
      const id = one(bench.send(quick));
      await bench.advance(1_000);
      const { state, marks } = await bench.row(id);
      expect(state).toBe('delivered');
      expect(marks[0]?.startedAt).toBe(marks[0]?.dueAt);
      // After 30 s the slow one answers what it has.
      if (second % 30 !== 0) continue;
      for (const sent of bench.sender.sent) sent.answer(ok());
      answered = bench.sender.sent.filter(({ url }) => url.endsWith('/slow')).length;
    }
    expect(mostOfSlow).toBeLessThanOrEqual(64);
    expect(answered).toBe(128);
  });
});

describe('a breaker', () => {
  /** Closes after five, opens by a challenge; one try each, so that six fail together. */
  const breaking = async () => {
    const bench = await EngineBench.open();
    const fianto = BUILT_IN_POLICIES.find(({ id }) => id === 'fianto');
    if (fianto === undefined) throw new Error('Fianto is built in');
    const endpoint = bench.endpoint({ ...fianto, id: 'breaking', attempts: 1 }, 'a', 'http://127.0.0.1:9/hook', {
      verification: 'any-2xx',
    });
    await verified(bench, endpoint.id);
    bench.sender.answerBy(() => 'wait');
    return { bench, id: endpoint.id, endpoint };
  };
  const verified = async (bench: EngineBench, id: Parameters<EngineBench['history']>[0]) => {
    bench.sender.answerBy(() => ok());
    await bench.engine.verifyEndpoint(id);
    bench.sender.sent.splice(0);
  };

  it('nodeshift/opossum#385: six that fail together close it once; a probe is one request, and a failed one leaves it closed', async () => {
    const { bench, id, endpoint } = await breaking();
    bench.send(endpoint, 6);
    await bench.advance(0);
    for (const sent of bench.sender.sent) sent.answer(status(503));
    await bench.advance(10);
    const suspensions = () => bench.endpointSteps(id).filter(({ step }) => step.kind === 'suspend').length;
    expect(suspensions()).toBe(1);
    const held = bench.send(endpoint, 100);
    await bench.advance(HOUR);
    expect(bench.sender.sent.splice(0)).toHaveLength(6);

    bench.sender.answerBy(() => status(503));
    await bench.engine.verifyEndpoint(id);
    await bench.advance(HOUR);
    expect(bench.sender.sent.splice(0)).toHaveLength(1);
    expect(bench.store.endpoint(id)?.condition.suspendedAt).not.toBeNull();
    expect(bench.store.heldCount(id)).toBe(100);

    // It passes: what is held goes, never more at once than an endpoint may have.
    let most = 0;
    bench.sender.onSend = () => {
      most = Math.max(most, bench.engine.report().inFlight);
    };
    bench.sender.answerBy(() => ok());
    await bench.engine.verifyEndpoint(id);
    await bench.advance(1_000);
    expect(bench.sender.sent).toHaveLength(1 + 100);
    expect(most).toBeLessThanOrEqual(64);
    const rows = await Promise.all(held.map((delivery) => bench.row(delivery)));
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['delivered']));
    expect(suspensions()).toBe(1);
  });
});

describe('a clock that is set', () => {
  it.each([
    ['back 2 s', -2_000],
    ['ahead by a year', 365 * 24 * HOUR],
  ])(
    'sidekiq-scheduler/sidekiq-scheduler#283: %s in mid-attempt changes neither its length nor its wait',
    async (_how, ms) => {
      const bench = await EngineBench.open();
      bench.sender.script(['wait'], ok());
      const id = one(bench.send(bench.endpoint(linear)));
      await bench.advance(200);
      bench.system.setWall(bench.system.wallMs() + ms);
      await bench.advance(300);
      bench.sender.sent[0]?.answer(status(503));
      await bench.advance(0);
      const [first] = (await bench.row(id)).marks;
      expect(first?.startedAt).toBe(BENCH_START);
      expect(first?.endedAt).toBe(BENCH_START + 500);
      await bench.advance(999);
      expect(bench.sender.sent).toHaveLength(1);
      await bench.advance(1);
      expect(bench.sender.sent).toHaveLength(2);
      expect((await bench.row(id)).marks[1]).toMatchObject({
        dueAt: BENCH_START + 1_500,
        startedAt: BENCH_START + 1_500,
      });
      expect(bench.wallJumps).toEqual([ms]);
    },
  );
});

it('n8n-io/n8n#35509: a challenge carries the endpoint’s own TLS settings, credentials and headers, as its deliveries do', async () => {
  const bench = await EngineBench.open();
  const request = endpointRequest.parse({
    verify: false,
    auth: { kind: 'bearer', token: 'mF_9.B5f-4.1JqM' },
    headers: [['X-Door', 'back']],
  });
  const url = 'https://127.0.0.1:9/hook';
  const endpoint = bench.endpoint('fianto', 'a', url, { verification: 'any-2xx' }, request);
  await bench.engine.verifyEndpoint(endpoint.id);
  bench.send(endpoint);
  await bench.advance(0);
  const [challenge, delivery] = bench.sender.sent;
  for (const sent of [challenge, delivery]) {
    expect(sent?.tls).toEqual({ verify: false });
    expect(sent?.headers.slice(-2)).toEqual([
      ['authorization', 'Bearer mF_9.B5f-4.1JqM'],
      ['X-Door', 'back'],
    ]);
  }
  await bench.engine.verifyEndpoint(bench.endpoint('fianto', 'b', url, { verification: 'any-2xx' }).id);
  expect(bench.sender.sent.at(-1)?.tls).toBeUndefined();
});

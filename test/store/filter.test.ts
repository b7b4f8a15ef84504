import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter, FilterSubject } from '../../src/shared/filter/filter';
import { matchCapture } from '../../src/shared/filter/match-capture';
import { matchDelivery } from '../../src/shared/filter/match-delivery';
import { readFilter } from '../../src/shared/filter/read-filter';
import type { Attempt } from '../../src/shared/model/attempt';
import type { Delivery } from '../../src/shared/model/delivery';
import type { HeaderList } from '../../src/shared/model/header';
import type { Outcome, ReceivedResponse } from '../../src/shared/model/outcome';
import { NO_TIMINGS } from '../../src/shared/model/outcome';
import { aCapture, aDelivery, anAttempt, anEndpoint, anEvent, aRequest, aRun, DAWN, idOf } from '../support/rows';
import { SECRET, setUpRun, setUpStore } from './bench';

const HOUR = 3_600_000;
const NOW = DAWN + 10 * HOUR;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function filterOf(typed: string, subject: FilterSubject = 'delivery'): Filter {
  const read = readFilter(subject, typed);
  if (!read.ok) throw new Error(read.problem.message);
  return read.filter;
}

const answered = (status: number): Outcome => ({ kind: 'response', status, retryAfter: null, tookMs: 12 });
const failed = (fault: 'dns' | 'response-timeout'): Outcome => ({ kind: 'no-response', fault, detail: '', tookMs: 12 });
const response = (status: number, headers: HeaderList, body: string): ReceivedResponse => ({
  status,
  reason: '',
  headers,
  body: bytes(body),
  bodyBytes: body.length,
  bodyTruncated: false,
});

type Laid = {
  readonly delivery: Delivery;
  readonly body: Uint8Array;
  readonly attempts: readonly { readonly outcome: Outcome; readonly response: ReceivedResponse | null }[];
  readonly url?: string;
};

const hoursAgo = (hours: number): Partial<Delivery> => ({ createdAt: NOW - hours * HOUR });

/** By ordinal: what each is looked for by stands in its name. */
const LAID: readonly Laid[] = [
  {
    delivery: aDelivery(1, {
      ...hoursAgo(9),
      eventType: 'order.paid',
      state: 'failed',
      reason: 'exhausted',
      attempts: 2,
    }),
    body: bytes('{"id":"ord_1001","note":"Grüße"}'),
    attempts: [
      { outcome: answered(503), response: response(503, [], 'busy') },
      { outcome: failed('response-timeout'), response: null },
    ],
  },
  {
    delivery: aDelivery(2, { ...hoursAgo(5), eventType: 'order.refunded', state: 'delivered', attempts: 2 }),
    body: bytes('{"id":"ord_1002"}'),
    attempts: [
      { outcome: failed('dns'), response: null },
      { outcome: answered(200), response: response(200, [['X-Request-Id', 'Abc-42']], 'thank you') },
    ],
  },
  {
    delivery: aDelivery(3, {
      ...hoursAgo(2),
      eventType: 'invoice.sent',
      state: 'held',
      endpointId: idOf('endpoint', 2),
    }),
    body: Uint8Array.of(0xff, 0x00, ...bytes('needle'), 0xfe),
    attempts: [],
  },
  {
    delivery: aDelivery(4, {
      ...hoursAgo(0.5),
      eventType: "don't*[x]?",
      state: 'retrying',
      attempts: 1,
      deferredFrom: NOW,
      endpointId: idOf('endpoint', 2),
    }),
    body: bytes('["a","status:5xx"]'),
    attempts: [{ outcome: answered(429), response: response(429, [['Retry-After', '30']], '') }],
    url: 'http://localhost:3000/other',
  },
];

const NAMES = { 1: 'Orders API', 2: 'Billing' } as const;

async function setUp() {
  const bench = setUpStore();
  const { store } = bench;
  store.transact(() => {
    store.insertRun(aRun());
    for (const n of [1, 2] as const) store.insertEndpoint(anEndpoint(n, { name: NAMES[n] }), SECRET);
    for (const { delivery, body, attempts, url } of LAID) {
      store.insertEvent(anEvent(delivery.ordinal, { id: delivery.eventId, type: delivery.eventType, body }));
      store.insertDelivery(delivery);
      for (const [i, { outcome, response: came }] of attempts.entries()) {
        const attempt = anAttempt(delivery, i + 1);
        store.insertAttempt(attempt, { ...aRequest, url: url ?? aRequest.url });
        const settled: Attempt = { ...attempt, outcome, endedAt: attempt.startedAt + 12 };
        store.settleAttempt(settled, { response: came, timings: NO_TIMINGS, interim: null, remote: '127.0.0.1:3000' });
      }
    }
    store.pin('deliveries', [idOf('delivery', 2)], true);
  });
  const found = async (typed: string, nowMs = NOW): Promise<readonly number[]> => {
    const query = { cursor: null, limit: 100, states: null, endpointId: null, eventId: null, text: '' };
    const only = { filter: filterOf(typed), nowMs };
    const page = await bench.views.listDeliveries(aRun().id, { ...query, only });
    expect(page.next).toBeNull();
    return page.rows.map(({ ordinal }) => ordinal).reverse();
  };
  return { ...bench, found };
}

const EVERY = [1, 2, 3, 4];

describe('deliveries', () => {
  it.each<[string, readonly number[]]>([
    ['status:5xx', []],
    ['status:2xx', [2]],
    ['status:429', [4]],
    ['status>=200', [2, 4]],
    ['status<400', [2]],
    ['fault:response-timeout', [1]],
    ['fault:dns', []],
    ['fault:any', [1]],
    ['state:held', [3]],
    ['state:deferred', [4]],
    ['reason:exhausted', [1]],
    ['type:order.*', [1, 2]],
    ['type:*.sent', [3]],
    ['type:ORDER.PAID', [1]],
    ['type:order', [1, 2]],
    ['type:*[x]?', [4]],
    ['endpoint:orders', [1, 2]],
    ['endpoint:bill*', [3, 4]],
    ['endpoint:ill*', []],
    ['attempts>1', [1, 2]],
    ['attempts:0', [3]],
    ['attempts<=1', [3, 4]],
    ['since:1h', [4]],
    ['since:2h', [3, 4]],
    ['until:5h', [1, 2]],
    ['since:9h until:2h', [1, 2, 3]],
    ['url:other', [4]],
    ['url:*?n=2', [3]],
    ['header:retry-after', [4]],
    ['header:x-request-id=aBC', [2]],
    ['header:x-request-id=43', []],
    ['header:host=3000', [1, 2, 4]],
    ['body:ord_10', [1, 2]],
    ['body:THANK', [2]],
    ['body:busy', []],
    ['body:needle', [3]],
    ['Grüße', [1]],
    ['needle', [3]],
    ['"status:5xx"', [4]],
    ["don't", [4]],
    ['*', [4]],
    ['[x]?', [4]],
    ['Abc-42', [2]],
    ['thank you', [2]],
    ['"thank  you"', []],
    ['not(state:held)', [1, 2, 4]],
    ['not(status:2xx)', [1, 3, 4]],
    ['not(fault:any)', [2, 3, 4]],
    ['not(header:retry-after)', [1, 2, 3]],
    ['or(state:held, status:2xx)', [2, 3]],
    ['or(state:held, status:2xx) since:3h', [3]],
    ['not(or(state:held, status:2xx))', [1, 4]],
    ['type:order.* attempts>1 status:2xx', [2]],
    ['pinned:yes', [2]],
    ['pinned:no type:order.*', [1]],
    ['%%', []],
    ['_', EVERY],
  ])('%s', async (typed, expected) => {
    const { found } = await setUp();
    expect(await found(typed)).toEqual(expected);
  });

  it('are looked for by as much as a filter may hold', async () => {
    const { found } = await setUp();
    expect(await found('order '.repeat(200))).toEqual([1, 2]);
    const nested = `${'or(thank, '.repeat(20)}${'thank '.repeat(180)}${')'.repeat(20)}`;
    expect(await found(nested)).toEqual([2]);
  });

  it('are judged by a row alone as by the database, wherever the row tells', async () => {
    const { views, found } = await setUp();
    const word = fc.constantFrom(
      ...['status:5xx', 'status:429', 'state:held', 'state:deferred', 'reason:exhausted', 'fault:any', 'type:order.*'],
      ...[
        'endpoint:orders',
        'attempts>1',
        'since:3h',
        'until:3h',
        'url:other',
        'header:retry-after',
        'body:ord',
        'ord',
        'e',
        'pinned:yes',
      ],
    );
    const filter = fc.letrec<{ filter: string }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        word,
        tie('filter').map((inner) => `not(${inner})`),
        fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => `or(${a}, ${b})`),
        fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => `${a} ${b}`),
      ),
    })).filter;
    const rows = (await views.deliveriesAfter(aRun().id, 0, 100)) ?? [];
    expect(rows).toHaveLength(LAID.length);
    let told = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (typed) => {
        const inDatabase = await found(typed);
        for (const row of rows) {
          const n = row.endpointId === idOf('endpoint', 1) ? 1 : 2;
          const byRow = matchDelivery(filterOf(typed), row, anEndpoint(n, { name: NAMES[n] }), NOW);
          if (byRow === null) continue;
          told += 1;
          expect(byRow, `${typed} of ${row.ordinal}`).toBe(inDatabase.includes(row.ordinal));
        }
      }),
      { numRuns: 300, seed: 20261130 },
    );
    expect(told).toBeGreaterThan(300);
  });

  it('are listed with a filter, a state, an endpoint and a text together, a page at a time', async () => {
    const bench = setUpRun(2);
    const { store, views } = bench;
    store.transact(() => {
      for (let n = 1; n <= 500; n++) {
        const isWanted = n % 200 === 1;
        const delivery = aDelivery(n, {
          eventType: isWanted ? 'order.paid' : 'ping',
          state: isWanted ? 'held' : 'queued',
        });
        store.insertEvent(anEvent(n, { id: delivery.eventId, type: delivery.eventType }));
        store.insertDelivery(delivery);
      }
    });
    const only = { filter: filterOf('type:order.* body:{"n":'), nowMs: NOW };
    const query = {
      limit: 1,
      states: ['held' as const],
      endpointId: idOf('endpoint', 1),
      eventId: null,
      text: 'ORDER',
      only,
    };
    const ordinals: number[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await views.listDeliveries(aRun().id, { ...query, cursor });
      expect(page.rows.length).toBeLessThanOrEqual(1);
      ordinals.push(...page.rows.map(({ ordinal }) => ordinal));
      cursor = page.next;
      if (cursor === null) break;
    }
    expect(ordinals).toEqual([401, 201, 1]);
  });
});

describe('captures', () => {
  const refused = { kind: 'refused', status: 431, why: 'The header block is too long.' } as const;
  const CAPTURED = [
    aCapture(1, {
      target: '/in?x=1',
      body: bytes('{"a":"needle"}'),
      deliveryKey: 'evt_a',
      seen: 1,
      at: NOW - 2 * HOUR,
    }),
    aCapture(2, { method: 'GET', target: '/health', headers: [['X-Probe', 'Yes']], deliveryKey: null, at: NOW - HOUR }),
    aCapture(3, { target: '/in', deliveryKey: 'evt_a', seen: 2, verdict: refused, remote: '10.0.0.7:5', at: NOW }),
  ];

  it.each<[string, readonly number[]]>([
    ['status:503', [1, 2]],
    ['status:4xx', [3]],
    ['answer:refused', [3]],
    ['answer:step', [1, 2]],
    ['seen:new', [1]],
    ['seen:again', [3]],
    ['method:get', [2]],
    ['path:/in', [1, 3]],
    ['path:/in*', [1, 3]],
    ['path:/in?x=*', [1]],
    ['from:10.0', [3]],
    ['id:evt_a', [1, 3]],
    ['header:x-probe=yes', [2]],
    ['body:needle', [1]],
    ['needle', [1]],
    ['health', [2]],
    ['since:1h', [2, 3]],
    ['not(seen:new)', [2, 3]],
    ['or(seen:new, method:GET)', [1, 2]],
    ['pinned:yes', [2]],
    ['pinned:no seen:again', [3]],
  ])('%s', async (typed, expected) => {
    const { store, views } = setUpRun();
    store.transact(() => {
      for (const capture of CAPTURED) store.insertCapture(capture, null);
      store.pin('captures', [idOf('capture', 2)], true);
    });
    const only = { filter: filterOf(typed, 'capture'), nowMs: NOW };
    const page = await views.listCaptures(aRun().id, { cursor: null, limit: 10, routeId: null, only });
    expect(page.rows.map(({ id }) => CAPTURED.findIndex((capture) => capture.id === id) + 1).reverse()).toEqual(
      expected,
    );
    for (const [i, capture] of CAPTURED.entries()) {
      const byRow = matchCapture(filterOf(typed, 'capture'), { ...capture, pinned: i === 1 }, NOW);
      if (byRow !== null) expect(byRow).toBe(expected.includes(i + 1));
    }
  });
});

import { describe, expect, test } from 'vitest';
import {
  forecast,
  fresh,
  type Going,
  isLoopbackUrl,
  sayForecast,
  whatIsHeld,
  whatWaits,
} from '../../src/renderer/view-models/traffic';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import { alphorn } from '../../src/shared/policies/alphorn';
import { fianto } from '../../src/shared/policies/fianto';
import { kestrel } from '../../src/shared/policies/kestrel';
import { aDelivery, anEndpoint } from '../support/rows';

const shop = (waiting: number, inFlight = 0) => ({
  ...anEndpoint(1),
  url: 'https://shop.example:8443/hooks',
  policy: fianto,
  counts: { waiting, inFlight, delivered: 0, failed: 0, held: 0 },
});
const SKIP = { kind: 'skip' } as const;
const times = (factor: number) => ({ kind: 'factor', factor }) as const;
const requests = (going: readonly Going[]): number => forecast(going, SKIP, 0).requests;

describe('a URL of this computer', () => {
  test.each([
    'http://localhost:3000/x',
    'http://127.0.0.1:1',
    'http://127.9.8.7/',
    'https://[::1]:443/',
    'http://app.localhost/',
  ])('%s is one', (url) => expect(isLoopbackUrl(url)).toBe(true));
  test.each(['http://localhost.example/', 'http://10.0.0.1/', 'https://127.0.0.1.example/', 'http://[::2]/'])(
    '%s is none',
    (url) => expect(isLoopbackUrl(url)).toBe(false),
  );
});

describe('what waits', () => {
  test('is what is left of each budget, as if every attempt failed', () => {
    const endpoint = shop(2, 1);
    const rows = [
      aDelivery(1, { endpointId: endpoint.id, state: 'retrying', budget: 8, counter: 3 }),
      aDelivery(2, { endpointId: endpoint.id, state: 'queued', budget: 8, counter: 0 }),
      aDelivery(3, { endpointId: endpoint.id, state: 'processing', budget: 8, counter: 7 }),
      aDelivery(4, { endpointId: endpoint.id, state: 'failed', budget: 8, counter: 8 }),
    ];
    // 5 + 8 + 1
    expect(forecast(whatWaits([endpoint], rows), SKIP, 0)).toMatchObject({
      requests: 14,
      hosts: ['shop.example:8443'],
    });
  });

  test('counts a whole budget for a delivery that the page does not hold', () => {
    // F2: eight attempts each
    expect(requests(whatWaits([shop(155)], []))).toBe(1_240);
  });

  test('has what is still to be sent, one after the other', () => {
    const { id } = shop(0);
    const send = { seq: 1, type: 'x', endpointIds: [id], left: 3, everyMs: 60_000, nextAt: 30_000 };
    const ahead = forecast(whatWaits([shop(0)], [], [send]), times(60), 0);
    // F2: 3 × 8; the last begins after 2 m 30 s, and its waits come to 27 h 36 m: 99,510 s at 60×.
    expect(ahead).toMatchObject({ requests: 24, spanMs: 1_658_500 });
    expect(requests(whatWaits([shop(0)], [], [{ ...send, endpointIds: [] }]))).toBe(0);
  });

  test('is nothing for loopback, for a closed endpoint, and for what is held', () => {
    const endpoint = shop(1);
    const held = [aDelivery(1, { endpointId: endpoint.id, state: 'held', budget: 8, counter: 0 })];
    expect(requests(whatWaits([{ ...endpoint, url: 'http://127.0.0.1:9/' }], []))).toBe(0);
    expect(requests(whatWaits([{ ...endpoint, state: 'disabled' }], []))).toBe(0);
    const suspended = { ...endpoint, condition: { ...FRESH_CONDITION, suspendedAt: 1 } };
    expect(requests(whatWaits([suspended], []))).toBe(0);
    expect(requests(whatWaits([endpoint], held))).toBe(0);
    // Opened again, the same delivery goes.
    expect(requests(whatIsHeld(suspended, held))).toBe(8);
  });
});

describe('the fullest second', () => {
  test('under a factor is that of the planned times, shortened by it', () => {
    // K6: Kestrel's table has 2, 4, 8, 16 and 32 s; at 10× the six attempts of one delivery stand at 0, 0.2, 0.6, 1.4,
    // 3.0 and 6.2 s.
    const one = forecast([fresh({ ...shop(0), policy: kestrel }, 1)], times(10), 0);
    expect(one).toMatchObject({ requests: 6, perSecond: 3, spanMs: 6_200 });
  });

  test('counts what is due at once together, and a later one by itself', () => {
    const endpoint = { ...shop(0), policy: { ...kestrel, attempts: 1 } };
    const due = (count: number, firstAt: number): Going => ({
      endpoint,
      count,
      firstAt,
      everyMs: 0,
      counter: 0,
      budget: 1,
    });
    // 10 s and 19 s ahead at 10×: 1 s and 1.9 s, in one second; 40 s ahead is 4 s.
    expect(forecast([due(3, 10_000), due(4, 19_000), due(5, 40_000)], times(10), 0)).toMatchObject({
      requests: 12,
      perSecond: 7,
      spanMs: 4_000,
    });
  });

  test('follows a plan that sends one after the other', () => {
    const once = { ...shop(0), policy: { ...kestrel, attempts: 1 } };
    // One every 2 s at 10× is five a second; the last of 100 goes after 198 s, which are 19.8.
    expect(forecast([fresh(once, 100, 2_000)], times(10), 0)).toMatchObject({
      requests: 100,
      perSecond: 5,
      spanMs: 19_800,
    });
  });

  test('without waits is what so many under way at once can do, 64 at one endpoint', () => {
    // R13: 64 at once, taken to last 50 ms each: 1,280 a second.
    const burst = forecast([fresh(shop(0), 1_000)], SKIP, 0);
    expect(burst).toMatchObject({ requests: 8_000, perSecond: 1_280, spanMs: 6_250 });
    // One delivery's attempts come one after the other: 20 a second, and it has only eight.
    expect(forecast([fresh(shop(0), 1)], SKIP, 0).perSecond).toBe(8);
  });

  test('A15: never is above a channel’s limit', () => {
    const telegram = { ...shop(0), policy: alphorn, channel: 'telegram' } as const;
    expect(forecast([fresh(telegram, 300)], times(10), 0).perSecond).toBe(20);
  });
});

test('the question says how many, in what time, to whom, and how many at most a second', () => {
  const some = { requests: 1_240, perSecond: 310, spanMs: 9_000, hosts: ['shop.example'] };
  expect(sayForecast(some)).toBe('About 1,240 requests in 9 s to shop.example, at most 310 a second');
  expect(sayForecast({ requests: 1, perSecond: 1, spanMs: 0, hosts: ['a', 'b', 'c', 'd'] })).toBe(
    'About 1 request within a second to a, b, c and 1 host more, at most 1 a second',
  );
});

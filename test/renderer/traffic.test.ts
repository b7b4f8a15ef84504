import { describe, expect, test } from 'vitest';
import { isLoopbackUrl, mustAsk, sayTraffic, trafficAhead } from '../../src/renderer/view-models/traffic';
import { FRESH_CONDITION } from '../../src/shared/model/condition';
import { builtInPolicy } from '../../src/shared/policies/built-in';
import { aDelivery, anEndpoint } from '../support/rows';

const fianto = builtInPolicy('fianto');
if (fianto === undefined) throw new Error('Fianto is gone');

const shop = (waiting: number, inFlight = 0) => ({
  ...anEndpoint(1),
  url: 'https://shop.example:8443/hooks',
  policy: fianto,
  counts: { waiting, inFlight, delivered: 0, failed: 0 },
});

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

describe('the traffic ahead', () => {
  test('is what is left of each budget, as if every attempt failed', () => {
    const endpoint = shop(2, 1);
    const rows = [
      aDelivery(1, { endpointId: endpoint.id, state: 'retrying', budget: 8, counter: 3 }),
      aDelivery(2, { endpointId: endpoint.id, state: 'queued', budget: 8, counter: 0 }),
      aDelivery(3, { endpointId: endpoint.id, state: 'processing', budget: 8, counter: 7 }),
      aDelivery(4, { endpointId: endpoint.id, state: 'failed', budget: 8, counter: 8 }),
    ];
    // 5 + 8 + 1
    expect(trafficAhead([endpoint], rows)).toEqual({ requests: 14, hosts: ['shop.example:8443'] });
  });

  test('counts a whole budget for a delivery that the page does not hold', () => {
    // F2: eight attempts each
    expect(trafficAhead([shop(155)], []).requests).toBe(1_240);
  });

  test('is nothing for loopback, for a closed endpoint, and for what is held', () => {
    const endpoint = shop(1);
    const held = [aDelivery(1, { endpointId: endpoint.id, state: 'held', budget: 8, counter: 0 })];
    expect(trafficAhead([{ ...endpoint, url: 'http://127.0.0.1:9/' }], []).requests).toBe(0);
    expect(trafficAhead([{ ...endpoint, state: 'disabled' }], []).requests).toBe(0);
    const suspended = { ...endpoint, condition: { ...FRESH_CONDITION, suspendedAt: 1 } };
    expect(trafficAhead([suspended], []).requests).toBe(0);
    expect(trafficAhead([endpoint], held)).toEqual({ requests: 0, hosts: [] });
  });
});

describe('a change of pace', () => {
  const some = { requests: 1, hosts: ['a'] };
  const slow = { pace: { kind: 'factor', factor: 1 }, paused: false } as const;

  test('is asked for when it makes waits shorter and something goes elsewhere', () => {
    expect(mustAsk(slow, { kind: 'factor', factor: 10 }, some)).toBe(true);
    expect(mustAsk(slow, { kind: 'skip' }, some)).toBe(true);
    expect(mustAsk(slow, { kind: 'skip' }, { requests: 0, hosts: [] })).toBe(false);
  });

  test('back to 1×, or from one fast pace to another, is not', () => {
    expect(mustAsk(slow, { kind: 'factor', factor: 1 }, some)).toBe(false);
    const fast = { pace: { kind: 'factor', factor: 60 }, paused: false } as const;
    expect(mustAsk(fast, { kind: 'skip' }, some)).toBe(false);
    expect(mustAsk({ ...fast, paused: true }, { kind: 'skip' }, some)).toBe(true);
  });
});

test('the question names three hosts and counts the rest', () => {
  expect(sayTraffic({ requests: 1_240, hosts: ['shop.example'] })).toBe('About 1,240 requests to shop.example');
  expect(sayTraffic({ requests: 1, hosts: ['a', 'b', 'c', 'd'] })).toBe('About 1 request to a, b, c and 1 host more');
});

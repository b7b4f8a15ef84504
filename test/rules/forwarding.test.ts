import { describe, expect, it } from 'vitest';
import type { RouteId } from '../../src/shared/model/ids';
import { once } from '../../src/shared/policies/once';
import { policySchema } from '../../src/shared/policies/policy';
import {
  carriedHeaders,
  carriedType,
  endToEnd,
  HOP_HEADER,
  joinTarget,
  loopOf,
  MOST_HOPS,
  tailOf,
} from '../../src/shared/rules/forwarding';
import { previewSchedule } from '../../src/shared/rules/preview';

describe('the tail of a target', () => {
  it.each([
    ['/hooks/orders/5?x=1', '/hooks/orders', '/5?x=1'],
    ['/hooks/orders', '/hooks/orders', ''],
    ['/hooks/orders/', '/hooks/orders', '/'],
    ['/hooks/orders?x=1?y', '/hooks/orders', '?x=1?y'],
    ['/hooks/a%2Fb//c', '/hooks', '/a%2Fb//c'],
    ['/hooks-2/a', '/hooks', '/hooks-2/a'],
    ['/a/b?c', null, '/a/b?c'],
    ['/', null, ''],
    ['/?x=1', null, '?x=1'],
    ['/a', '/', '/a'],
    ['http://proxied.example/hooks/1?x', '/hooks', '/1?x'],
    ['*', null, ''],
  ])('%s behind %s is %s', (target, path, tail) => expect(tailOf(target, path)).toBe(tail));
});

describe('a URL with a tail', () => {
  it.each([
    ['http://a:3000/app', '/5?x=1', 'http://a:3000/app/5?x=1'],
    ['http://a:3000/app/', '/5', 'http://a:3000/app/5'],
    ['http://a:3000/app/', '/', 'http://a:3000/app/'],
    ['http://a:3000', '/5', 'http://a:3000/5'],
    ['http://a:3000/app?k=1', '/5?x=1', 'http://a:3000/app/5?k=1&x=1'],
    ['http://a:3000/app?k=1', '', 'http://a:3000/app?k=1'],
    ['http://a:3000/app?k=1', '?x', 'http://a:3000/app?k=1&x'],
    ['http://a:3000/a%20b', '//c%2F?q=%zz', 'http://a:3000/a%20b//c%2F?q=%zz'],
  ])('%s and %s make %s', (url, tail, joined) => expect(joinTarget(url, tail)).toBe(joined));
});

describe('end-to-end fields', () => {
  it('put the length where the chunks were announced, and only once', () => {
    const headers = [
      ['A', '1'],
      ['transfer-ENCODING', 'gzip'],
      ['B', '2'],
      ['Transfer-Encoding', 'chunked'],
    ] as const;
    expect(endToEnd(headers, 'POST', 7, false)).toEqual([
      ['A', '1'],
      ['Content-Length', '7'],
      ['B', '2'],
    ]);
  });

  it('say no length that was not said, unless there is a body or the method is one that says it (RFC 9110 8.6)', () => {
    expect(endToEnd([], 'POST', 0, false)).toEqual([]);
    expect(endToEnd([], 'POST', 0, true)).toEqual([['Content-Length', '0']]);
    expect(endToEnd([], 'GET', 0, true)).toEqual([]);
    expect(endToEnd([], 'GET', 3, false)).toEqual([['Content-Length', '3']]);
  });

  it('go without what a Connection field names, in whatever case, over several fields and with odd commas', () => {
    const headers = [
      ['X-One', '1'],
      ['Connection', ' ,x-ONE,, close'],
      ['CONNECTION', 'X-Two'],
      ['x-two', '2'],
      ['X-Three', '3'],
    ] as const;
    expect(endToEnd(headers, 'GET', 0, false)).toEqual([['X-Three', '3']]);
  });
});

describe('the fields on the wire', () => {
  const headers = [
    ['X-A', '1'],
    ['HOST', 'old'],
    ['Authorization', 'theirs'],
    ['host', 'again'],
    ['x-b', '2'],
  ] as const;

  it('have one Host, in its own place and case, without a name and password', () => {
    expect(carriedHeaders({ headers }, 'https://user:word@New.example:8443/x', [])).toEqual([
      ['X-A', '1'],
      ['HOST', 'New.example:8443'],
      ['Authorization', 'theirs'],
      ['x-b', '2'],
    ]);
    expect(carriedHeaders({ headers: [['A', '1']] }, 'http://b/', [])).toEqual([
      ['Host', 'b'],
      ['A', '1'],
    ]);
  });

  it('have the endpoint’s own in the place of those with the same names', () => {
    const own = [
      ['authorization', 'mine'],
      ['X-B', 'mine'],
    ] as const;
    expect(carriedHeaders({ headers }, 'http://b/', own)).toEqual([['X-A', '1'], ['HOST', 'b'], ...own]);
  });
});

describe('a loop', () => {
  const route = 'rt_A' as RouteId;
  const hops = (...ids: string[]) => ids.map((id) => [HOP_HEADER.toUpperCase(), id] as const);

  it('is a request that came through the route before', () => {
    expect(loopOf(hops('rt_B', 'rt_A'), route)).toBe(
      'Rejected: it came through this route before, so it would go round for ever.',
    );
    expect(loopOf(hops('rt_B'), route)).toBeNull();
    expect(loopOf([], route)).toBeNull();
  });

  it('or one that came through eight', () => {
    expect(MOST_HOPS).toBe(8);
    expect(loopOf(hops(...'1234567'), route)).toBeNull();
    expect(loopOf(hops(...'12345678'), route)).toMatch(
      /^Rejected: it came through 8 forwarding routes; 8 are the most/,
    );
  });
});

it('the type of what is sent on is its method and path, without the query, at most 200 characters', () => {
  expect(carriedType('POST', '/hooks/5?token=s')).toBe('POST /hooks/5');
  expect(carriedType('GET', `/${'x'.repeat(300)}`)).toHaveLength(200);
});

it('the policy of a plain URL is a whole policy: one request, and nothing that a retry could come from', () => {
  expect(policySchema.parse(once)).toEqual(once);
  expect(previewSchedule(once)).toHaveLength(1);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deliveryKeyOf } from '../../src/main/receiver/delivery-key';
import { matchRoute } from '../../src/main/receiver/match-route';
import { makeId } from '../../src/shared/model/ids';
import type { Route } from '../../src/shared/model/receiver';
import { EPOCH_AT, reply } from './memory-captures';

const text = (body: string): Uint8Array => new TextEncoder().encode(body);

describe('the delivery key', () => {
  it('is webhook-id, else X-Request-Uuid, else the id of a JSON object', () => {
    const body = text('{"id":"from-body"}');
    const uuid = ['x-request-UUID', 'from-uuid'] as const;
    expect(deliveryKeyOf([uuid, ['Webhook-Id', 'from-id']], body, true)).toBe('from-id');
    expect(deliveryKeyOf([uuid], body, true)).toBe('from-uuid');
    expect(deliveryKeyOf([['Webhook-Id', ''], uuid], body, true)).toBe('from-uuid');
    expect(deliveryKeyOf([], body, true)).toBe('from-body');
  });

  it.each([
    ['Svix', 'Svix-Id'],
    ['GitHub', 'X-GitHub-Delivery'],
    ['Shopify', 'X-Shopify-Webhook-Id'],
    ['Shopify’s events', 'Shopify-Webhook-Id'],
    ['Jira', 'X-Atlassian-Webhook-Identifier'],
    ['CloudEvents', 'ce-id'],
    ['GitLab', 'Idempotency-Key'],
  ])('is what %s names it by, where neither webhook-id nor the body has one', (_sender, name) => {
    expect(deliveryKeyOf([[name, 'a']], text('{"id":5}'), true)).toBe('a');
    expect(deliveryKeyOf([[name, 'a']], text('{"id":"b"}'), true)).toBe('b');
    const both = [
      [name, 'a'],
      ['webhook-id', 'b'],
    ] as const;
    expect(deliveryKeyOf(both, text(''), true)).toBe('b');
  });

  it.each([
    ['an id that is a number', '{"id":5}'],
    ['an id further down', '{"data":{"id":"a"}}'],
    ['a list', '[{"id":"a"}]'],
    ['no JSON', '{"id":"a"'],
    ['an empty id', '{"id":""}'],
    ['a bare text', '"id"'],
    ['nothing', ''],
    ['nesting beyond any stack', `{"id":"a","x":${'['.repeat(500_000)}`],
  ])('is none with %s', (_name, body) => {
    expect(deliveryKeyOf([], text(body), true)).toBeNull();
  });

  it('survives white space and a byte order mark before the object', () => {
    expect(deliveryKeyOf([], text('\uFEFF \r\n\t{"id":"a"}'), true)).toBe('a');
  });

  it('is not looked for in a body that is cut or above 1 MiB', () => {
    expect(deliveryKeyOf([], text('{"id":"a"}'), false)).toBeNull();
    expect(deliveryKeyOf([], text(`{"id":"a","x":"${'x'.repeat(1_048_576)}"}`), true)).toBeNull();
  });

  it('has at most 512 characters', () => {
    expect(deliveryKeyOf([['webhook-id', 'k'.repeat(512)]], text(''), true)).toBe('k'.repeat(512));
    expect(deliveryKeyOf([['webhook-id', 'k'.repeat(513)]], text(''), true)).toBeNull();
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, whole) => {
        deliveryKeyOf([], Uint8Array.from([0x7b, ...bytes]), whole);
      }),
    );
  });
});

describe('the route of a target', () => {
  const routes: readonly Route[] = ['/hooks', '/hooks/orders', '/a%2Fb', '/tail/'].map((path, index) => ({
    id: makeId('route', index, new Uint8Array(10)),
    path,
    tls: 'off',
    script: { scope: 'all', steps: [reply(200)] },
    forward: null,
    epoch: 1,
    epochAt: EPOCH_AT,
    createdAt: EPOCH_AT,
  }));

  it.each([
    ['/hooks', '/hooks'],
    ['/hooks?x=/hooks/orders', '/hooks'],
    ['/hooks/', '/hooks'],
    ['/hooks/orders', '/hooks/orders'],
    ['/hooks/orders/1?y', '/hooks/orders'],
    ['/hooks/orders-2', '/hooks'],
    ['/hooks2', null],
    ['/a%2Fb/c', '/a%2Fb'],
    ['/a%2fb', null],
    ['/a/b', null],
    ['/tail/x', '/tail/'],
    ['/tail', null],
    ['http://127.0.0.1:7878/hooks/1', '/hooks'],
    ['http://127.0.0.1:7878', null],
    ['*', null],
    ['/', null],
    ['', null],
  ])('%s is %s', (target, path) => {
    expect(matchRoute(routes, target)?.path ?? null).toBe(path);
  });

  it('/ takes every path', () => {
    const [first] = routes;
    const root = first === undefined ? [] : [{ ...first, path: '/' }];
    expect(['/', '/x', '/x/y?z', 'http://h'].map((target) => matchRoute(root, target)?.path)).toEqual([
      '/',
      '/',
      '/',
      '/',
    ]);
    expect(matchRoute(root, '*')).toBeNull();
  });
});

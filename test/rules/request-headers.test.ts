import { describe, expect, it } from 'vitest';
import type { DeliveryId, EventId } from '../../src/shared/model/ids';
import { fianto } from '../../src/shared/policies/fianto';
import { infraspeak } from '../../src/shared/policies/infraspeak';
import { kestrel } from '../../src/shared/policies/kestrel';
import {
  deliveryUuid,
  type RequestHeadersInput,
  requestHeaders,
  splitUrl,
} from '../../src/shared/rules/request-headers';

const input: RequestHeadersInput = {
  url: 'http://localhost:3000/hooks?a=1',
  contentType: 'application/json',
  bodyBytes: 17,
  version: '1.2.3',
  policy: kestrel,
  eventId: 'evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF' as EventId,
  deliveryId: 'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEG' as DeliveryId,
  signature: { timestampS: 1_767_225_600, value: 'v1,abc=' },
};

const authorization = (url: string): string | undefined =>
  requestHeaders({ ...input, url }).find(([name]) => name === 'authorization')?.[1];

describe('the fields of a request', () => {
  it('f15: stand in one order, host first, webhook-signature last', () => {
    expect(requestHeaders(input)).toEqual([
      ['host', 'localhost:3000'],
      ['content-type', 'application/json'],
      ['content-length', '17'],
      ['user-agent', 'Retryscope/1.2.3'],
      ['webhook-id', 'evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF'],
      ['webhook-timestamp', '1767225600'],
      ['webhook-signature', 'v1,abc='],
    ]);
  });

  it('F9: name the event once when the policy and the signature both ask for webhook-id', () => {
    const names = requestHeaders({ ...input, policy: fianto }).map(([name]) => name);
    expect(names.filter((name) => name === 'webhook-id')).toHaveLength(1);
    expect(names.slice(-3)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  });

  it('I10: carry the delivery as X-Request-Uuid, in that case, for Infraspeak', () => {
    const uuid = requestHeaders({ ...input, policy: infraspeak }).find(([name]) => name === 'X-Request-Uuid')?.[1];
    expect(uuid).toBe(deliveryUuid(input.deliveryId));
    const otherEvent = requestHeaders({ ...input, policy: infraspeak, eventId: 'evt_other' as EventId });
    expect(otherEvent).toContainEqual(['X-Request-Uuid', uuid]);
  });

  it('R10: have nothing of Standard Webhooks when signing is off, but what identity names', () => {
    const names = requestHeaders({ ...input, policy: { identity: fianto.identity, signing: 'none' } }).map(([n]) => n);
    expect(names).toEqual(['host', 'content-type', 'content-length', 'user-agent', 'webhook-id']);
  });

  it('have the id but no time or signature without a secret', () => {
    const names = requestHeaders({ ...input, signature: null }).map(([name]) => name);
    expect(names).toEqual(['host', 'content-type', 'content-length', 'user-agent', 'webhook-id']);
  });

  it('carry a name and password of the URL as Basic authentication, not in host', () => {
    // RFC 7617, section 2: Aladdin, "open sesame"; section 2.1: test, "123£" in UTF-8.
    expect(authorization('http://Aladdin:open%20sesame@h/')).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
    expect(authorization('http://test:123%C2%A3@h/')).toBe('Basic dGVzdDoxMjPCow==');
    expect(authorization('http://test:123£@h/')).toBe('Basic dGVzdDoxMjPCow==');
    expect(requestHeaders({ ...input, url: 'http://a:b@h:81/' })[0]).toEqual(['host', 'h:81']);
    // "a:" and "a:%zz" by hand
    expect(authorization('http://a@h/')).toBe('Basic YTo=');
    expect(authorization('http://a:%zz@h/')).toBe('Basic YToleno=');
    expect(authorization('http://h/')).toBeUndefined();
  });
});

describe('a URL', () => {
  it('is cut as typed: nothing is decoded, encoded or tidied', () => {
    expect(splitUrl('HTTP://127.0.0.1:8080/a%2Fb/../c?sig=%2B%3D&x=a%20b&y=%zz')).toEqual({
      scheme: 'http',
      userinfo: null,
      host: '127.0.0.1:8080',
      target: '/a%2Fb/../c?sig=%2B%3D&x=a%20b&y=%zz',
    });
  });

  it.each([
    ['http://h', 'h', '/'],
    ['http://h?', 'h', '/?'],
    ['http://h?q=1', 'h', '/?q=1'],
    ['http://h:/x', 'h', '/x'],
    ['http://h:80/x', 'h:80', '/x'],
    ['http://[::1]:3000', '[::1]:3000', '/'],
    ['http://h/x?', 'h', '/x?'],
    ['http://h//x', 'h', '//x'],
    ['http://h/x@y:z', 'h', '/x@y:z'],
    ['http://h/x#frag', 'h', '/x'],
  ])('%s is sent to %s as %s', (url, host, target) => {
    expect(splitUrl(url)).toMatchObject({ host, target });
  });

  it('that is none has no parts', () => {
    expect(splitUrl('localhost:3000')).toBeNull();
  });
});

describe('the UUID of a delivery', () => {
  it('has the form of version 4 and is the same every time', () => {
    expect(deliveryUuid(input.deliveryId)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(deliveryUuid(input.deliveryId)).toBe(deliveryUuid(`${input.deliveryId}` as DeliveryId));
  });

  it('differs between 100,000 neighbours', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const seen = new Set<string>();
    for (let i = 0; i < 100_000; i++) {
      const tail = [i >> 15, i >> 10, i >> 5, i].map((n) => alphabet.charAt(n & 31)).join('');
      seen.add(deliveryUuid(`dlv_01JP5V7R3ZK8T2WQ9KQ4AB${tail}` as DeliveryId));
    }
    expect(seen.size).toBe(100_000);
  });
});

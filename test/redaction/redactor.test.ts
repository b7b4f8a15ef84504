import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RedactionSettings } from '../../src/shared/redaction/names';
import { makeRedactor, sayRedacted } from '../../src/shared/redaction/redactor';

const ON: RedactionSettings = { on: true, headers: [], query: [], jsonPaths: [] };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('header fields', () => {
  it.each([
    ['Authorization', 'Bearer abc.def', 'Bearer REDACTED'],
    ['authorization', 'Basic dXNlcjpwYXNz', 'Basic REDACTED'],
    ['AUTHORIZATION', 's3cret', 'REDACTED'],
    ['Proxy-Authorization', 'Basic eA==', 'Basic REDACTED'],
    ['Cookie', 'sid=1', 'REDACTED'],
    ['Set-Cookie', 'sid=1; Path=/', 'REDACTED'],
    ['webhook-signature', 'v1,abc=', 'REDACTED'],
    ['X-HuB-SiGnAture-256', 'sha256=00', 'REDACTED'],
    ['Stripe-Signature', 't=1,v1=2', 'REDACTED'],
    ['X-Shopify-Hmac-SHA256', 'x', 'REDACTED'],
    ['X-Api-Key', 'k', 'REDACTED'],
    ['X-Gitlab-Token', 'k', 'REDACTED'],
    ['Location', 'https://a.test/in?token=t&x=1', 'https://a.test/in?token=REDACTED&x=1'],
    ['X-Forwarded-Authorization', 'Bearer abc', 'Bearer REDACTED'],
    ['X-Authorization', 'abc', 'REDACTED'],
    ['X-Auth', 'k', 'REDACTED'],
    ['X-Auth-Key', 'k', 'REDACTED'],
    ['X-AuthToken', 'k', 'REDACTED'],
    ['X-Session-Id', 'k', 'REDACTED'],
    ['X-JWT', 'k', 'REDACTED'],
    ['Location', '//me:pw@a.test/in', '//REDACTED@a.test/in'],
    [
      'Link',
      '<https://me:pw@a.test/in?page=2&token=t>; rel="next"',
      '<https://REDACTED@a.test/in?page=2&token=REDACTED; rel="next"',
    ],
    [
      'Refresh',
      '0; url=https://hooks.slack.com/services/T0/B0/abc',
      '0; url=https://hooks.slack.com/services/REDACTED',
    ],
    ['sec-websocket-key', 'k', 'k'],
    ['content-type', 'application/json', 'application/json'],
    ['webhook-id', 'evt_1', 'evt_1'],
    ['idempotency-key', 'i', 'i'],
  ])('%s: %s', (name, value, expected) => {
    expect(makeRedactor(ON).headers([[name, value]])).toEqual([[name, expected]]);
  });

  it('keep order, case and repetition', () => {
    const headers = [
      ['X-A', '1'],
      ['Cookie', 'a'],
      ['x-a', '2'],
      ['Cookie', 'b'],
    ] as const;
    expect(makeRedactor(ON).headers(headers)).toEqual([
      ['X-A', '1'],
      ['Cookie', 'REDACTED'],
      ['x-a', '2'],
      ['Cookie', 'REDACTED'],
    ]);
  });

  it('that a person added go too, whatever their case', () => {
    expect(makeRedactor({ ...ON, headers: ['X-Tenant'] }).headers([['x-tenant', 'acme']])).toEqual([
      ['x-tenant', 'REDACTED'],
    ]);
  });
});

describe('URLs', () => {
  it('lose the query names that a person added', () => {
    const { url } = makeRedactor({ ...ON, query: ['tenant'] });
    expect(url('https://shop.test/in?tenant=acme&x=1')).toBe('https://shop.test/in?tenant=REDACTED&x=1');
  });

  it.each([
    ['https://me:pw@shop.test/in', 'https://REDACTED@shop.test/in'],
    ['https://shop.test/in?token=abc&x=1#y', 'https://shop.test/in?token=REDACTED&x=1#y'],
    ['http://127.0.0.1:1http://me:pw@shop.test/in', 'http://127.0.0.1:1http://REDACTED@shop.test/in'],
    ['/in?next=https://me:pw@shop.test/', '/in?next=https://REDACTED@shop.test/'],
    ['https://shop.test/a//b@c/d', 'https://shop.test/a//b@c/d'],
    ['https://shop.test/@me', 'https://shop.test/@me'],
    ['/in?access_token=abc', '/in?access_token=REDACTED'],
    ['/in?API-Key=abc&sig=%2B&SIGNATURE=1', '/in?API-Key=REDACTED&sig=REDACTED&SIGNATURE=REDACTED'],
    ['/in?t%6Fken=abc', '/in?t%6Fken=REDACTED'],
    ['/cb#access_token=abc&state=1', '/cb#access_token=REDACTED&state=1'],
    ['/in?token=', '/in?token='],
    ['/in?monkey=1&page=2&%zz=3', '/in?monkey=1&page=2&%zz=3'],
    ['https://hooks.slack.com/services/T0/B0/abc', 'https://hooks.slack.com/services/REDACTED'],
    ['https://discord.com/api/webhooks/123/abc?wait=true', 'https://discord.com/api/webhooks/123/REDACTED?wait=true'],
    ['https://api.telegram.org/bot12:abc/sendMessage', 'https://api.telegram.org/botREDACTED/sendMessage'],
    ['http://127.0.0.1:1/a%2Fb?x=a%20b&y=%zz', 'http://127.0.0.1:1/a%2Fb?x=a%20b&y=%zz'],
  ])('%s', (url, expected) => {
    expect(makeRedactor(ON).url(url)).toBe(expected);
  });
});

describe('bodies', () => {
  it('keep every byte around a value that a path leads to', () => {
    const redactor = makeRedactor({ ...ON, jsonPaths: ['$.card.number'] });
    const body = bytes('{ "id": 4634343214213523454,\n "x":1.00, "card":{"number" : 4111111111111111 ,"n":"ü"} }');
    expect(new TextDecoder().decode(redactor.body(body))).toBe(
      '{ "id": 4634343214213523454,\n "x":1.00, "card":{"number" : "REDACTED" ,"n":"ü"} }',
    );
  });

  it('that are not UTF-8 lose nothing but the value', () => {
    const body = Uint8Array.of(...bytes('{"a":"'), 0xff, 0xfe, ...bytes('","t":1}'));
    const changed = makeRedactor({ ...ON, jsonPaths: ['$.t'] }).body(body);
    expect([...changed]).toEqual([...bytes('{"a":"'), 0xff, 0xfe, ...bytes('","t":"REDACTED"}')]);
  });

  it('lose secrets that are known by their form', () => {
    const redactor = makeRedactor(ON);
    expect(new TextDecoder().decode(redactor.body(bytes('key whsec_MfKQ9r8GKYqrTwjU end')))).toBe(
      'key whsec_REDACTED end',
    );
    expect(sayRedacted(redactor.counts())).toBe('1 secret');
  });

  it('of any bytes come back as they are where nothing is to be hidden', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        expect(makeRedactor(ON).body(body)).toEqual(body);
      }),
    );
  });
});

describe('what was redacted', () => {
  it('is counted by kind', () => {
    const redactor = makeRedactor({ ...ON, jsonPaths: ['$.a'] });
    redactor.headers([
      ['authorization', 'Bearer x'],
      ['cookie', 'y'],
      ['webhook-signature', 'a'],
      ['webhook-signature', 'b'],
    ]);
    redactor.url('http://u:p@h/?key=1');
    redactor.body(bytes('{"a":1}'));
    expect(redactor.counts()).toEqual({ authorization: 1, cookie: 1, secret: 0, signature: 2, url: 2, json: 1 });
    expect(sayRedacted(redactor.counts())).toBe(
      '1 authorization, 1 cookie, 2 signatures, 2 tokens in URLs, 1 value in a body',
    );
  });

  it('is nothing when redaction is off', () => {
    const redactor = makeRedactor({ ...ON, on: false });
    const headers = [['authorization', 'Bearer x']] as const;
    expect(redactor.headers(headers)).toBe(headers);
    expect(redactor.url('http://u:p@h/?key=1')).toBe('http://u:p@h/?key=1');
    expect(redactor.words('Bearer x')).toBe('Bearer x');
    expect(sayRedacted(redactor.counts())).toBe('');
  });
});

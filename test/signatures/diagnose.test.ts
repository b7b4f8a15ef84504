import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { primitives } from '../../src/main/host/signature-primitives';
import type { HeaderList } from '../../src/shared/model/header';
import { type Diagnosis, diagnose } from '../../src/shared/rules/signatures/diagnose';
import { BUILT_IN_SCHEMES, type SignatureScheme, STANDARD_WEBHOOKS } from '../../src/shared/rules/signatures/scheme';
import { broughtBy, type KnownSecret } from '../../src/shared/rules/signatures/verify';
import { sayDiagnosis } from '../../src/shared/words/signature';
import { requestOf, schemeOf, utf8 } from './vectors';

const GITHUB = schemeOf('github');
const SHOPIFY = schemeOf('shopify');

type Case = {
  readonly scheme: SignatureScheme;
  readonly secret: string;
  readonly headers?: HeaderList;
  readonly body: string | Uint8Array;
  readonly received: string;
  readonly others?: readonly KnownSecret[];
};

function diagnosed({ scheme, secret, headers = [], body, received, others = [] }: Case): Diagnosis {
  const request = requestOf(headers, typeof body === 'string' ? utf8(body) : body);
  const search = diagnose({
    primitives,
    scheme,
    secret: { name: 'the secret', text: secret },
    others,
    request,
    brought: broughtBy(scheme, headers),
    received: [received],
  });
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

const hmac = (key: string | Uint8Array, content: string | Uint8Array, hash = 'sha256') =>
  createHmac(hash, key).update(content);

/** The signature of GitHub's scheme over something else than what arrived. */
const hex = (content: string | Uint8Array): string => hmac('s3cret', content).digest('hex');

const BIG = '{"orderId": 4634343214213523454, "x": 1.00, "b": ["é", {}], "a/b": "<i>"}';

describe('one mistake about the body is named', () => {
  it.each<[said: string, body: string | Uint8Array, signed: string | Uint8Array]>([
    [
      'over the body’s JSON parsed and printed again, compact, as JSON.stringify prints it',
      '{ "a": 1,\n "b": [ 1.50, "x" ] }',
      '{"a":1,"b":[1.50,"x"]}',
    ],
    [
      'over the body’s JSON parsed and printed again, compact, by a parser that loses digits of numbers',
      BIG,
      JSON.stringify(JSON.parse(BIG)),
    ],
    [
      'over the body’s JSON parsed and printed again, indented by two spaces',
      '{"b":1,"a":[1,{}],"c":{}}',
      '{\n  "b": 1,\n  "a": [\n    1,\n    {}\n  ],\n  "c": {}\n}',
    ],
    ['over the body’s JSON parsed and printed again, indented by four spaces', '{"b":1}', '{\n    "b": 1\n}'],
    ['over the body’s JSON parsed and printed again, indented by tabs', '{"b":1}', '{\n\t"b": 1\n}'],
    [
      'over the body’s JSON parsed and printed again, compact with its keys sorted',
      '{"b":{"z":1,"y":2},"a":2}',
      '{"a":2,"b":{"y":2,"z":1}}',
    ],
    [
      'over the body’s JSON parsed and printed again, with a space after each comma and colon, as Python’s json.dumps prints it',
      '{"b":"é","a":[1,2.0]}',
      '{"b": "\\u00e9", "a": [1, 2.0]}',
    ],
    [
      'over the body’s JSON parsed and printed again, as PHP’s json_encode prints it',
      '{"url":"https://a/é"}',
      '{"url":"https:\\/\\/a\\/\\u00e9"}',
    ],
    [
      'over the body’s JSON parsed and printed again, as Go’s json.Marshal prints it',
      '{"b":"<b>&","a":1.0}',
      '{"a":1,"b":"\\u003cb\\u003e\\u0026"}',
    ],
    ['over the body with a newline added at its end', 'hello', 'hello\n'],
    ['over the body without the newline at its end', 'hello\n', 'hello'],
    ['over the body without the newline at its end', 'hello\r\n', 'hello'],
    ['over the body with a byte order mark before it', 'hello', '\ufeffhello'],
    ['over the body without its byte order mark', '\ufeffhello', 'hello'],
    ['over the body in Latin-1 instead of UTF-8', 'Zoë', Uint8Array.of(0x5a, 0x6f, 0xeb)],
    ['over the body read as Latin-1 and written as UTF-8', 'Zoë', 'ZoÃ«'],
    [
      'over the body read as UTF-8, with � in place of what is not',
      Uint8Array.of(0x5a, 0x6f, 0xeb, 0x21),
      Uint8Array.of(0x5a, 0x6f, 0xef, 0xbf, 0xbd, 0x21),
    ],
    ['over an empty body', 'hello', ''],
    ['over the body with LF as its line ends', 'a\r\nb\r\nc', 'a\nb\nc'],
    ['over the body with CR LF as its line ends', 'a\nb\nc', 'a\r\nb\r\nc'],
  ])('%s', (said, body, signed) => {
    expect(diagnosed({ scheme: GITHUB, secret: 's3cret', body, received: hex(signed) }).mistakes).toEqual([said]);
  });
});

const WHSEC = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const STANDARD_HEADERS: HeaderList = [
  ['webhook-id', 'msg_1'],
  ['webhook-timestamp', '1767225600'],
  ['X-Request-Start', '1767225599'],
  ['X-Event-Id', 'evt_9'],
];
const standard = (key: string | Uint8Array, content: string, others: readonly KnownSecret[] = []) =>
  diagnosed({
    scheme: STANDARD_WEBHOOKS,
    secret: WHSEC,
    headers: STANDARD_HEADERS,
    body: '{"id":"evt_7"}',
    received: hmac(key, content).digest('base64'),
    others,
  }).mistakes;

describe('one mistake about the secret is named', () => {
  const content = 'msg_1.1767225600.{"id":"evt_7"}';
  it.each<[said: string, key: string | Uint8Array]>([
    ['with the secret’s text as the key, where the bytes that it encodes belong', WHSEC],
    [
      'with the secret’s text behind its prefix as the key, where the bytes that it encodes belong',
      WHSEC.slice('whsec_'.length),
    ],
    ['with the secret decoded from base64 together with its whsec_', Buffer.from(WHSEC, 'base64')],
    ['with an empty secret', ''],
  ])('%s', (said, key) => {
    expect(standard(key, content)).toEqual([said]);
  });

  it('a former one, or another endpoint’s', () => {
    const former = { name: 'the former secret of “Orders”', text: 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno' };
    expect(standard(Buffer.from(former.text.slice(6), 'base64'), content, [former])).toEqual([
      'with the former secret of “Orders”',
    ]);
  });

  it('decoded where its text belongs, and the other way', () => {
    const secret = 'whsec_c2VjcmV0';
    const received = hmac('secret', 'hello').digest('base64');
    expect(diagnosed({ scheme: SHOPIFY, secret, body: 'hello', received }).mistakes).toEqual([
      'with the secret decoded from base64 as the key, where its text belongs',
    ]);
    const bare = hmac('c2VjcmV0', 'hello').digest('base64');
    expect(diagnosed({ scheme: SHOPIFY, secret, body: 'hello', received: bare }).mistakes).toEqual([
      'with the secret without its prefix as the key',
    ]);
    const line = hmac('secret\n', 'hello').digest('base64');
    expect(diagnosed({ scheme: SHOPIFY, secret: 'secret', body: 'hello', received: line }).mistakes).toEqual([
      'with a newline at the end of the secret',
    ]);
  });
});

describe('one mistake about what is signed along is named', () => {
  it.each([
    ['with the timestamp in milliseconds', 'msg_1.1767225600000.{"id":"evt_7"}'],
    ['with the timestamp in seconds, where milliseconds arrived', 'msg_1.1767225.{"id":"evt_7"}'],
    ['with an empty timestamp', 'msg_1..{"id":"evt_7"}'],
    ['with the body’s id in place of the header’s', 'evt_7.1767225600.{"id":"evt_7"}'],
    ['with the value of X-Event-Id in place of the id', 'evt_9.1767225600.{"id":"evt_7"}'],
    ['with the value of X-Request-Start in place of the timestamp', 'msg_1.1767225599.{"id":"evt_7"}'],
    ['over {body}, where {id}.{timestamp}.{body} is signed', '{"id":"evt_7"}'],
    ['over {timestamp}.{body}, where {id}.{timestamp}.{body} is signed', '1767225600.{"id":"evt_7"}'],
  ])('%s', (said, content) => {
    expect(standard(KEY, content)).toEqual([said]);
  });
});

describe('one mistake about how it is written is named', () => {
  const sum = hmac('s3cret', 'hello');
  const digest = sum.digest();
  it.each([
    ['written in base64 instead of hex', GITHUB, digest.toString('base64')],
    ['written in base64url instead of hex', GITHUB, hmac('s3cret', 'b').digest('base64url')],
    ['written in capitals', GITHUB, digest.toString('hex').toUpperCase()],
    ['written as the base64 of its hex digits', SHOPIFY, Buffer.from(digest.toString('hex')).toString('base64')],
    ['written in hex instead of base64', SHOPIFY, digest.toString('hex')],
    ['written in base64 with other padding', SHOPIFY, digest.toString('base64').replace('=', '')],
    ['written behind another prefix than sha256=', GITHUB, `v1=${digest.toString('hex')}`],
    ['written in hex instead of base64 behind another prefix than none', SHOPIFY, `sha256=${digest.toString('hex')}`],
    ['with SHA-1 instead of SHA-256', GITHUB, hmac('s3cret', 'hello', 'sha1').digest('hex')],
  ])('%s', (said, scheme, received) => {
    const body = said.includes('base64url') ? 'b' : 'hello';
    expect(diagnosed({ scheme, secret: 's3cret', body, received }).mistakes).toEqual([said]);
  });
});

describe('two mistakes are named together', () => {
  it('body and secret', () => {
    expect(standard(WHSEC, 'msg_1.1767225600.{\n  "id": "evt_7"\n}')).toEqual([
      'with the secret’s text as the key, where the bytes that it encodes belong',
      'over the body’s JSON parsed and printed again, indented by two spaces',
    ]);
  });

  it('secret and timestamp', () => {
    expect(standard(WHSEC, 'msg_1.1767225600000.{"id":"evt_7"}')).toEqual([
      'with the secret’s text as the key, where the bytes that it encodes belong',
      'with the timestamp in milliseconds',
    ]);
  });

  it('printed again, with a newline', () => {
    const received = hex('{"a":1}\n');
    expect(diagnosed({ scheme: GITHUB, secret: 's3cret', body: '{ "a": 1 }', received }).mistakes).toEqual([
      'over the body’s JSON parsed and printed again, compact, as JSON.stringify prints it',
      'over the body with a newline added at its end',
    ]);
  });

  it('printed again, and in base64', () => {
    const received = hmac('s3cret', '{"a":1}').digest('base64');
    expect(diagnosed({ scheme: GITHUB, secret: 's3cret', body: '{ "a": 1 }', received }).mistakes).toEqual([
      'over the body’s JSON parsed and printed again, compact, as JSON.stringify prints it',
      'written in base64 instead of hex',
    ]);
  });
});

it('what nothing explains is left unexplained, with how much was tried', () => {
  const diagnosis = diagnosed({ scheme: GITHUB, secret: 's3cret', body: 'hello', received: 'ab'.repeat(32) });
  expect(diagnosis.mistakes).toBeNull();
  expect(diagnosis.tried).toBeGreaterThan(30);
  expect(sayDiagnosis({ mistakes: null, tried: 1_234 }, 'received')).toBe(
    'None of the 1,234 known mistakes makes the received value. The secret may be another one.',
  );
});

it('a diagnosis is a sentence', () => {
  expect(sayDiagnosis({ mistakes: ['over an empty body', 'written in capitals'], tried: 9 }, 'computed')).toBe(
    'Your value was made over an empty body, and written in capitals.',
  );
  expect(sayDiagnosis({ mistakes: ['written in capitals'], tried: 9 }, 'received')).toBe(
    'The received value was written in capitals.',
  );
  expect(sayDiagnosis({ mistakes: [], tried: 1 }, 'computed')).toBe('Your value is right.');
});

it('the search ends and never throws, whatever arrives', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BUILT_IN_SCHEMES),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.json({ maxDepth: 3 }).map(utf8)),
      fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), fc.constantFrom('', 'x'.repeat(10_240), 'v1,')),
      fc.array(fc.tuple(fc.constantFrom('webhook-id', 'webhook-timestamp', 'x'), fc.string({ unit: 'binary' })), {
        maxLength: 3,
      }),
      (scheme, secret, body, received, headers) => diagnosed({ scheme, secret, body, received, headers }).tried > 0,
    ),
    { numRuns: 25 },
  );
});

it('JSON that is nested without end is left as it is', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(diagnosed({ scheme: GITHUB, secret: 's3cret', body: deep, received: hex('x') }).mistakes).toBeNull();
});

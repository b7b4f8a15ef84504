import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { primitives } from '../../src/main/host/signature-primitives';
import type { HeaderList } from '../../src/shared/model/header';
import { BUILT_IN_SCHEMES, type SignatureScheme } from '../../src/shared/rules/signatures/scheme';
import { type SignedRequest, verifySignature } from '../../src/shared/rules/signatures/verify';
import { requestOf, schemeOf, utf8, VECTORS, vector } from './vectors';

const check = (scheme: SignatureScheme, secret: string, request: SignedRequest, arrivedS: number | null) =>
  verifySignature(primitives, scheme, [{ name: 'the secret', text: secret }], request, arrivedS);

const faultOf = (...args: Parameters<typeof check>): string => {
  const verdict = check(...args);
  return verdict.kind === 'invalid' ? verdict.fault : verdict.kind;
};

const GITHUB = vector('github-docs');
const STANDARD = vector('std-1 ascii');
const STRIPE = vector('stripe-1');

const withHeader = ({ request }: { request: SignedRequest }, name: string, value: string | null): SignedRequest => ({
  ...request,
  headers: request.headers.flatMap(([key, old]) =>
    key.toLowerCase() !== name.toLowerCase() ? [[key, old] as const] : value === null ? [] : [[key, value] as const],
  ),
});

describe('a signature', () => {
  it.each(VECTORS)('$name is valid', ({ scheme, secret, timestampS, request }) => {
    expect(check(scheme, secret, request, timestampS)).toMatchObject({ kind: 'valid' });
  });

  it.each(VECTORS)(
    '$name is no match once a byte of the body is another',
    ({ scheme, secret, timestampS, request }) => {
      const body = Uint8Array.from([...request.body.slice(0, -1), (request.body.at(-1) ?? 0) ^ 1]);
      expect(faultOf(scheme, secret, requestOf(request.headers, body), timestampS)).toBe('no-match');
    },
  );

  it('is found whatever the case of the header’s name', () => {
    const request = requestOf([['X-HuB-SiGnAture-256', GITHUB.request.headers[0]?.[1] ?? '']], GITHUB.request.body);
    expect(check(GITHUB.scheme, GITHUB.secret, request, null).kind).toBe('valid');
  });

  it('is valid when one of several is, as while a secret is rotated', () => {
    const given = STANDARD.request.headers[2]?.[1] ?? '';
    const request = withHeader(STANDARD, 'webhook-signature', `v1,${'A'.repeat(43)}= v2,xyz ${given}`);
    expect(check(STANDARD.scheme, STANDARD.secret, request, STANDARD.timestampS).kind).toBe('valid');
  });

  it('of Stripe is valid under one of several v1, and v0 is none', () => {
    const [, v1 = ''] = /v1=(.*)$/.exec(STRIPE.request.headers[0]?.[1] ?? '') ?? [];
    const two = withHeader(STRIPE, 'stripe-signature', `t=1767225600,v1=${'0'.repeat(64)},v1=${v1}`);
    expect(check(STRIPE.scheme, STRIPE.secret, two, STRIPE.timestampS).kind).toBe('valid');
    const old = withHeader(STRIPE, 'stripe-signature', `t=1767225600,v0=${v1}`);
    expect(check(STRIPE.scheme, STRIPE.secret, old, STRIPE.timestampS)).toEqual({
      kind: 'invalid',
      fault: 'malformed',
      why: 'Stripe-Signature has no v1= with a signature.',
    });
  });

  it.each([
    [300, 'valid'],
    [301, 'too-old'],
    [-300, 'valid'],
    [-301, 'too-new'],
  ])('made %i s before it arrived is %s: 300 s are allowed', (ageS, what) => {
    expect(faultOf(STANDARD.scheme, STANDARD.secret, STANDARD.request, 1_767_225_600 + ageS)).toBe(what);
  });

  it('is not judged by its age when nobody knows when it arrived', () => {
    expect(check(STANDARD.scheme, STANDARD.secret, STANDARD.request, null)).toEqual({
      kind: 'valid',
      why: 'It is the signature under the secret. When it arrived is not known, so its age is not judged.',
    });
  });

  it('names the secret that made it', () => {
    const secrets = [
      { name: 'the secret of “Orders”', text: 'wrong' },
      { name: 'its former secret', text: GITHUB.secret },
    ];
    expect(verifySignature(primitives, GITHUB.scheme, secrets, GITHUB.request, null)).toEqual({
      kind: 'valid',
      why: 'It is the signature under its former secret.',
    });
  });

  it('is not checked over a body of which only a part is kept', () => {
    const request = { ...GITHUB.request, bodyBytes: 20_000_000 };
    expect(check(GITHUB.scheme, GITHUB.secret, request, null).kind).toBe('unchecked');
  });

  it('is not checked under a secret that cannot be a key', () => {
    expect(check(STANDARD.scheme, 'no base64!', STANDARD.request, null)).toEqual({
      kind: 'unchecked',
      why: 'The secret is not base64, which Standard Webhooks asks for.',
    });
  });
});

describe('what is wrong with a header is said', () => {
  it.each([
    [null, 'missing'],
    ['', 'missing'],
    ['  ', 'missing'],
    ['v1,abc', 'wrong-length'],
    ['v1,', 'wrong-length'],
    ['v1,€', 'malformed'],
    ['v1,n\u00f6n base64', 'malformed'],
    ['v2,unEFkvWkzK5f4OZ0cNYdFa+P6f/QipzxLsI0o493194=', 'malformed'],
    ['x'.repeat(10_240), 'malformed'],
    [`v1,${'x'.repeat(10_240)}`, 'wrong-length'],
    [`v1,${'A'.repeat(43)}=`, 'no-match'],
  ])('JhaSourav07/commitpulse#6543: webhook-signature: %s', (value, fault) => {
    const request = withHeader(STANDARD, 'webhook-signature', value);
    expect(faultOf(STANDARD.scheme, STANDARD.secret, request, STANDARD.timestampS)).toBe(fault);
  });

  it.each([
    ['webhook-id', null, 'missing'],
    ['webhook-timestamp', null, 'missing'],
    ['webhook-timestamp', 'today', 'malformed'],
    ['webhook-timestamp', '', 'malformed'],
  ])('%s: %s', (name, value, fault) => {
    expect(faultOf(STANDARD.scheme, STANDARD.secret, withHeader(STANDARD, name, value), null)).toBe(fault);
  });

  it('with its lengths', () => {
    const request = withHeader(GITHUB, 'x-hub-signature-256', 'sha256=01dc10d0c83e72ed246219cdd91669667fe2ca59');
    expect(check(GITHUB.scheme, GITHUB.secret, request, null)).toEqual({
      kind: 'invalid',
      fault: 'wrong-length',
      why: 'X-Hub-Signature-256 has 20 bytes where SHA-256 makes 32.',
    });
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '',
    'v1,',
    't=1,v1=',
    'sha256=',
    'v0=',
    'x'.repeat(10_240),
    '\u{1f680}'.repeat(50),
    'v1,🚀',
    '=',
    ',,,',
  ),
  fc.base64String({ maxLength: 80 }).map((text) => `v1,${text}`),
);

it('JhaSourav07/commitpulse#6543: nothing that stands in a header or a secret makes a check throw', () => {
  const names = BUILT_IN_SCHEMES.flatMap(({ header, idHeader, timestampHeader }) =>
    [header, idHeader, timestampHeader].filter((name) => name !== null),
  );
  const anyHeaders: fc.Arbitrary<HeaderList> = fc.array(fc.tuple(fc.constantFrom(...names), anyText), { maxLength: 8 });
  fc.assert(
    fc.property(
      fc.constantFrom(...BUILT_IN_SCHEMES),
      anyHeaders,
      anyText,
      fc.uint8Array({ maxLength: 80 }),
      fc.option(fc.integer()),
      (scheme, headers, secret, body, arrivedS) => {
        // HMAC under a key of others never fits by chance.
        const { kind } = check(scheme, secret, requestOf(headers, body), arrivedS);
        return kind === 'invalid' || kind === 'unchecked';
      },
    ),
    { numRuns: 500 },
  );
});

it('templates sign what they say', () => {
  // openssl: printf 'a|12|hello' | openssl dgst -sha512 -mac HMAC -macopt hexkey:00ff
  const scheme: SignatureScheme = {
    ...schemeOf('shopify'),
    header: 'X-Sig',
    idHeader: 'X-Id',
    timestampHeader: 'X-Time',
    signed: '{id}|{timestamp}|{body}',
    hash: 'sha512',
    encoding: 'hex',
    key: 'hex',
  };
  const headers: HeaderList = [
    ['x-id', 'a'],
    ['x-time', '12'],
    ['x-sig', TEMPLATE_SHA512],
  ];
  expect(check(scheme, '00ff', requestOf(headers, utf8('hello')), null).kind).toBe('valid');
});

const TEMPLATE_SHA512 =
  '424577255f1efadfe2a9a058a1326bdca1a1cc351bdfef399cb7adcab86e10cd6008fa9bf01dc55ea1af21ab3db1cac7b2e33f64c418ebe20a6b790a301665b1';

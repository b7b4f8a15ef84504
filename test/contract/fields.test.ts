import { describe, expect, it } from 'vitest';
import { endpointName, eventBody, headerList, id, routePath, secret } from '../../src/shared/contract/fields';
import { complaints } from './one-message';

const SECRET_SAYS = 'A secret is whsec_ followed by 24 to 64 bytes in base64. Leave it empty to have one made.';
const ofBytes = (count: number): string => `whsec_${Buffer.alloc(count, 7).toString('base64')}`;

describe('a secret', () => {
  it.each([24, 25, 26, 32, 63, 64])('may have %d bytes', (count) => {
    expect(secret.parse(ofBytes(count))).toBe(ofBytes(count));
  });
  it.each([0, 1, 23, 65, 128])('may not have %d bytes', (count) => {
    expect(complaints(secret, ofBytes(count))).toEqual([SECRET_SAYS]);
  });
  it.each([
    '',
    'hunter2',
    'whsec_',
    'WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS',
    `${ofBytes(24)}=`,
    'whsec_MfKQ-r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ])('is not %j', (text) => {
    expect(complaints(secret, text)).toEqual([SECRET_SAYS]);
  });
  it('may be the one of the Standard Webhooks documentation', () => {
    expect(secret.parse('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  });
});

describe('headers', () => {
  it('keep order, case and repetition', () => {
    const headers = [
      ['X-B', '1'],
      ['x-a', ''],
      ['X-B', '\tcafé \u0080\u0085ÿ'],
    ];
    expect(headerList.parse(headers)).toEqual(headers);
  });
  it.each([
    ['Acme™', 'Character 5 of the value cannot go into a header.'],
    ['🚀', 'Character 1 of the value cannot go into a header.'],
    ['a\nb', 'Character 2 of the value cannot go into a header.'],
    ['a\r\nx-evil: 1', 'Character 2 of the value cannot go into a header.'],
    ['a\u0000', 'Character 2 of the value cannot go into a header.'],
    ['\u007f', 'Character 1 of the value cannot go into a header.'],
  ])('refuse the value %j with one message', (value, message) => {
    expect(complaints(headerList, [['x', value]])).toEqual([message]);
  });
  it.each(['', 'a b', 'a:', 'naïve', 'a\n', '(x)', '™'])('refuse the name %j with one message', (name) => {
    expect(complaints(headerList, [[name, 'v']])).toEqual(['A header name has letters, digits and - only.']);
  });
  it('are at most 100', () => {
    expect(complaints(headerList, Array(101).fill(['x', 'y']))).toEqual(['An answer has at most 100 headers.']);
  });
});

describe('an id', () => {
  it.each([
    '',
    'dlv_',
    'dlv_123',
    'evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF',
    'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEU',
    'dlv_01JP5V7R3ZK8T2WQ9KQ4ABCDEF\n',
    "dlv_' or 1=1 --",
  ])('of a delivery is not %j', (text) => {
    expect(complaints(id('dlv'), text)).toEqual(['This is not an id.']);
  });
});

describe('a name', () => {
  it('is kept without the white space around it', () => {
    expect(endpointName.parse('  Orders API ')).toBe('Orders API');
  });
  it('is not empty and not longer than 80 characters', () => {
    expect(complaints(endpointName, '   ')).toEqual(['Give the endpoint a name.']);
    expect(complaints(endpointName, 'x'.repeat(81))).toEqual(['A name has at most 80 characters.']);
    expect(complaints(endpointName, 'x'.repeat(80))).toEqual([]);
  });
});

describe('a path', () => {
  it.each(['/', '/orders', '/a/b.c~d_e-f', "/!$&'()*+,;=:@%20"])('may be %s', (path) => {
    expect(routePath.parse(path)).toBe(path);
  });
  it.each(['', 'orders', '/a b', '/a?b', '/a#b', '/ü', '/a\\b'])('may not be %j', (path) => {
    expect(complaints(routePath, path)).toEqual(['A path starts with / and has no spaces, ? or #.']);
  });
  it('has at most 200 characters', () => {
    expect(complaints(routePath, `/${'x'.repeat(200)}`)).toEqual(['A path has at most 200 characters.']);
  });
});

describe('the body of an event', () => {
  it.each(['', 'AA==', 'AAA=', 'AAAA', '////'])('may be %j', (text) => {
    expect(eventBody.parse(text)).toBe(text);
  });
  it.each(['A', 'AA', 'AAA', 'AAAA=', 'AA-_', 'not base64', 'AAAA\n'])('may not be %j', (text) => {
    expect(complaints(eventBody, text)).toEqual(['The body is not base64.']);
  });
  it('has at most 1 MiB, counted in bytes (R13)', () => {
    expect(complaints(eventBody, Buffer.alloc(1_048_576).toString('base64'))).toEqual([]);
    expect(complaints(eventBody, Buffer.alloc(1_048_577).toString('base64'))).toEqual([
      'An event carries at most 1 MiB.',
    ]);
    expect(complaints(eventBody, Buffer.alloc(2_000_000).toString('base64'))).toEqual([
      'An event carries at most 1 MiB.',
    ]);
  });
});

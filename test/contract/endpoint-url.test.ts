import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpointUrl, urlProblem } from '../../src/shared/contract/fields';
import { complaints } from './one-message';

const NOT_A_HOST = (what: string): string =>
  `“${what}” is not a host. Write a name or an address, such as localhost:3000.`;
const BEYOND_ASCII = (what: string): string =>
  `“${what}” has letters beyond ASCII, which a Host header cannot carry. Write it in its xn-- form.`;
const CREDENTIALS = 'A user name or password in a URL is not sent. Remove the part up to the @.';

describe('the URL of an endpoint', () => {
  it.each([
    'http://127.0.0.1:1/a%2Fb?sig=%2B%3D&x=a%20b&y=%zz',
    'http://localhost:3000/webhooks',
    'https://shop.example',
    'HTTPS://Shop.Example/Path/',
    'http://[::1]:8080/x',
    'http://[2001:db8::ff00:42:8329]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[1:2:3:4:5:6:7::]/',
    'http://[1:2:3:4:5:6:1.2.3.4]/',
    'http://a-b.example_1.com./',
    'http://xn--bcher-kva.example/',
    'http://h/..//./a?b?c&d=[]{}|"<>^`\\',
    'http://h?x=1',
    'http://h:/x',
    'http://h:65535/',
    'http://h/it%27s/@me:1',
    'http://0.0.0.0/',
    'http://255.255.255.255/',
  ])('keeps %s exactly as typed', (text) => {
    expect(endpointUrl.parse(text)).toBe(text);
  });

  it('drops the white space around it that came with a paste', () => {
    expect(endpointUrl.parse('  http://h/x\n')).toBe('http://h/x');
  });

  it.each([
    ['', 'Enter a URL, such as http://localhost:3000/webhooks.'],
    ['   ', 'Enter a URL, such as http://localhost:3000/webhooks.'],
    ['localhost:3000', '“localhost:3000” is not a URL. Write it in full, such as http://localhost:3000/webhooks.'],
    ['/webhooks', '“/webhooks” is not a URL. Write it in full, such as http://localhost:3000/webhooks.'],
    ['http:/h', '“http:/h” is not a URL. Write it in full, such as http://localhost:3000/webhooks.'],
    ['ftp://h/x', 'Only http and https are sent to, not ftp.'],
    ['ws://h/x', 'Only http and https are sent to, not ws.'],
    ['file:///etc/passwd', 'Only http and https are sent to, not file.'],
    ['http://', NOT_A_HOST('')],
    ['http:///x', NOT_A_HOST('')],
    ['http://:80/x', NOT_A_HOST(':80')],
    ['http://my host/x', NOT_A_HOST('my host')],
    ['http:// /x', NOT_A_HOST(' ')],
    ['http://a..b/', NOT_A_HOST('a..b')],
    ['http://.a/', NOT_A_HOST('.a')],
    ['http://a%20b/', NOT_A_HOST('a%20b')],
    ['http://a\\b/', NOT_A_HOST('a\\b')],
    ['http://a:b/', NOT_A_HOST('a:b')],
    ['http://a:1:2/', NOT_A_HOST('a:1:2')],
    ['http://256.0.0.1/', NOT_A_HOST('256.0.0.1')],
    ['http://1.2.3/', NOT_A_HOST('1.2.3')],
    ['http://127.0.0.01/', NOT_A_HOST('127.0.0.01')],
    ['http://0x7f.1/', NOT_A_HOST('0x7f.1')],
    ['http://[::1/', NOT_A_HOST('[::1')],
    ['http://[:::1]/', NOT_A_HOST('[:::1]')],
    ['http://[1:2:3:4:5:6:7:8:9]/', NOT_A_HOST('[1:2:3:4:5:6:7:8:9]')],
    ['http://[1:2:3:4:5:6:7::8]/', NOT_A_HOST('[1:2:3:4:5:6:7::8]')],
    ['http://[1.2.3.4::]/', NOT_A_HOST('[1.2.3.4::]')],
    ['http://[1:2:3]/', NOT_A_HOST('[1:2:3]')],
    ['http://[::1]x/', NOT_A_HOST('[::1]x')],
    ['http://bücher.example/', BEYOND_ASCII('bücher.example')],
    ['http://例え.テスト:80/', BEYOND_ASCII('例え.テスト')],
    ['http://h:99999/', 'Port 99999 does not exist. A port is 1 to 65535.'],
    ['http://h:0/', 'Port 0 does not exist. A port is 1 to 65535.'],
    ['http://h/x#top', 'A fragment (#…) never leaves a client. Remove it.'],
    ['http://h/#', 'A fragment (#…) never leaves a client. Remove it.'],
    ['http://h/a b', 'Character 11 cannot stand in a URL. Write it percent-encoded.'],
    ['http://h/a\nb', 'Character 11 cannot stand in a URL. Write it percent-encoded.'],
    ['http://h/?q=ü', 'Character 13 cannot stand in a URL. Write it percent-encoded.'],
    ['http://h/🚀', 'Character 10 cannot stand in a URL. Write it percent-encoded.'],
    ['http://user:pass@h/', CREDENTIALS],
    ['http://h\\@evil.example/', CREDENTIALS],
    ['http://a b@h/', CREDENTIALS],
    [`http://h/${'x'.repeat(8_200)}`, 'A URL has at most 8192 characters.'],
  ])('refuses %j with one message', (text, message) => {
    expect(complaints(endpointUrl, text)).toEqual([message]);
  });

  it('cuts a long text in its message, and never through a character', () => {
    const said = urlProblem('🚀'.repeat(100)) ?? '';
    expect(said).toBe(`“${'🚀'.repeat(57)}…” is not a URL. Write it in full, such as http://localhost:3000/webhooks.`);
  });

  it('takes only what a URL parser takes as well, with the same host and port', () => {
    const authority = fc.oneof(
      fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true }),
      fc.string({ unit: fc.constantFrom(...'ab01.:[]-_~xf@ \\%'), maxLength: 12 }),
    );
    const target = fc.oneof(fc.webPath(), fc.string({ unit: 'grapheme', maxLength: 10 }));
    fc.assert(
      fc.property(fc.constantFrom('http', 'https', 'HTTP'), authority, target, (scheme, host, rest) => {
        const text = `${scheme}://${host}/${rest}`;
        if (urlProblem(text) !== null) return;
        const parsed = new URL(text);
        expect(parsed.username + parsed.password + parsed.hash).toBe('');
        expect(['http:', 'https:']).toContain(parsed.protocol);
        if (!host.includes('[')) expect(parsed.hostname).toBe(host.replace(/:\d*$/, '').toLowerCase());
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes every web address with a host in ASCII and no credentials', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ authoritySettings: { withPort: true, withIPv4: true, withIPv6: true }, withQueryParameters: true }),
        (text) => {
          fc.pre(
            !/:0+(\/|\?|$)/.test(text) && !/:\/\/[^/?]*:(6553[6-9]|655[4-9]|65[6-9]|6[6-9]|[7-9]\d{4})/.test(text),
          );
          expect(urlProblem(text)).toBeNull();
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

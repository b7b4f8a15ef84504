/** What cURL's options do to the body, as far as an event is concerned. */
export type CurlOption =
  | { readonly kind: 'data'; readonly how: 'ascii' | 'raw' | 'binary' | 'json' | 'urlencode' }
  | { readonly kind: 'header' | 'method' | 'auth' | 'url' }
  /** It takes a value, or none, and changes nothing of an event. */
  | { readonly kind: 'value' | 'flag' }
  | { readonly kind: 'refused'; readonly why: string };

const data = (how: 'ascii' | 'raw' | 'binary' | 'json' | 'urlencode'): CurlOption => ({ kind: 'data', how });
const refused = (why: string): CurlOption => ({ kind: 'refused', why });

const FORM = refused(
  'A form (-F) is put together by cURL, with parts that no command shows. Paste a command with --data-raw.',
);
const UPLOAD = refused(
  'The command sends a file (-T), which a page cannot read. Put its text in the place of it, after --data-raw.',
);
const GET = refused('With --get the data goes into the address, and no body is left. Remove --get.');
const NEXT = refused('There are two requests in this command (--next). Paste one at a time.');
const CONFIG = refused('The command reads more options from a file (--config). Write them out.');

const NAMED: Readonly<Record<string, CurlOption>> = {
  data: data('ascii'),
  'data-ascii': data('ascii'),
  'data-raw': data('raw'),
  'data-binary': data('binary'),
  'data-urlencode': data('urlencode'),
  json: data('json'),
  header: { kind: 'header' },
  request: { kind: 'method' },
  url: { kind: 'url' },
  user: { kind: 'auth' },
  'proxy-user': { kind: 'auth' },
  'oauth2-bearer': { kind: 'auth' },
  form: FORM,
  'form-string': FORM,
  'upload-file': UPLOAD,
  get: GET,
  next: NEXT,
  config: CONFIG,
};

const VALUES = new Set(
  (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers connect-timeout connect-to continue-at ' +
    'cookie cookie-jar crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url ' +
    'dump-header egd-file engine etag-compare etag-save expect100-timeout happy-eyeballs-timeout-ms hsts interface ' +
    'ipfs-gateway keepalive-time key key-type limit-rate local-port login-options max-filesize max-redirs max-time ' +
    'netrc-file noproxy output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy ' +
    'proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-header proxy-key proxy-key-type proxy-pass ' +
    'proxy1.0 pubkey random-file range rate referer request-target resolve retry retry-delay retry-max-time ' +
    'service-name socks4 socks4a socks5 socks5-hostname speed-limit speed-time stderr time-cond tls-max tls13-ciphers ' +
    'trace trace-ascii unix-socket url-query user-agent variable write-out'
  ).split(' '),
);
const FLAGS = new Set(
  (
    'anyauth basic ca-native cert-status compressed compressed-ssh create-dirs crlf digest disable disable-eprt ' +
    'disable-epsv doh-insecure fail fail-early fail-with-body false-start globoff haproxy-protocol head http0.9 http1.0 ' +
    'http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 ' +
    'junk-session-cookies keepalive location location-trusted negotiate netrc netrc-optional no-alpn no-buffer ' +
    'no-clobber no-keepalive no-progress-meter no-sessionid ntlm parallel parallel-immediate path-as-is post301 post302 ' +
    'post303 progress-bar proxy-anyauth proxy-basic proxy-digest proxy-insecure proxytunnel raw remote-header-name ' +
    'remote-name remote-name-all remote-time show-error silent ssl ssl-reqd sslv2 sslv3 styled-output tcp-fastopen ' +
    'tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-time verbose'
  ).split(' '),
);

/** Of one letter each. */
const LETTERS: Readonly<Record<string, string>> = {
  d: 'data',
  H: 'header',
  X: 'request',
  u: 'user',
  U: 'proxy-user',
  F: 'form',
  T: 'upload-file',
  G: 'get',
  ':': 'next',
  K: 'config',
};
const LETTERS_WITH_VALUE = 'AbcCDeEmoPQrtwxyYz';
const LETTERS_WITHOUT = '#0123456aBfgiIjJkLlMnNOpqRsSvZ';

/** An option by its long name, without the dashes; null for one that is not known. */
export function longOption(name: string): CurlOption | null {
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (named !== undefined) return named;
  if (VALUES.has(name)) return { kind: 'value' };
  return FLAGS.has(name) || (name.startsWith('no-') && FLAGS.has(name.slice(3))) ? { kind: 'flag' } : null;
}

/** An option by its letter. */
export function shortOption(letter: string): CurlOption | null {
  const name = Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined;
  if (name !== undefined) return longOption(name);
  if (LETTERS_WITH_VALUE.includes(letter)) return { kind: 'value' };
  return LETTERS_WITHOUT.includes(letter) ? { kind: 'flag' } : null;
}

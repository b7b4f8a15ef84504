import type { SecureTls } from '../../../shared/model/route-tls';

const SHOWS: Readonly<Record<SecureTls, string>> = {
  valid: 'the certificate of the receiver’s own authority',
  'self-signed': 'the self-signed certificate',
  expired: 'the expired certificate',
  'wrong-host': 'the certificate for another host',
  'no-shared-protocol': 'the certificate',
};

/** What a sender's alert says; OpenSSL and BoringSSL begin the names of one alert differently. */
const ALERTS: readonly (readonly [end: string, says: (shown: string) => string])[] = [
  ['ALERT_UNKNOWN_CA', (shown) => `the sender does not trust ${shown}`],
  ['ALERT_CERTIFICATE_EXPIRED', (shown) => `the sender refused ${shown} because it has expired`],
  ['ALERT_BAD_CERTIFICATE', (shown) => `the sender refused ${shown}`],
  ['ALERT_CERTIFICATE_UNKNOWN', (shown) => `the sender refused ${shown}`],
  ['ALERT_PROTOCOL_VERSION', () => 'the sender speaks no version of TLS that this port does'],
];

const NO_PROTOCOL = /UNSUPPORTED_PROTOCOL|NO_SHARED|VERSION_TOO_(LOW|HIGH)|WRONG_VERSION_NUMBER|NO_PROTOCOLS/;

/** Why no request came out of a connection to an https port, in one sentence. */
export function brokenHandshake(tls: SecureTls, { code = '', message }: Error & { readonly code?: string }): string {
  if (code.endsWith('HTTP_REQUEST')) return 'Rejected: plain HTTP came to an https port. The URL begins with https://.';
  const alert = ALERTS.find(([end]) => code.endsWith(end))?.[1];
  if (alert !== undefined) return `TLS failed: ${alert(SHOWS[tls])}. (${code})`;
  if (NO_PROTOCOL.test(code)) {
    return tls === 'no-shared-protocol'
      ? `TLS failed: no version of TLS in common. This port speaks 1.1 at most, the sender only newer ones. (${code})`
      : `TLS failed: no version of TLS in common. (${code})`;
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return `TLS failed: the sender broke the handshake off. It most likely refuses ${SHOWS[tls]}.`;
  }
  return `TLS failed: ${code === '' ? message : code}.`;
}

/** Of a sender that went after a handshake that was whole: many check the certificate only then, and tell nobody. */
export const leftAfterHandshake = (tls: SecureTls): string =>
  `TLS failed: the sender left after the handshake, without a request. It most likely refuses ${SHOWS[tls]}.`;

const SAYS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  CERT_REVOKED: 'The certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed and not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate comes from an authority that is not trusted here (self-signed root)',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate comes from an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate comes from an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate comes from an authority that is not known here, or its chain is incomplete',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak TLS on this port. Is the URL http instead of https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The server does not speak TLS on this port. Is the URL http instead of https',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'No shared TLS version: TLS 1.2 and 1.3 are spoken here',
  ECONNRESET: 'The server closed the connection during the TLS handshake',
};

/** What a server's alert says; OpenSSL's names for one alert differ in their beginnings. */
const ALERTS: readonly (readonly [end: string, says: string])[] = [
  ['ALERT_PROTOCOL_VERSION', 'No shared TLS version: TLS 1.2 and 1.3 are spoken here'],
  ['ALERT_HANDSHAKE_FAILURE', 'The server found no shared TLS settings, or wants a client certificate'],
  ['ALERT_CERTIFICATE_REQUIRED', 'The server asks for a client certificate'],
  ['ALERT_BAD_CERTIFICATE', 'The server refuses the client certificate'],
  ['ALERT_CERTIFICATE_EXPIRED', 'The client certificate has expired'],
  ['ALERT_UNKNOWN_CA', 'The server does not trust the client certificate'],
];

/** Which check of TLS failed, in words, with its code. */
export function tlsDetail(error: Error, code: string, host: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate is for ${namesOf(error)}, not for ${host} (${code}).`;
  }
  const says = SAYS[code] ?? ALERTS.find(([end]) => code.endsWith(end))?.[1];
  if (says !== undefined) return `${says}${says.includes('Is the URL') ? '?' : '.'} (${code})`;
  return `The TLS handshake failed (${code === '' ? error.message : code}).`;
}

function namesOf(error: Error): string {
  const certificate: unknown = Reflect.get(error, 'cert');
  const names: unknown =
    typeof certificate === 'object' && certificate !== null ? Reflect.get(certificate, 'subjectaltname') : undefined;
  return typeof names === 'string' && names !== '' ? names.replace(/(DNS|IP Address):/g, '') : 'another host';
}

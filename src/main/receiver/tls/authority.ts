import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';
import type { SecureTls } from '../../../shared/model/route-tls';
import { makeCertificate, type Pair } from './certificate';

const DAY_MS = 86_400_000;
/** Clocks differ: a certificate counts from a day before it was made. */
const BACKDATED_MS = DAY_MS;
const AUTHORITY_MS = 3_650 * DAY_MS;
const LEAF_MS = 90 * DAY_MS;
/** So long before its end a certificate is made anew. */
const RENEWED_BEFORE_MS = 30 * DAY_MS;

const AUTHORITY_NAME = 'Retryscope receiver authority';
const OURS = { names: ['localhost'], addresses: ['127.0.0.1', '::1'] } as const;
const ANOTHER_HOST = { names: ['another-host.invalid'], addresses: [] } as const;

/** What a port shows to those who connect, and from when (wall epoch ms) it is to be made anew. */
export type ServerCertificate = { readonly options: SecureContextOptions; readonly renewAt: number };

export const newAuthority = (wallMs: number): Pair =>
  makeCertificate({
    name: AUTHORITY_NAME,
    from: wallMs - BACKDATED_MS,
    until: wallMs + AUTHORITY_MS,
    for: 'authority',
  });

/** Whether a pair that was kept can go on signing: readable, of one key, and not near its end. */
export function isUsable({ cert, key }: Pair, wallMs: number): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const until = Date.parse(certificate.validTo);
    return certificate.ca && certificate.checkPrivateKey(createPrivateKey(key)) && until - wallMs > LEAF_MS;
  } catch {
    return false;
  }
}

/** What the port of each kind shows. */
export function certificateFor(tls: SecureTls, authority: Pair, wallMs: number): ServerCertificate {
  const from = wallMs - BACKDATED_MS;
  const until = wallMs + LEAF_MS;
  const fresh = { name: 'Retryscope receiver', from, until, for: OURS };
  const issuer = { ...authority, name: AUTHORITY_NAME };
  const shown = (pair: Pair, more: SecureContextOptions = {}): ServerCertificate => ({
    options: { ...pair, ...more },
    renewAt: until - RENEWED_BEFORE_MS,
  });
  switch (tls) {
    case 'valid':
      return shown(makeCertificate(fresh, issuer));
    case 'self-signed':
      return shown(makeCertificate(fresh));
    case 'expired':
      return shown(makeCertificate({ ...fresh, from: from - LEAF_MS, until: from }, issuer));
    case 'wrong-host':
      return shown(makeCertificate({ ...fresh, for: ANOTHER_HOST }, issuer));
    case 'no-shared-protocol':
      return shown(makeCertificate(fresh, issuer), { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
  }
}

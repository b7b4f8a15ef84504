import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Signer } from '../engine/ports';

/** Keys kept ready: an HMAC with a KeyObject costs a fraction of one that imports its key each time. */
const KEYS_KEPT = 1_024;
const PREFIX = 'whsec_';

/** `Signer`, and the header value while a secret is rotated. */
export interface RotatingSigner extends Signer {
  /** One signature per secret, separated by a space, in the order of the secrets: a receiver accepts any of them. */
  signAll(secrets: readonly string[], id: string, timestampS: number, body: Uint8Array): string;
}

/** Standard Webhooks v1: HMAC-SHA256 over `id.timestamp.` and the body's bytes. A secret is base64, `whsec_` before it. */
export function makeSigner(): RotatingSigner {
  const keys = new Map<string, KeyObject>();

  const keyOf = (secret: string): KeyObject => {
    const known = keys.get(secret);
    if (known !== undefined) return known;
    const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
    const key = createSecretKey(Buffer.from(text, 'base64'));
    if (keys.size >= KEYS_KEPT) {
      const oldest = keys.keys().next();
      if (oldest.done !== true) keys.delete(oldest.value);
    }
    keys.set(secret, key);
    return key;
  };

  const sign = (secret: string, id: string, timestampS: number, body: Uint8Array): string =>
    `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestampS}.`).update(body).digest('base64')}`;

  return {
    sign,
    signAll: (secrets, id, timestampS, body) => secrets.map((secret) => sign(secret, id, timestampS, body)).join(' '),
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Primitives } from '../../shared/rules/signatures/verify';

export const primitives: Primitives = {
  hmac: (hash, key, parts) => {
    const hmac = createHmac(hash, key);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  },
  // It throws on lengths that differ, which are no secret.
  same: (a, b) => a.length === b.length && timingSafeEqual(a, b),
};

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'serve.token';

/** The token of the printed URL: made once per data folder, readable by its owner only, so that a bookmark stays good. */
export function readToken(dataDir: string): string {
  const file = join(dataDir, FILE);
  const kept = readIfThere(file);
  if (kept !== null && /^[A-Za-z0-9_-]{43}$/.test(kept)) return kept;
  const token = randomBytes(32).toString('base64url');
  writeFileSync(file, token, { mode: 0o600 });
  return token;
}

/** Compares in constant time, whatever the lengths. */
export const sameToken = (offered: string, token: string): boolean => timingSafeEqual(digest(offered), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'serve.token';

export const tokenFile = (dataDir: string): string => join(dataDir, FILE);

/** The token of the page's URL and of the local API: made once per data folder, readable by its owner only. */
export class Token {
  readonly #dataDir: string;
  #known: string | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Made when it is first asked for, so that a bookmark stays good. */
  now(): string {
    this.#known ??= readToken(this.#dataDir) ?? this.renew();
    return this.#known;
  }

  /** A new one; the former is no longer good. */
  renew(): string {
    const token = randomBytes(32).toString('base64url');
    const file = tokenFile(this.#dataDir);
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, token, { mode: 0o600 });
    renameSync(unfinished, file);
    this.#known = token;
    return token;
  }
}

/** The token of a data folder, or null where none was made. */
export function readToken(dataDir: string): string | null {
  const kept = readIfThere(tokenFile(dataDir));
  return kept !== null && /^[A-Za-z0-9_-]{43}$/.test(kept) ? kept : null;
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

import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './store-problem';
import { utcStamp } from './utc-stamp';

const DATA_KEY_BYTES = 32;

export type DataKey = {
  readonly key: Uint8Array;
  /** It was made just now: secrets that were saved before cannot be read with it. */
  readonly made: boolean;
  /** Where a file that was no key has gone. */
  readonly setAside: string | null;
};

/**
 * The key under which secrets are kept: 32 bytes in hex in `data.key`, readable by its owner only, made on first use.
 * A file that does not hold one is renamed, never overwritten.
 */
export function readOrMakeDataKey(dataDir: string, wallMs: number): DataKey {
  const file = join(dataDir, 'data.key');
  const text = readIfThere(file);
  if (text !== null && /^[0-9a-f]{64}\s*$/.test(text)) {
    if (process.platform !== 'win32') chmodSync(file, 0o600);
    return { key: Buffer.from(text.trim(), 'hex'), made: false, setAside: null };
  }
  const setAside = text === null ? null : `${file}.damaged-${utcStamp(wallMs)}`;
  if (setAside !== null) renameSync(file, setAside);
  const key = randomBytes(DATA_KEY_BYTES);
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, `${key.toString('hex')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return { key, made: true, setAside };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

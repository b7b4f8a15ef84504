import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { READ_AT_ONCE } from '../read-at-once';
import { MOST_FILE_BYTES } from './read-yaml';

/** Reads a file of people: UTF-8, at most 1 MiB unless it may have more; or says in one sentence why not. */
export function readTextFile(
  file: string,
  mostBytes = MOST_FILE_BYTES,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string } {
  try {
    const bytes = readBounded(file, mostBytes);
    if (bytes === null)
      return { ok: false, why: `${file} is no file of at most ${Math.floor(mostBytes / 1_048_576)} MiB.` };
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, why: `${file} is not UTF-8.` };
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return { ok: false, why: `There is no file ${file}.` };
    return { ok: false, why: `${file} cannot be read (${code}).` };
  }
}

function readBounded(file: string, mostBytes: number): Uint8Array | null {
  const handle = openSync(file, READ_AT_ONCE);
  try {
    const stat = fstatSync(handle);
    return stat.isFile() && stat.size <= mostBytes ? readFileSync(handle) : null;
  } finally {
    closeSync(handle);
  }
}

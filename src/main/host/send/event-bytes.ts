import { open } from 'node:fs/promises';
import { LIMITS } from '../../../shared/contract/limits';
import { parsed } from '../../../shared/json/text-at';
import { Refusal } from '../../../shared/model/problem';

export type ByteFlags = { readonly data?: string; readonly file?: string };

/**
 * The bytes of an event, exactly as they are given.
 * @param input standard input, which `--file -` reads
 * @throws Refusal when they are given twice, not at all, cannot be read or are too many
 */
export async function readEventBytes(
  { data, file }: ByteFlags,
  input: () => AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  if ((data === undefined) === (file === undefined))
    throw bad('Give the event’s body once: --data TEXT, --file FILE, or --file - for standard input.');
  if (data !== undefined) return bounded(Buffer.from(data), '--data');
  if (file === undefined || file === '-') return collected(input(), 'Standard input');
  try {
    const handle = await open(file);
    try {
      return await collected(handle.createReadStream({ autoClose: false }), file);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Refusal || !(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') throw bad(`There is no file ${file}.`);
    throw bad(error.code === 'EISDIR' ? `${file} is a folder.` : `${file} cannot be read (${String(error.code)}).`);
  }
}

/** Stops reading as soon as it is too much. */
async function collected(parts: AsyncIterable<Uint8Array>, name: string): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.byteLength;
    if (bytes > LIMITS.eventBodyBytes) throw tooLarge(name);
    all.push(part);
  }
  return Buffer.concat(all);
}

function bounded(bytes: Uint8Array, name: string): Uint8Array {
  if (bytes.byteLength > LIMITS.eventBodyBytes) throw tooLarge(name);
  return bytes;
}

const tooLarge = (name: string): Refusal => bad(`${name} has more than 1 MiB, the most that an event carries.`);
const bad = (message: string): Refusal => new Refusal({ code: 'invalid', message });

/** What bytes are where nobody says: JSON, else text, else just bytes. */
export function contentTypeOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return parsed(text) === undefined ? 'text/plain' : 'application/json';
  } catch {
    return 'application/octet-stream';
  }
}

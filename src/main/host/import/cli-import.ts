import { type FileHandle, open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { dataFolder } from '../../../shared/contract/data-folder';
import { Refusal } from '../../../shared/model/problem';
import { newSecret } from '../../engine/credentials';
import { openStore } from '../../store/open-store';
import { READ_AT_ONCE } from '../read-at-once';
import { plainText } from '../scenario/plain-text';
import type { LineOutput } from '../scenario/progress-line';
import { systemChance, systemClock } from '../system';
import { LogImport } from './log-import';

const EXIT_DONE = 0;
const EXIT_STOPPED = 130;

export const IMPORT_EXAMPLES = `
Example:
  retryscope import log.ndjson

The file is an NDJSON export without redaction. Its runs are added as frozen ones; nothing is sent.`;

/**
 * Adds the runs of a log file to a data folder. Returns the exit code.
 * @throws Refusal for a wrong file, and when the folder cannot be used
 */
export async function importLog(
  file: string,
  flags: { readonly dataDir?: string },
  { write, errors }: { readonly write: (text: string) => Promise<void>; readonly errors: LineOutput },
  signal: AbortSignal,
): Promise<number> {
  const handle = await openLog(file);
  try {
    return await importFrom({ file, handle }, flags, { write, errors }, signal);
  } finally {
    await handle.close();
  }
}

/** Opened before the data folder, which a file that is not there must not make. @throws Refusal */
async function openLog(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, READ_AT_ONCE);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') throw bad(`There is no file ${file}.`);
    throw bad(`${file} cannot be read (${code}).`);
  }
  throw bad(`${file} is no file.`);
}

const bad = (message: string): Refusal => new Refusal({ code: 'not-found', message });

async function importFrom(
  { file, handle }: { readonly file: string; readonly handle: FileHandle },
  flags: { readonly dataDir?: string },
  { write, errors }: { readonly write: (text: string) => Promise<void>; readonly errors: LineOutput },
  signal: AbortSignal,
): Promise<number> {
  const machine = { platform: process.platform, env: process.env, home: homedir() };
  const wallMs = (): number => systemClock.wallMs();
  const opened = openStore({
    dataDir: resolve(dataFolder(flags.dataDir, machine)),
    holder: 'import',
    wallMs,
    log: (line) => void errors.write(`${line}\n`),
  });
  // As at every start: what an import left that did not come to its end, and what is deleted.
  opened.store.transact(() => opened.store.purgeRemovedRuns());
  const log = new LogImport({ store: opened.store, wallMs, newSecret: () => newSecret(systemChance) });
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const bytes of handle.createReadStream({ autoClose: false, highWaterMark: 262_144 })) {
      if (signal.aborted) {
        log.abandon();
        errors.write('Stopped. Nothing was imported.\n');
        return EXIT_STOPPED;
      }
      log.add(decoder.decode(bytes, { stream: true }));
    }
    log.add(decoder.decode());
    const { runs, rows } = log.finish();
    const names = runs.map(({ name }) => name).join(', ');
    await write(
      `${plainText(`Imported ${rows.toLocaleString('en')} rows of ${runs.length === 1 ? 'the run' : 'the runs'} ${names}.`)}\n`,
    );
    return EXIT_DONE;
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal({ ...error.problem, message: `${file}: ${error.problem.message}` });
    if (!(error instanceof Error)) throw error;
    log.abandon();
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw bad(`${file} is not UTF-8. Nothing was imported.`);
    if (!('syscall' in error)) throw error;
    throw bad(`${file} cannot be read (${error.message}).`);
  } finally {
    await opened.close();
  }
}

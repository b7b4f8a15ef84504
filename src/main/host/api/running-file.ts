import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** Where the API is reached, without a slash at the end. */
  url: z.url(),
  tokenFile: z.string(),
  pid: z.number().int(),
  /** Told by `GET /v1` as well, so that another server on this port is not taken for it. */
  instance: z.string(),
});

/** Who serves the local API of a data folder, as its file says. */
export type Running = z.output<typeof schema>;

const fileOf = (dataDir: string): string => join(dataDir, 'api.json');

/** For its owner only. Whoever holds the folder's lock writes it, and takes it away at the end. */
export function writeRunning(dataDir: string, running: Running): void {
  const file = fileOf(dataDir);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

export const removeRunning = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true });

/** Null where there is none, or none that can be read. It may be left over from a process that was killed. */
export function readRunning(dataDir: string): Running | null {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, removeFolder } from './processes';
import { count, type RowOptions } from './row';
import { runSubject } from './subject';

/** What a data folder is filled with: every delivery has had one attempt. */
export type FillArgs = {
  readonly dataDir: string;
  readonly deliveries: number;
  /** So many of them wait for their next attempt, a day away. */
  readonly waiting: number;
};

const filled = new Map<string, Promise<string>>();

/** A filled data folder, made once in a run of the command, or once for all where it is kept. */
export function filledFolder(deliveries: number, waiting: number, options: RowOptions): Promise<string> {
  const name = `${deliveries}-stored-${waiting}-waiting`;
  const known = filled.get(name);
  if (known !== undefined) return known;
  const made =
    options.filled === null
      ? fill(newFolder(), deliveries, waiting, options)
      : kept(join(options.filled, name), (folder) => fill(folder, deliveries, waiting, options));
  filled.set(name, made);
  return made;
}

/** A folder has its name only once it is full. */
async function kept(folder: string, fillIn: (folder: string) => Promise<string>): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  removeFolder(unfinished);
  mkdirSync(unfinished, { recursive: true });
  renameSync(await fillIn(unfinished), folder);
  return folder;
}

async function fill(dataDir: string, deliveries: number, waiting: number, { say }: RowOptions): Promise<string> {
  say(`  storing ${count(deliveries)} deliveries, ${count(waiting)} of them waiting`);
  await runSubject<FillArgs, number>('fill', { dataDir, deliveries, waiting });
  return dataDir;
}

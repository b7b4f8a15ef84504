import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the command has started, so that it leaves nothing behind however it ends. */
const children = new Set<ChildProcess>();

export function remember(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
}

export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

const FOLDER = 'BENCH_FOLDER';

/** What a subject is started with, so that its files are in the command's folder. */
export const subjectEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, [FOLDER]: folder() });

/** A new folder inside of the command's own, which is removed with it. */
export const newFolder = (): string => mkdtempSync(join(folder(), 'data-'));

export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });

let own: string | null = process.env[FOLDER] ?? null;

function folder(): string {
  if (own !== null) return own;
  const made = mkdtempSync(join(tmpdir(), 'retryscope-bench-'));
  process.on('exit', () => removeFolder(made));
  own = made;
  return made;
}

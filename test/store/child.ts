import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { onTestFinished } from 'vitest';

/** Builds a TypeScript file as the product is built, into a folder from which better-sqlite3 is found. */
export async function built(source: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'built-'));
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }));
  symlinkSync(join(process.cwd(), 'node_modules'), join(outDir, 'node_modules'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: source,
      outDir,
      emptyOutDir: false,
      target: 'node20.18',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
    ssr: { external: ['better-sqlite3'] },
  });
  return join(outDir, basename(source).replace(/\.ts$/, '.mjs'));
}

export type Child = {
  readonly pid: number | undefined;
  readonly lines: readonly string[];
  /** Until it has printed a line that starts with the text, or `count` lines of any kind. */
  line(start: string): Promise<void>;
  count(lines: number): Promise<void>;
  /** SIGKILL; resolves when the process is gone and everything it printed is read. */
  kill(): Promise<void>;
};

/** Runs a file of this folder in a process of its own. */
export async function startChild(source: string, args: readonly string[]): Promise<Child> {
  const file = await built(join(import.meta.dirname, source));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!isThere()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      void gone.then(() => reject(new Error(`the child ended after: ${lines.join(' | ')}`)));
      look();
    });
  const kill = () => {
    child.kill('SIGKILL');
    return gone;
  };
  onTestFinished(kill);
  return {
    pid: child.pid,
    lines,
    line: (start) => until(() => lines.some((line) => line.startsWith(start))),
    count: (count) => until(() => lines.length >= count),
    kill,
  };
}

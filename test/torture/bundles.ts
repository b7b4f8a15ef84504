import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, vi } from 'vitest';

const ROOT = process.cwd();
let folder = '';

/** The built file of a process. */
export const bundleOf = (name: string): string => join(folder, 'main', `${name}.js`);

/** However slow the machine is: nothing is proved by how long a test takes. */
const LIMIT_MS = 60_000;

/** Builds all processes, as the app is built, once for the tests of a file. */
export function buildProcesses(): void {
  vi.setConfig({ testTimeout: LIMIT_MS });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'torture-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    // What `serve` would serve to a browser: nobody asks for it here.
    mkdirSync(join(folder, 'renderer'));
    const own = (name: string): string => join(import.meta.dirname, `${name}.ts`);
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: true,
        outDir: join(folder, 'main'),
        emptyOutDir: false,
        target: 'node20.18',
        rolldownOptions: {
          input: {
            'engine-process': own('engine-process'),
            'receiver-process': own('receiver-process'),
            'utility-parent': own('utility-parent'),
            reader: join(ROOT, 'src/main/store/reader-worker.ts'),
            headless: join(ROOT, 'src/main/host/headless.ts'),
            utility: join(ROOT, 'src/main/host/utility.ts'),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
      ssr: { noExternal: true, external: ['better-sqlite3'] },
    });
  }, LIMIT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

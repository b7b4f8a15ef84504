// `npm run bench`: builds what is measured as the app is built, then measures it.
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { passThrough } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { step } from './progress.mjs';
import { projectNode, root, scratch } from './project.mjs';
import { runCommand } from './stop.mjs';

const out = join(scratch, 'bench');

/** Every entry is a file of its own, so that each subject can be started as a process. */
function entries() {
  const subjects = readdirSync(join(root, 'bench', 'subjects')).map((name) => join(root, 'bench', 'subjects', name));
  const main = join(root, 'src', 'main');
  const product = [join(main, 'store', 'reader-worker.ts'), join(main, 'host', 'cli.ts')];
  const files = [...subjects, join(root, 'bench', 'bench.ts'), ...product];
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));
}

async function build() {
  const vite = await import('vite');
  rmSync(out, { recursive: true, force: true });
  await vite.build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: out,
      target: 'node20.18',
      rolldownOptions: {
        input: entries(),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    // As in the app: everything is bundled but the database; the browser is driven by what drives it in the tests.
    ssr: { noExternal: true, external: ['better-sqlite3', '@playwright/test'] },
  });
}

await runCommand(async () => {
  await ensureInstalled();
  // Some rows measure the app as a whole.
  await ensureBuilt();
  await step('Building what is measured', build);
  return passThrough(projectNode(), [join(out, 'bench.js'), ...process.argv.slice(2)], { cwd: root });
});

// `npm run -s cli -- ARGS`: the command line, built when stale. Progress goes to stderr only.
import { join } from 'node:path';
import { ensureBuilt, out } from './build.mjs';
import { passThrough } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { callersFolder, projectNode } from './project.mjs';
import { runCommand } from './stop.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const args = [join(out, 'main', 'cli.js'), ...process.argv.slice(2)];
  return passThrough(projectNode(), args, { cwd: callersFolder() });
});

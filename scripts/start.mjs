// `npm start` and `npm run serve`. Until the packages are installed only Node's own modules may be used here.
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { passThrough } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { callersFolder, projectNode, root } from './project.mjs';
import { runCommand } from './stop.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const args = [join(root, 'scripts', 'open.mjs'), ...process.argv.slice(2)];
  return passThrough(projectNode(), args, { cwd: callersFolder() });
});

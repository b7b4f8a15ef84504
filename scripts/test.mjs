// `npm test`. Until the packages are installed only Node's own modules may be used here.
import { join } from 'node:path';
import { passThrough } from './child.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, root } from './project.mjs';
import { runCommand } from './stop.mjs';

await runCommand(async () => {
  await ensureInstalled();
  return passThrough(projectNode(), [join(root, 'scripts', 'run-tests.mjs')], { cwd: root });
});

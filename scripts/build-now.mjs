import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runCommand } from './stop.mjs';

await runCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return 0;
});

// `npm run check`: every static check.
import { ensureInstalled } from './install.mjs';
import { runStaticChecks } from './static-checks.mjs';
import { runCommand } from './stop.mjs';
import { sentence } from './test-counts.mjs';

await runCommand(async () => {
  await ensureInstalled();
  const counts = await runStaticChecks();
  console.log(sentence(counts));
  return counts.failed === 0 ? 0 : 1;
});

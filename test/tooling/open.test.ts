import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { projectNode } from '../../scripts/project.mjs';

it.each(['--help', '-h'])('npm start -- %s says what it takes, and opens nothing', (flag) => {
  const done = spawnSync(projectNode(), ['scripts/open.mjs', flag], { encoding: 'utf8' });
  expect(done.status).toBe(0);
  for (const option of ['--data-dir FOLDER', '--port N', 'npm run serve']) expect(done.stderr).toContain(option);
});

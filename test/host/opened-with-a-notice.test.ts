import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder, openApp } from './open-app';

it('a database that is none is told in the terminal as well as on the page, with where it is now', async () => {
  const folder = aFolder();
  writeFileSync(join(folder, 'retryscope.db'), 'these are my notes, not a database\n'.repeat(400));
  const lines: string[] = [];
  const { call } = await openApp(folder, (line) => lines.push(line));
  const told = /^retryscope\.db could not be used .* renamed to retryscope\.db\.damaged-.* Nothing was deleted\.$/;
  expect(lines).toEqual([expect.stringMatching(told)]);
  const { notices } = await call('snapshot', {});
  // Beside it may stand that the receiver’s port is taken.
  expect(notices.map(({ message }) => message)).toContain(lines[0]);
});

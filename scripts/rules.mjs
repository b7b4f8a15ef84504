// `npm run rules`: every numbered rule with the tests whose titles begin with it; fails when a rule has none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './project.mjs';
import { runCommand } from './stop.mjs';

const TESTS = /\.(test|spec)\.tsx?$/;

/** @returns {Promise<ReadonlyMap<string, readonly string[]>>} by rule: where and what, one line for each test */
async function testsByRule() {
  const { rulesOfTitle, testTitles } = await import('./rule-titles.mjs');
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    TESTS.test(file),
  );
  for (const file of files.sort()) {
    for (const title of testTitles(file, readFileSync(join(root, 'test', file), 'utf8'))) {
      for (const rule of rulesOfTitle(title)) found.set(rule, [...(found.get(rule) ?? []), `${file}: ${title}`]);
    }
  }
  return found;
}

await runCommand(async () => {
  await ensureInstalled();
  const { ledgerIds } = await import('./rule-titles.mjs');
  const ids = ledgerIds(readFileSync(join(root, 'src', 'shared', 'policies', 'ledger.ts'), 'utf8'));
  /** @type {Readonly<Record<string, string>>} rules left to later work, each with the reason */
  const left = JSON.parse(readFileSync(join(root, 'scripts', 'rules-left.json'), 'utf8'));
  const tests = await testsByRule();

  for (const id of ids) {
    const own = tests.get(id) ?? [];
    const reason = left[id];
    console.log(own.length === 0 ? `${id}  ${reason === undefined ? 'NO TEST' : `left: ${reason}`}` : id);
    for (const line of own) console.log(`    ${line}`);
  }

  const missing = ids.filter((id) => !tests.has(id) && left[id] === undefined);
  const unknown = [...tests.keys()].filter((id) => !ids.includes(id));
  const needless = Object.keys(left).filter((id) => tests.has(id) || !ids.includes(id));
  console.log(
    `\n${ids.length} rules: ${ids.filter((id) => tests.has(id)).length} have tests, ${missing.length} have none.`,
  );
  if (missing.length > 0) console.log(`Without a test: ${missing.join(', ')}.`);
  if (unknown.length > 0) console.log(`Named by tests, but in no ledger: ${unknown.join(', ')}.`);
  if (needless.length > 0)
    console.log(`No longer left to later work, take them out of rules-left.json: ${needless.join(', ')}.`);
  return missing.length + unknown.length + needless.length === 0 ? 0 : 1;
});

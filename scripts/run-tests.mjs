// The second half of `npm test`, run by the project's own Node: everything that can pass or fail, then one line.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { passThrough } from './child.mjs';
import { findChromium } from './chromium.mjs';
import { findDisplay, onPath } from './display.mjs';
import { findElectron } from './electron-runtime.mjs';
import { playwrightFailures, vitestFailures } from './failed-tests.mjs';
import { say, step } from './progress.mjs';
import { projectNode, root, scratch, tool } from './project.mjs';
import { runStaticChecks } from './static-checks.mjs';
import { runCommand, Stop } from './stop.mjs';
import {
  aptCommand,
  canInstallPackages,
  hasApt,
  installPackages,
  missingLibraries,
  packagesOf,
} from './system-packages.mjs';
import { NONE, playwrightCounts, sentence, total, vitestCounts } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {import('./failed-tests.mjs').FailedTest} FailedTest */

const inCi = (process.env['CI'] ?? '') !== '';
/** No part takes nearly as long; one that does hangs. */
const LIMIT_MS = 1_800_000;

const reports = join(scratch, 'reports');

/**
 * @param {string} title
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Counts>} one failure when the part could not even run
 */
async function part(title, work) {
  say(`\n${title}`);
  try {
    const counts = await work();
    if (counts !== NONE) say(`  ${title}: ${sentence(counts)}`);
    return counts;
  } catch (error) {
    say(
      `  ${title} could not run: ${error instanceof Stop ? error.message : String(error instanceof Error ? error.stack : error)}`,
    );
    return { ...NONE, failed: 1 };
  }
}

/** @type {FailedTest[]} */
const failures = [];

/**
 * @param {string} entry of the runner
 * @param {readonly string[]} args
 * @param {string} name of the report
 * @param {{ count: (report: unknown, code: number) => Counts, failed: (report: unknown) => readonly FailedTest[] }} reading
 */
async function runner(entry, args, name, { count, failed }) {
  const path = join(reports, `${name}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: path };
  const code = await passThrough(projectNode(), [tool(entry), ...args], { cwd: root, env, limitMs: LIMIT_MS });
  const report = readReport(path);
  failures.push(...failed(report));
  return count(report, code);
}

/**
 * @param {string} path
 * @returns {unknown}
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // the runner died before it wrote one: its exit code counts
  }
}

/** The languages of the signature lab's snippets, by the program that runs them and its Debian package. */
const LANGUAGES = new Map([
  ['python3', 'python3'],
  ['go', 'golang-go'],
  ['php', 'php-cli'],
  ['ruby', 'ruby'],
]);

async function unitTests() {
  const lacking = await provide(async () =>
    [...LANGUAGES].filter(([program]) => onPath(program) === null).map(([, name]) => name),
  );
  const more = lacking === null ? NONE : cannotRun('The snippets of some languages', lacking);
  return total([more, await vitest()]);
}

const vitest = () =>
  runner(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`],
    'vitest',
    { count: vitestCounts, failed: vitestFailures },
  );

/** @param {'electron' | 'browser'} project */
const endToEnd = (project) =>
  runner('@playwright/test/cli.js', ['test', '--project', project, '--reporter=list,json'], project, {
    count: playwrightCounts,
    failed: playwrightFailures,
  });

/**
 * What the system lacks for a test of the window or of the browser; as root on Debian it is installed first.
 * @param {() => Promise<readonly string[]>} missingPackages by their Debian names
 */
async function provide(missingPackages) {
  const missing = await missingPackages();
  if (missing.length > 0 && canInstallPackages) {
    await step(`Installing ${missing.join(', ')} with apt-get`, () => installPackages(missing));
  }
  const still = await missingPackages();
  return still.length === 0
    ? null
    : `${still.join(', ')} missing here${hasApt ? `; install with: ${aptCommand(still)}` : ''}`;
}

/** @type {string[]} */
const notRun = [];

/**
 * In CI a part that cannot run has failed; elsewhere it is skipped, and said again at the end.
 * @param {string} what
 * @param {string} why
 * @returns {Counts}
 */
function cannotRun(what, why) {
  const sentenceOfIt = `${what} could not run: ${why}`;
  notRun.push(sentenceOfIt);
  say(`  ${sentenceOfIt}`);
  return inCi ? { ...NONE, failed: 1 } : { ...NONE, skipped: 1 };
}

async function windowTests() {
  const lacking = await provide(async () => {
    const display = await findDisplay(process.env);
    return display.ok || onPath('Xvfb') !== null ? [] : ['xvfb'];
  });
  if (lacking !== null) return cannotRun('The tests of the window', lacking);
  const found = await findElectron({ tryAgain: true });
  if (!found.ok) return cannotRun('The tests of the window', found.why);
  say(`  In ${found.runtime.words} (${found.runtime.because})`);
  const libraries = await provide(async () => packagesOf(await missingLibraries(found.runtime.executable)));
  return libraries === null ? endToEnd('electron') : cannotRun('The tests of the window', libraries);
}

async function browserTests() {
  const lacking = await provide(async () => (findChromium() === null ? ['chromium', 'fonts-liberation'] : []));
  return lacking === null ? endToEnd('browser') : cannotRun('The tests in the browser', lacking);
}

await runCommand(async () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const parts = [await part('Static checks', runStaticChecks), await part('Unit tests', unitTests)];
  const built = await part('Build', async () => {
    await ensureBuilt();
    return NONE;
  });
  parts.push(built);
  if (built.failed === 0) {
    parts.push(
      await part('End to end, in the window', windowTests),
      await part('End to end, in the browser', browserTests),
    );
  }
  const counts = total(parts);
  for (const { name, message } of failures) say(`\nFAILED: ${name}\n${message.replace(/^/gm, '  ')}`);
  for (const line of notRun) say(`\nNOT RUN: ${line}`);
  say('');
  console.log(sentence(counts));
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
});

// The second half of `npm start`, run by the project's own Node: opens the window, or serves the browser.
import { join } from 'node:path';
import { out } from './build.mjs';
import { passThrough } from './child.mjs';
import { launchArguments } from './electron-runtime.mjs';
import { say } from './progress.mjs';
import { asRootOnLinux, projectNode } from './project.mjs';
import { runCommand } from './stop.mjs';
import { whereToOpen } from './where-to-open.mjs';

/** `[12982:1130/062006.692360:ERROR:bus.cc(407)] …` */
const CHROMIUM_LOG = /^\[\d+:[\d/.]+:(VERBOSE\d*|INFO|WARNING|ERROR):\S+\(\d+\)\]/;

/** Exit codes of a program that was asked to stop: by SIGHUP, SIGINT, SIGTERM. */
const STOPPED = [129, 130, 143];

/** @param {readonly string[]} args */
async function open(args) {
  const place = await whereToOpen();
  if (place.in === 'browser') return serveInstead(place, args);
  const { runtime, displayArgs } = place;

  say(`Opening Retryscope in ${runtime.words} (${runtime.because}).`);
  if (asRootOnLinux)
    say('It runs as root, and so without the sandbox of Chromium. Use another account for daily work.');
  /** @type {string[]} */
  const chatter = [];
  const code = await passThrough(runtime.executable, launchArguments(runtime, [...displayArgs, ...args]), {
    // Chromium logs what it misses (a message bus, a graphics card): of interest only when it fails.
    holdBack: (line) => CHROMIUM_LOG.test(line) && chatter.push(line) > 0,
  });
  if (code !== 0 && !STOPPED.includes(code)) {
    say(chatter.slice(-20).join('\n'));
    say(`Electron ended with exit code ${code}. The same app runs in the browser with: npm run serve`);
  }
  return code;
}

/**
 * @param {import('./where-to-open.mjs').InBrowser} noWindow
 * @param {readonly string[]} args
 */
function serveInstead({ why, command }, args) {
  say(`No window: ${why}`);
  say(`For the window: ${command}`);
  say('The same app is served to the browser instead. Press Ctrl+C to stop it.');
  return serve(args);
}

/** @param {readonly string[]} args */
const serve = (args) => passThrough(projectNode(), [join(out, 'main', 'headless.js'), ...args]);

const HELP = `
npm start                          opens the window, or serves the browser where there can be none
npm run serve                      serves the browser in any case

  -- --data-dir FOLDER             keeps everything in this folder
  -- --port N                      where the browser finds it (7879, or the next free one)

Everything else is done by the command line: npm run -s cli -- --help`;

await runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    say(HELP);
    return 0;
  }
  if (args.includes('--serve')) return serve(args.filter((arg) => arg !== '--serve'));
  return open(args);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../../scripts/chromium.mjs';
import { asRootOnLinux, projectNode } from '../../../scripts/project.mjs';
import { type LaunchedApp, type LaunchOptions, OUT } from './launched-app';

const READY_MS = 30_000;
const ADDRESS = /^Retryscope is at (\S+)$/;

/** What a browser does on its own besides showing the page, turned off. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Served = { readonly process: ChildProcess; readonly address: string };

/** Serves the app headless and opens it in a real browser. */
export async function launchBrowser({ dataDir }: LaunchOptions): Promise<LaunchedApp> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here. Install one, or set CHROMIUM_PATH.');
  let served = await serve(dataDir);
  let browser: Browser | null = null;
  let page: Page;
  try {
    browser = await chromium.launch({ executablePath, args: [...QUIET, ...(asRootOnLinux ? ['--no-sandbox'] : [])] });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(served.address);
  } catch (error) {
    await browser?.close();
    await end(served.process, 'SIGKILL');
    throw error;
  }
  const serveAgain = async (signal: NodeJS.Signals): Promise<void> => {
    await end(served.process, signal);
    served = await serve(dataDir);
    // The token in the address is new, and a change of the fragment alone would not load the page.
    await page.goto('about:blank');
    await page.goto(served.address);
  };
  return {
    kind: 'browser',
    get page() {
      return page;
    },
    restart: () => serveAgain('SIGTERM'),
    killEngine: () => serveAgain('SIGKILL'),
    async close() {
      await browser.close();
      const code = await end(served.process, 'SIGTERM');
      if (code !== 0) throw new Error(`The server ended with ${code ?? 'no exit code'} when it was asked to stop`);
    },
  };
}

/** Resolves when the server has printed its address. */
async function serve(dataDir: string): Promise<Served> {
  const entry = fileURLToPath(new URL('main/headless.js', OUT));
  const server = spawn(projectNode(), [entry, '--data-dir', dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`No address was printed within ${READY_MS} ms: ${output}`)),
      READY_MS,
    );
    createInterface({ input: server.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const found = ADDRESS.exec(line)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with code ${code} before it was ready: ${output}`));
    });
  }).catch(async (error: unknown) => {
    await end(server, 'SIGKILL');
    throw error;
  });
  return { process: server, address };
}

/** Resolves to the exit code when the process is gone; null when a signal ended it. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}

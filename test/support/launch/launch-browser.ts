import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../../scripts/chromium.mjs';
import { asRootOnLinux, projectNode } from '../../../scripts/project.mjs';
import { type Ended, type LaunchedApp, type LaunchOptions, OUT, runToEnd } from './launched-app';

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
  // Of our own, so that a page finds its server again where it was.
  const port = await freePort();
  let served = await serve(dataDir, port);
  let browser: Browser | null = null;
  let page: Page;
  let saved = 0;
  try {
    browser = await chromium.launch({ executablePath, args: [...QUIET, ...(asRootOnLinux ? ['--no-sandbox'] : [])] });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('download', () => {
      saved += 1;
    });
    await page.goto(served.address);
  } catch (error) {
    await browser?.close();
    await end(served.process, 'SIGKILL');
    throw error;
  }
  const serveAgain = async (signal: NodeJS.Signals): Promise<void> => {
    await end(served.process, signal);
    served = await serve(dataDir, port);
  };
  return {
    kind: 'browser',
    electron: null,
    get page() {
      return page;
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    async restart() {
      await serveAgain('SIGTERM');
      // The address differs from the page's in its fragment at most, which alone would load nothing.
      await page.goto('about:blank');
      await page.goto(served.address);
    },
    killEngine: () => serveAgain('SIGKILL'),
    async savedBy(act) {
      const [download] = await Promise.all([page.waitForEvent('download'), act()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    },
    savedSoFar: async () => saved,
    startAgain: () => runServe(['--data-dir', dataDir]),
    async close() {
      await browser.close();
      const code = await end(served.process, 'SIGTERM');
      if (code !== 0) throw new Error(`The server ended with ${code ?? 'no exit code'} when it was asked to stop`);
    },
  };
}

const entry = fileURLToPath(new URL('main/headless.js', OUT));

/** Runs `serve` with these options, which it is expected to refuse. */
export const runServe = (options: readonly string[]): Promise<Ended> =>
  runToEnd(projectNode(), [entry, ...options], process.env);

/** Resolves when the server has printed its address. */
async function serve(dataDir: string, port: number): Promise<Served> {
  const args = [entry, '--data-dir', dataDir, '--port', String(port)];
  const server = spawn(projectNode(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
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

/** A port that the system had free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

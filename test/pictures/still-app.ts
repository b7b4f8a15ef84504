import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import { asRootOnLinux } from '../../scripts/project.mjs';
import { type App, assemble } from '../../src/main/host/assemble';
import { systemClock } from '../../src/main/host/system';
import { openWebHost, type WebHost } from '../../src/main/host/web-host';
import type { Snapshot } from '../../src/shared/contract/views';
import { CountingChance } from '../support/fake-system';
import { eventually, OUT } from '../support/launch/launched-app';

/** The morning on which every picture is taken. */
const MORNING = Date.UTC(2026, 2, 2, 8);
const SCENARIO = new URL('./day.yaml', import.meta.url);
const DONE_MS = 120_000;

export type StillApp = { readonly page: Page; readonly close: () => Promise<void> };

/**
 * The app in a browser, with a clock that begins on one morning, ids that count, and nothing of its own: empty, or at
 * the end of a scenario's day, whose seed and start are fixed.
 */
export async function openStillApp(kind: 'empty' | 'full'): Promise<StillApp> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here. Install one, or set CHROMIUM_PATH.');
  const dataDir = await mkdtemp(join(tmpdir(), 'retryscope-pictures-'));
  const began = systemClock.elapsedMs();
  const app = await assemble({
    dataDir,
    holder: 'serve',
    host: { kind: 'browser', runtime: 'Node 24', version: '0.1.0', sandboxed: true },
    system: {
      wallMs: () => MORNING + systemClock.elapsedMs() - began,
      elapsedMs: () => systemClock.elapsedMs(),
      ring: (afterMs, bell) => systemClock.ring(afterMs, bell),
    },
    chance: new CountingChance(),
    log: () => {},
  });
  let web: WebHost | null = null;
  let browser: Browser | null = null;
  const close = async (): Promise<void> => {
    await browser?.close();
    await web?.close();
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    if (kind === 'full') await liveADay(app);
    else await app.handle('clock.pause', {});
    const pagesUrl = new URL('renderer/', OUT);
    web = await openWebHost({ app, port: 7_979, orNext: true, pagesUrl });
    const args = ['--disable-gpu', '--force-color-profile=srgb', ...(asRootOnLinux ? ['--no-sandbox'] : [])];
    browser = await chromium.launch({ executablePath, args });
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(10_000);
    await page.goto(web.url);
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the scenario and waits until its time stands still. */
async function liveADay(app: App): Promise<void> {
  await app.handle('scenario.open', { fileName: 'day.yaml', text: await readFile(SCENARIO, 'utf8') });
  await eventually('The end of the day', DONE_MS, async () => {
    const { clock } = (await app.handle('snapshot', {})) as Snapshot;
    return clock.paused && clock.inFlight === 0 ? true : null;
  });
}

import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import { findDisplay, startXvfb } from '../../scripts/display.mjs';
import { asRootOnLinux } from '../../scripts/project.mjs';

/** No graphics processor: everything is drawn in software. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-precise-memory-info',
];
const SIZE = { width: 1280, height: 800 };

export type ShownPage = {
  readonly page: Page;
  /** Live objects of the page's heap in bytes, after a collection. */
  heapBytes(): Promise<number>;
  close(): Promise<void>;
};

/** A window of Chromium on this display, or on a virtual one. @throws Error when there is no Chromium */
export async function showPage(url: string): Promise<ShownPage> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here. Install one, or set CHROMIUM_PATH.');
  const display = await findDisplay(process.env);
  const xvfb = display.ok ? null : await startXvfb();
  let browser: Browser | null = null;
  try {
    browser = await chromium.launch({
      executablePath,
      headless: false,
      args: [...FLAGS, ...(asRootOnLinux ? ['--no-sandbox'] : []), ...(display.ok ? display.args : [])],
      env: { ...process.env, ...(xvfb === null ? {} : { DISPLAY: xvfb.display }) },
    });
    const page = await browser.newPage({ viewport: SIZE });
    const inspector = await page.context().newCDPSession(page);
    await page.goto(url);
    const opened = browser;
    return {
      page,
      heapBytes: async () => {
        await inspector.send('HeapProfiler.collectGarbage');
        return (await inspector.send('Runtime.getHeapUsage')).usedSize;
      },
      close: async () => {
        await opened.close();
        xvfb?.stop();
      },
    };
  } catch (error) {
    await browser?.close();
    xvfb?.stop();
    throw error;
  }
}

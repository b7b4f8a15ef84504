/**
 * Looks at the timeline in a browser and measures a pan:
 *
 *     node test/renderer/timeline/harness/measure.ts <folder for pictures> [vite config]
 *
 * The pan: 10,000 deliveries, about 60,000 attempts, 240 frames in which the view moves by 9 px and the rows by 30 px
 * in turns, without a graphics processor. A frame is Chromium's BeginMainFrame: callbacks, style, layout, paint, and
 * the canvas painted in software. Processor time stands beside the wall's, because a busy machine moves the latter.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const HARNESS = import.meta.dirname;

const [folder = 'pictures', config = join(HARNESS, 'vite.config.ts')] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const outDir = join(folder, 'site');
await build({ configFile: config, root: HARNESS, logLevel: 'error', build: { outDir, emptyOutDir: true } });
const server = await preview({
  configFile: config,
  root: HARNESS,
  build: { outDir },
  preview: { host: '127.0.0.1', port: 0 },
});
const origin = server.resolvedUrls?.local[0];
if (origin === undefined) throw new Error('the preview has no address');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });

async function open(query: string, width: number, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`page: ${message.text()}`));
  await page.goto(`${origin}?${query}`);
  await page.locator('.tl-scroll').waitFor();
  await page.waitForTimeout(500);
  return page;
}

const shots: readonly (readonly [string, string, number, number, ((page: Page) => Promise<void>)?])[] = [
  ['everything-dark', 'scene=everything', 1212, 744, focusPlan],
  ['everything-light', 'scene=everything&theme=light', 1212, 744, focusPlan],
  ['everything-narrow', 'scene=everything', 852, 552, focusPlan],
  ['everything-fit', 'scene=everything', 1212, 744, (page) => page.getByRole('button', { name: 'Fit' }).click()],
  ['seconds-dark', 'scene=seconds&rate=0.001', 1212, 744],
  ['seconds-zoomed', 'scene=seconds', 1212, 744, zoomIn],
  ['many-dark', 'scene=many', 1212, 744],
  ['many-fit', 'scene=many', 1212, 744, (page) => page.getByRole('button', { name: 'Fit' }).click()],
];

async function focusPlan(page: Page): Promise<void> {
  await page.locator('.tl-scroll').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
}

async function zoomIn(page: Page): Promise<void> {
  for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
}

for (const [name, query, width, height, act] of shots) {
  const page = await open(query, width, height);
  await act?.(page);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

const page = await open('scene=many&count=10000', 1212, 744);
await browser.startTracing(page, { categories: ['devtools.timeline', 'cc'] });
await page.evaluate(async () => {
  const scroller = document.querySelector('.tl-scroll');
  if (scroller === null) throw new Error('no rows to pan');
  const box = scroller.getBoundingClientRect();
  for (let i = 0; i < 240; i++) {
    const shiftKey = i % 2 === 0;
    const deltaY = shiftKey ? (i % 120 < 60 ? 9 : -9) : 30;
    const place = { clientX: box.left + 600, clientY: box.top + 200 };
    scroller.dispatchEvent(new WheelEvent('wheel', { deltaY, shiftKey, bubbles: true, cancelable: true, ...place }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  }
});
type TraceEvent = { readonly name: string; readonly ph: string; readonly dur?: number; readonly tdur?: number };
const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());

/** Chromium's own figures: `tdur` is the thread's processor time, `dur` the time on the wall, both in µs. */
function say(name: string, figure: 'dur' | 'tdur'): string {
  const ms = trace.traceEvents
    .filter((event) => event.ph === 'X' && event.name === name)
    .map((event) => (event[figure] ?? 0) / 1_000)
    .sort((a, b) => a - b);
  const at = (share: number): string => (ms[Math.floor(ms.length * share)] ?? 0).toFixed(1);
  return `${ms.length} times, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${(ms.at(-1) ?? 0).toFixed(1)} ms`;
}
console.log(`a frame in the main thread, processor time: ${say('ProxyMain::BeginMainFrame', 'tdur')}`);
console.log(`a frame in the main thread, on the wall:    ${say('ProxyMain::BeginMainFrame', 'dur')}`);
console.log(`of it the callbacks, processor time:        ${say('FireAnimationFrame', 'tdur')}`);
await browser.close();
await server.close();

/**
 * Looks at the timeline in a browser and measures a pan:
 *
 *     node test/renderer/timeline/harness/measure.ts <folder for pictures> [vite config]
 *
 * The pan: 10,000 deliveries, about 60,000 attempts, 240 frames in which the view moves by 9 px and the rows by 30 px.
 * A frame's time is that of the timeline's own work in the main thread (layout of the frame, canvas commands), read
 * around each requestAnimationFrame callback, beside the interval between frames as the browser shows them.
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
const measured = await page.evaluate(async () => {
  const work: number[] = [];
  const intervals: number[] = [];
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    ask((time) => {
      const from = performance.now();
      callback(time);
      work.push(performance.now() - from);
    });
  const scroller = document.querySelector('.tl-scroll');
  if (!(scroller instanceof HTMLElement)) throw new Error('no rows to pan');
  const box = scroller.getBoundingClientRect();
  let last = performance.now();
  for (let i = 0; i < 240; i++) {
    const shiftKey = i % 2 === 0;
    const deltaY = shiftKey ? (i % 120 < 60 ? 9 : -9) : 30;
    scroller.dispatchEvent(
      new WheelEvent('wheel', {
        deltaY,
        shiftKey,
        bubbles: true,
        cancelable: true,
        clientX: box.left + 600,
        clientY: box.top + 200,
      }),
    );
    await new Promise((resolve) => ask(() => setTimeout(resolve, 0)));
    const now = performance.now();
    intervals.push(now - last);
    last = now;
  }
  const at = (values: number[], share: number): string => {
    const sorted = values.toSorted((a, b) => a - b);
    return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  };
  const say = (values: number[]): string =>
    `p50 ${at(values, 0.5)} ms, p95 ${at(values, 0.95)} ms, most ${at(values, 0.9999)} ms`;
  return { frames: work.length, work: say(work), intervals: say(intervals) };
});
console.log(measured);
await browser.close();
await server.close();

import { newFolder } from '../processes';
import { count, MIB, milliseconds, perSecond, type Row, type RowOptions } from '../row';
import { median, percentile } from '../statistics';
import { withPeer } from '../subject';
import { ATTEMPTS_EACH, DELIVERIES, loggedFolder } from '../window/log';
import { longestTask, openSharedRows, pan } from '../window/measures';
import { type ShownPage, showPage } from '../window/page';
import { openServed, type Served } from '../window/served';
import { startTraffic } from '../window/traffic';

const SHARE = 0.95;
const MOST_FRAME_MS = 33;
const ZOOM_STEPS = 4;
const FEED_PER_SECOND = 2_000;
/** A rate that is asked for is reached when so much of it arrives. */
const ENOUGH = 0.95;
const FEED_MS = 20_000;
const SETTLE_MS = 3_000;
const MOST_TASK_MS = 100;
const STEADY_PER_SECOND = 100;
const MEMORY_MS = 60_000;
const FULL_MEMORY_MS = 600_000;
const MEMORY_LOOKS = 8;
const MOST_GROWTH = 1.1;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function withPage<T>(dataDir: string, use: (served: Served, shown: ShownPage) => Promise<T>): Promise<T> {
  const served = await openServed(dataDir);
  try {
    const shown = await showPage(served.url);
    try {
      return await use(served, shown);
    } finally {
      await shown.close();
    }
  } finally {
    await served.close();
  }
}

/** Frames of the timeline with 10,000 deliveries and 60,000 attempts in range, near to and as a whole. */
export async function panRows(options: RowOptions): Promise<readonly Row[]> {
  const dataDir = await loggedFolder(options);
  const rowByRow: number[][] = [];
  const whole: number[][] = [];
  for (let round = 1; round <= options.rounds; round++) {
    options.say(`  round ${round} of ${options.rounds}`);
    await withPage(dataDir, async (_served, { page }) => {
      await page.locator('.tl-scroll').waitFor();
      // It stands there while the page reads them, a page of the list at a time.
      const notYetAll = page.getByText(/^The newest [\d,]+ of [\d,]+$/);
      await notYetAll.waitFor();
      await notYetAll.waitFor({ state: 'detached', timeout: 60_000 });
      await page.getByRole('button', { name: 'Fit', exact: true }).click();
      await page.waitForTimeout(SETTLE_MS);
      whole.push(await pan(page));
      await openSharedRows(page);
      for (let i = 0; i < ZOOM_STEPS; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
      await page.waitForTimeout(SETTLE_MS);
      rowByRow.push(await pan(page));
    });
  }
  const rowOf = (what: string, frames: readonly (readonly number[])[]): Row => {
    const p95 = frames.map((ms) => percentile(ms, SHARE));
    const p50 = frames.map((ms) => percentile(ms, 0.5));
    return {
      what: `A frame while the timeline is panned, ${count(DELIVERIES)} deliveries, ${count(DELIVERIES * ATTEMPTS_EACH)} attempts, ${what}`,
      measured: `p95 ${milliseconds(median(p95))}, p50 ${milliseconds(median(p50))}`,
      target: `p95 < ${MOST_FRAME_MS} ms`,
      met: median(p95) < MOST_FRAME_MS,
      values: { p95, p50, worst: frames.map((ms) => Math.max(...ms)) },
    };
  };
  return [rowOf('all of it in view', whole), rowOf('zoomed in, a row each', rowByRow)];
}

/** The page while attempts arrive faster than anyone can read. */
export async function feedRow({ rounds, say }: RowOptions): Promise<readonly Row[]> {
  const longest: number[] = [];
  const rates: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`  round ${round} of ${rounds}`);
    await withPeer('sink', { status: 200 }, (port) =>
      withPage(newFolder(), async (served, { page }) => {
        await startTraffic(served, port, FEED_PER_SECOND);
        await page.locator('.tl-scroll').waitFor();
        await after(SETTLE_MS);
        const before = served.attempts();
        const from = performance.now();
        longest.push(await longestTask(page, FEED_MS));
        rates.push((1_000 * (served.attempts() - before)) / (performance.now() - from));
      }),
    );
  }
  const rate = median(rates);
  return [
    {
      what: `The longest task of the page while ${count(FEED_PER_SECOND)} attempts a second arrive`,
      measured: `${milliseconds(median(longest))} at ${perSecond(rate)}`,
      target: `< ${MOST_TASK_MS} ms`,
      met: median(longest) < MOST_TASK_MS && rate >= FEED_PER_SECOND * ENOUGH,
      values: { longest, rates },
    },
  ];
}

/** What the page keeps while traffic goes on: its heap early in the time against its heap at the end. */
export async function pageMemoryRow({ full, say }: RowOptions): Promise<readonly Row[]> {
  const lookMs = (full ? FULL_MEMORY_MS : MEMORY_MS) / MEMORY_LOOKS;
  const heap: number[] = [];
  await withPeer('sink', { status: 200 }, (port) =>
    withPage(newFolder(), async (served, { page, heapBytes }) => {
      await startTraffic(served, port, STEADY_PER_SECOND);
      await page.locator('.tl-scroll').waitFor();
      for (let look = 1; look <= MEMORY_LOOKS; look++) {
        await after(lookMs);
        heap.push((await heapBytes()) / MIB);
        say(`  ${count(served.attempts())} attempts, ${heap.at(-1)?.toFixed(1)} MiB`);
      }
    }),
  );
  const early = heap[Math.floor(MEMORY_LOOKS / 4) - 1] ?? Number.NaN;
  const late = heap.at(-1) ?? Number.NaN;
  return [
    {
      what: `The page's heap after ${full ? 'ten minutes' : 'a minute'} of ${STEADY_PER_SECOND} attempts a second, against a quarter of that time`,
      measured: `${(late / early).toFixed(2)} (${late.toFixed(1)} and ${early.toFixed(1)} MiB)`,
      target: `≤ ${MOST_GROWTH}`,
      met: late / early <= MOST_GROWTH,
      values: { heap },
    },
  ];
}

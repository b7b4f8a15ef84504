import type { Page } from '@playwright/test';

const PAN_FRAMES = 300;

/** Pans the timeline by one wheel event a frame, along it and down its rows in turns. Resolves to the frames' times in ms. */
export const pan = (page: Page): Promise<number[]> =>
  page.evaluate(async (frames) => {
    const scroller = document.querySelector('.tl-scroll');
    if (scroller === null) throw new Error('There is no timeline to pan.');
    const box = scroller.getBoundingClientRect();
    const place = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const times: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let i = 0; i < frames; i++) {
      const shiftKey = i % 2 === 0;
      const deltaY = (shiftKey ? 9 : 30) * (i % 120 < 60 ? 1 : -1);
      scroller.dispatchEvent(new WheelEvent('wheel', { deltaY, shiftKey, bubbles: true, cancelable: true, ...place }));
      // A wheel event of a script scrolls nothing by itself.
      if (!shiftKey) scroller.scrollTop += deltaY;
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times;
  }, PAN_FRAMES);

/** The longest task of the page's main thread within a span, in ms; 0 when none took 50 ms, of which no browser tells. */
export const longestTask = (page: Page, spanMs: number): Promise<number> =>
  page.evaluate(async (ms) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ type: 'longtask' });
    await new Promise((resolve) => setTimeout(resolve, ms));
    observer.disconnect();
    return longest;
  }, spanMs);

/** Gives every finished delivery a row of its own. */
export async function openSharedRows(page: Page): Promise<void> {
  await page.locator('.tl-scroll').evaluate(async (scroller) => {
    // Only what is on screen is in the page: it is scrolled through, a screen at a time, until none is closed.
    for (let top = 0; top < scroller.scrollHeight; top += scroller.clientHeight / 2) {
      scroller.scrollTop = top;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const closed = scroller.querySelectorAll<HTMLButtonElement>('.is-shared button[aria-expanded="false"]');
      for (const button of closed) button.click();
      if (closed.length > 0) break;
    }
    scroller.scrollTop = 0;
  });
}

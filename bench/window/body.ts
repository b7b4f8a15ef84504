import type { Locator, Page } from '@playwright/test';
import type { Served } from './served';

/** Posts a body to the receiver's first path. */
export async function captureBody(served: Served, body: string): Promise<void> {
  const { receiver } = await served.call('snapshot', {});
  if (receiver.kind === 'down') throw new Error(`The receiver is down: ${receiver.why}`);
  const url = `http://127.0.0.1:${receiver.port}/in`;
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.arrayBuffer();
}

/** Opens the newest capture and its body, as a person does. What comes back stands before what makes the first lines. */
export async function openNewestBody(page: Page, isLarge: boolean): Promise<Locator> {
  await page.reload();
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: /^Receiver/ })
    .click();
  await page
    .getByRole('grid', { name: /^Captures, / })
    .getByRole('rowgroup')
    .last()
    .getByRole('row')
    .first()
    .click();
  const pane = page.getByRole('complementary', { name: 'Capture' });
  const tab = pane.getByRole('tab', { name: 'Body' });
  if (!isLarge) return tab;
  await tab.click();
  const show = pane.getByRole('button', { name: 'Show as formatted' });
  await show.waitFor();
  return show;
}

/** From the press to a frame that has the first lines, and the longest task on the way, ms; 0: none took 50 ms. */
export const firstScreen = (press: Locator): Promise<{ readonly ms: number; readonly longestTaskMs: number }> =>
  press.evaluate(async (button) => {
    let longestTaskMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
    });
    observer.observe({ type: 'longtask' });
    const from = performance.now();
    // A tab is opened by the pointer that goes down, a button by the click.
    button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }));
    if (button instanceof HTMLElement) button.click();
    const isThere = (): boolean => (document.querySelector('[aria-label^="Body, "]')?.textContent ?? '') !== '';
    while (!isThere()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const ms = performance.now() - from;
    // Entries of tasks that have just ended come a little later.
    await new Promise((resolve) => setTimeout(resolve, 500));
    observer.disconnect();
    return { ms, longestTaskMs };
  });

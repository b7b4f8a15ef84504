import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { clockBadge, goTo, sendEvent, timelineRow } from './person';
import { drawn, twoWaiting } from './timeline-parts';

/** What a browser makes of the text of an SVG. */
const readSvg = (page: Page, text: string) =>
  page.evaluate((xml) => {
    const root = new DOMParser().parseFromString(xml, 'image/svg+xml').documentElement;
    const words = [...root.querySelectorAll('text')].map(({ textContent }) => textContent ?? '');
    const names = [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))];
    return { name: root.localName, names, words, width: Number(root.getAttribute('width')) };
  }, text);

/** The size of a picture that a browser has decoded, in pixels, and whether there is anything but one colour in it. */
const readPng = (page: Page, bytes: Buffer) =>
  page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([data], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context?.getImageData(0, 0, image.width, image.height).data.buffer ?? []);
    return { width: image.width, height: image.height, colours: new Set(pixels).size };
  }, bytes.toString('base64'));

export function timelinePictures(test: AppTest): void {
  test('the timeline is saved as SVG and as PNG, with its axis, names and legend', async ({
    app,
    startEndpoint,
    picture,
  }) => {
    const { page } = app;
    await twoWaiting(page, (await startEndpoint([500])).url);
    const hostile = '<script>a&b</script>';
    await page.getByRole('button', { name: 'Let the clock run' }).click();
    await sendEvent(page, { type: hostile });
    await expect(timelineRow(page, hostile)).toContainText('1: 500');
    await page.getByRole('button', { name: 'Pause the clock' }).click();
    await expect(clockBadge(page)).toHaveText('paused');
    await page.getByRole('button', { name: 'Fit' }).click();
    await drawn(page);
    const box = await page.locator('.tl-stick canvas').boundingBox();

    const button = page.getByRole('button', { name: 'Save the timeline as a picture' });
    const choose = async (format: string, index: number): Promise<void> => {
      await button.click();
      await page
        .getByRole('menuitem', { name: `Save as ${format}` })
        .nth(index)
        .click();
    };
    await button.click();
    await picture('menu');
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();

    const svg = await app.savedBy(() => choose('SVG', 0));
    expect(svg.name).toBe('retryscope-first-run-timeline.svg');
    const read = await readSvg(page, svg.bytes.toString('utf8'));
    expect(read.name).toBe('svg');
    expect(read.names).not.toContain('script');
    expect(read.words).toEqual(expect.arrayContaining(['First run', 'Shop', 'Fianto', 'order.paid', '5xx', 'Planned']));
    expect(read.words.some((words) => words.startsWith('<script>'))).toBe(true);
    // Labels of 232 px beside the plot.
    expect(read.width).toBe(232 + Math.round(box?.width ?? 0));

    const png = await app.savedBy(() => choose('PNG', 0));
    expect(png.name).toBe('retryscope-first-run-timeline.png');
    const decoded = await readPng(page, png.bytes);
    expect(decoded.width).toBe(2 * read.width);
    expect(decoded.colours).toBeGreaterThan(10);

    const whole = await app.savedBy(async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('save the whole timeline as svg');
      await page.keyboard.press('Enter');
    });
    expect(whole.name).toBe('retryscope-first-run-timeline-of-the-run.svg');
    expect((await readSvg(page, whole.bytes.toString('utf8'))).words).toContain('order.created');
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(`${whole.name} is made.`);
    await goTo(page, 'Live');
  });
}

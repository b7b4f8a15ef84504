import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { EMPTY, FULL, tidy } from './scenes';
import { smallPng } from './small-png';
import { openStillApp } from './still-app';

const FOLDER = new URL('../../docs/images/', import.meta.url);
const SIZES = [
  { width: 1_280, height: 800 },
  { width: 900, height: 600 },
] as const;

test.describe.configure({ timeout: 600_000 });

for (const [kind, scenes] of [
  ['empty', EMPTY],
  ['full', FULL],
] as const) {
  test(`pictures of every screen, ${kind}`, async () => {
    await mkdir(FOLDER, { recursive: true });
    const { page, close } = await openStillApp(kind);
    try {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const { name, open } of scenes) {
          await tidy(page);
          await open(page);
          for (const theme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
            await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
            await page.evaluate(() => document.fonts.ready);
            const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
            const file = `${kind}-${name}-${theme}-${size.width}x${size.height}.png`;
            await writeFile(new URL(file, FOLDER), smallPng(png));
          }
        }
      }
    } finally {
      await close();
    }
  });
}

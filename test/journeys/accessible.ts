import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { AppTest } from '../support/launch/app-test';
import { clearAway, EMPTY_SCENES, FILL_ANSWERS, FILLED_SCENES, fill, pause, type Scene } from './scenes';

const MINUTES = 60_000;
const THEMES = ['dark', 'light'] as const;

type Picture = (name: string) => Promise<void>;

/** What is wrong for people who do not see, or not well: axe's serious and critical findings, one a line. */
async function findings(page: Page): Promise<string[]> {
  // Electron has no second page in which axe could finish.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 160)}\n  ${failureSummary ?? ''}`),
    );
}

async function look(page: Page, scenes: readonly Scene[], picture: Picture): Promise<void> {
  const found: string[] = [];
  for (const scene of scenes) {
    await clearAway(page);
    await scene.open(page);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await picture(`${scene.name}-${theme}`);
      for (const finding of await findings(page)) found.push(`${scene.name}, ${theme}: ${finding}`);
    }
  }
  expect(found.join('\n\n')).toBe('');
}

export function accessible(test: AppTest): void {
  test('axe finds nothing serious on any empty screen, in both themes', async ({ app, picture }) => {
    test.setTimeout(5 * MINUTES);
    await pause(app.page);
    await look(app.page, EMPTY_SCENES, picture);
  });

  test('axe finds nothing serious on any screen with data, in both themes', async ({ app, startEndpoint, picture }) => {
    test.setTimeout(6 * MINUTES);
    await fill(app.page, await startEndpoint(FILL_ANSWERS));
    await look(app.page, FILLED_SCENES, picture);
  });
}

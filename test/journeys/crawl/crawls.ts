import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { AppTest } from '../../support/launch/app-test';
import type { LaunchedApp } from '../../support/launch/launched-app';
import { DELIVERY_SCENES, LIVE_SCENES, RUN_SCENES, SMALL_SCENES } from './delivery-scenes';
import { EMPTY_PALETTE, EMPTY_SCENES } from './empty-scenes';
import { FILL_ANSWERS, fill, fillConditions } from './fill';
import { look, type Picture } from './look';
import { ENDPOINT_SCENES, EVENT_SCENES, RECEIVER_SCENES } from './place-scenes';
import { pressAll, watch } from './press-all';
import { clearAway, palette, pause, type Scene } from './scene';
import { SETTINGS_SCENES } from './settings-scenes';
import { rest, sendWitness } from './witness';

const MINUTES = 60_000;
/** Left out of `npm test`; `npm run crawl` makes all of them in both. */
const LONG = { tag: '@long' };
/** The way to a scene that is longer has gone wrong. */
const STEP_MS = 15_000;

/** Opens every scene, looks at it in both themes, presses everything in it, and wants no fault in the end. */
async function crawl(app: LaunchedApp, scenes: readonly Scene[], least: number, picture: Picture): Promise<void> {
  const { page } = app;
  page.setDefaultTimeout(STEP_MS);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const watched = watch(app);
  const faults: string[] = [];
  let pressed = 0;
  for (const scene of scenes) {
    await clearAway(page);
    await pause(page);
    await scene.open(page);
    await rest(page);
    faults.push(...(await look(page, scene.name, picture)));
    const result = await pressAll(page, scene, watched);
    faults.push(...result.faults);
    pressed += result.count;
  }
  expect(faults.join('\n')).toBe('');
  expect(pressed).toBeGreaterThanOrEqual(least);
}

/** Every screen and dialog, in parts that each have an app of their own: axe finds nothing serious, no button is dead. */
export function crawls(test: AppTest): void {
  test.describe.configure({ timeout: 10 * MINUTES });

  test('crawl: a fresh app', async ({ app, picture }) => crawl(app, EMPTY_SCENES, 60, picture));

  test('crawl: all commands of a fresh app', LONG, async ({ app, picture }) => crawl(app, EMPTY_PALETTE, 25, picture));

  for (const [what, scenes, least] of [
    ['Live and what is around it', LIVE_SCENES, 30],
    ['deliveries', DELIVERY_SCENES, 30],
    ['events', EVENT_SCENES, 20],
    ['the receiver', RECEIVER_SCENES, 30],
    ['runs and scenarios', RUN_SCENES, 10],
    ['settings', SETTINGS_SCENES, 30],
    ['all commands', [palette], 30],
  ] as const) {
    test(`crawl: ${what}`, what.startsWith('Live') ? {} : LONG, async ({ app, startEndpoint, picture }) => {
      await fill(app.page, await startEndpoint(FILL_ANSWERS));
      await crawl(app, scenes, least, picture);
    });
  }

  test('crawl: a small window', LONG, async ({ app, startEndpoint, picture }) => {
    await fill(app.page, await startEndpoint(FILL_ANSWERS));
    await app.resize(900, 600);
    await crawl(app, SMALL_SCENES, 20, picture);
  });

  test('crawl: endpoints in every condition', LONG, async ({ app, startEndpoint, picture }) => {
    await fillConditions(app.page, await startEndpoint([200]), await startEndpoint([500]));
    await crawl(app, ENDPOINT_SCENES, 30, picture);
  });

  test('crawl: a notice', async ({ dataDir, launch }) => {
    await writeFile(join(dataDir, 'retryscope.db'), 'these are my notes, not a database\n'.repeat(400));
    const app = await launch();
    const notice: Scene = { name: 'Notice', open: async () => app.page.getByRole('region', { name: 'Notices' }) };
    await crawl(app, [notice], 1, async () => undefined);
  });

  test('the crawl names a dead button, and only that one', async ({ app }) => {
    const { page } = app;
    const planted: Scene = {
      name: 'Planted',
      open: async () => {
        await page.evaluate(() => {
          const [alive, dead, covered] = ['Alive', 'Dead', 'Covered'].map((name) => {
            const button = document.createElement('button');
            button.textContent = name;
            return button;
          });
          const box = document.createElement('div');
          box.id = 'planted';
          box.style.cssText = 'position: fixed; inset: 200px 200px auto auto; z-index: 9';
          alive?.addEventListener('click', () => box.classList.toggle('pressed'));
          covered?.style.setProperty('pointer-events', 'none');
          for (const button of [alive, dead, covered]) if (button !== undefined) box.append(button);
          document.querySelector('#planted')?.remove();
          document.body.append(box);
        });
        return page.locator('#planted');
      },
    };
    await sendWitness(page);
    const { count, faults } = await pressAll(page, planted, watch(app));
    expect(count).toBe(3);
    expect(faults).toEqual([
      'Planted: “button Dead” does nothing',
      expect.stringMatching(/^Planted: “button Covered” cannot be reached: over it lies div/),
    ]);
  });
}

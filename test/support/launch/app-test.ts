import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { launchBrowser } from './launch-browser';
import { launchWindow } from './launch-window';
import type { LaunchedApp, LaunchOptions } from './launched-app';

type Fixtures = {
  /** An empty folder of the test's own, removed afterwards. */
  readonly dataDir: string;
  /** The app, open on that folder; a picture of it is kept when the test fails. */
  readonly app: LaunchedApp;
};

const appTest = (launch: (options: LaunchOptions) => Promise<LaunchedApp>) =>
  base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    dataDir: async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'retryscope-e2e-'));
      await use(dataDir);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
    app: async ({ dataDir }, use, info) => {
      const app = await launch({ dataDir });
      await use(app);
      if (info.status !== info.expectedStatus && !app.page.isClosed()) {
        const path = info.outputPath('at-failure.png');
        await app.page.screenshot({ path });
        await info.attach('at-failure', { path, contentType: 'image/png' });
      }
      await app.close();
    },
  });

/** `test` of the specs in test/electron. */
export const windowTest = appTest(launchWindow);
/** `test` of the specs in test/browser. */
export const browserTest = appTest(launchBrowser);

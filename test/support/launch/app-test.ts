import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import { type Answer, type EndpointProcess, startEndpoint } from '../servers/endpoint-process';
import { launchBrowser } from './launch-browser';
import { launchWindow } from './launch-window';
import type { LaunchedApp, LaunchOptions } from './launched-app';

type Fixtures = {
  /** An empty folder of the test's own, removed afterwards. */
  readonly dataDir: string;
  /** Opens the app on that folder, for a test that prepares the folder first. */
  readonly launch: () => Promise<LaunchedApp>;
  /** The app, open on that folder; a picture of it is kept when the test fails. */
  readonly app: LaunchedApp;
  /** Starts an endpoint in a process of its own, ended afterwards. */
  readonly startEndpoint: (answers: readonly Answer[], port?: number) => Promise<EndpointProcess>;
  /** Keeps a picture of the app among the test's results, to be looked at. */
  readonly picture: (name: string) => Promise<void>;
};

const appTest = (launch: (options: LaunchOptions) => Promise<LaunchedApp>) =>
  base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    dataDir: async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'retryscope-e2e-'));
      await use(dataDir);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
    launch: async ({ dataDir }, use, info) => {
      const launched: LaunchedApp[] = [];
      await use(async () => {
        const app = await launch({ dataDir });
        launched.push(app);
        return app;
      });
      for (const app of launched) {
        await keepPictureOfFailure(app, info);
        await app.close();
      }
    },
    app: async ({ launch: open }, use) => use(await open()),
    // biome-ignore lint/correctness/noEmptyPattern: as above
    startEndpoint: async ({}, use) => {
      const started: EndpointProcess[] = [];
      await use(async (answers, port) => {
        const endpoint = await startEndpoint(answers, port);
        started.push(endpoint);
        return endpoint;
      });
      for (const endpoint of started) await endpoint.close();
    },
    picture: async ({ app }, use, info) => {
      let count = 0;
      await use(async (name) => {
        count += 1;
        await app.page.screenshot({ path: info.outputPath(`${String(count).padStart(2, '0')}-${name}.png`) });
      });
    },
  });

async function keepPictureOfFailure(app: LaunchedApp, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus || app.page.isClosed()) return;
  const path = info.outputPath('at-failure.png');
  await app.page.screenshot({ path });
  await info.attach('at-failure', { path, contentType: 'image/png' });
}

/** `test` of the specs in test/electron. */
export const windowTest = appTest(launchWindow);
/** `test` of the specs in test/browser. */
export const browserTest = appTest(launchBrowser);
/** What a journey is written with: either of the two. */
export type AppTest = typeof windowTest;

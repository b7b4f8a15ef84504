import { defineConfig } from '@playwright/test';

/** End to end, on the built app: the same journeys in Electron's window and in a browser. */
export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  workers: 1,
  projects: [
    // The long parts of the crawl have a command of their own, `npm run crawl`.
    { name: 'electron', testMatch: 'electron/**/*.spec.ts', grepInvert: /@long/ },
    { name: 'browser', testMatch: 'browser/**/*.spec.ts', grepInvert: /@long/ },
    { name: 'crawl-electron', testMatch: 'electron/crawl.spec.ts' },
    { name: 'crawl-browser', testMatch: 'browser/crawl.spec.ts' },
    { name: 'pictures', testMatch: 'pictures/pictures.spec.ts' },
  ],
});

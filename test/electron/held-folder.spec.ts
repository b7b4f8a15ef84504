import { expect } from '@playwright/test';
import { windowTest } from '../support/launch/app-test';
import { launchBrowser } from '../support/launch/launch-browser';

windowTest('a window on a folder that serve holds says who holds it and what to do', async ({ dataDir, launch }) => {
  const serve = await launchBrowser({ dataDir });
  try {
    const { page } = await launch();
    await expect(page.getByRole('heading', { name: 'The engine did not start' })).toBeVisible();
    await expect(page.getByRole('status')).toContainText(
      new RegExp(
        `The data folder ${dataDir} is in use by another Retryscope \\(serve, process \\d+, since [^)]+\\)\\. Close that one, or choose another data folder\\.`,
      ),
    );
    await expect(serve.page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  } finally {
    await serve.close();
  }
});

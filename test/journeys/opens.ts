import { expect } from '@playwright/test';
import type { LaunchedApp } from '../support/launch/launched-app';

/** The app opens, and opens again. */
export async function opens(app: LaunchedApp): Promise<void> {
  await expect(app.page).toHaveTitle('Retryscope');
  await app.restart();
  await expect(app.page).toHaveTitle('Retryscope');
}

import { expect } from '@playwright/test';
import { addEndpoint, goTo } from '../journeys/person';
import { allWithinReach, fillForReach } from '../journeys/within-reach';
import { browserTest } from '../support/launch/app-test';

browserTest('in the smallest window at 200 %, Stop and the acts of a page stay within it', async ({ app }) => {
  const { page } = app;
  await addEndpoint(page, {
    name: `Orders ${'W'.repeat(60)}`,
    url: `http://127.0.0.1:9/${'a'.repeat(600)}`,
    policy: 'Fianto',
  });
  await goTo(page, 'Endpoints');
  await page.getByText('Orders WWW').first().click();
  const inReach = async (): Promise<void> => {
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Send event/ }).last()).toBeInViewport({ ratio: 1 });
    // Nothing is wider than what holds it: a URL without a gap breaks anywhere.
    const wide = await page.locator('.facts-side').evaluate((side) => side.scrollWidth > side.clientWidth);
    expect(wide).toBe(false);
  };
  for (const [width, height] of [
    [900, 600],
    [600, 400],
    [450, 300],
  ] as const) {
    await app.resize(width, height);
    await inReach();
  }
});

// A browser's zoom of 200 % halves the room that a page has, in CSS px.
for (const [width, height] of [
  [1_280, 800],
  [900, 600],
] as const) {
  browserTest(
    `at 200 % of ${width} by ${height} everything can be seen and pressed`,
    async ({ app, startEndpoint }) => {
      await fillForReach(app.page, await startEndpoint([200]));
      await app.resize(width / 2, height / 2);
      await allWithinReach(app.page);
    },
  );
}

import { type ElectronApplication, expect } from '@playwright/test';
import { addEndpoint, deliveryOptions, goTo, sendEvent } from '../journeys/person';
import { windowTest } from '../support/launch/app-test';
import type { LaunchedApp } from '../support/launch/launched-app';

const DELIVERY_ID = /dlv_[0-9A-Z]{26}/;

function electronOf(app: LaunchedApp): ElectronApplication {
  if (app.electron === null) throw new Error('these are about the window');
  return app.electron;
}

const pressMenu = (electron: ElectronApplication, menu: string, label: string): Promise<void> =>
  electron.evaluate(
    ({ Menu }, at) => {
      const found = Menu.getApplicationMenu()?.items.find((item) => item.label === at.menu);
      found?.submenu?.items.find((item) => item.label === at.label)?.click();
    },
    { menu, label },
  );

/** From now on the question gets this answer, and is counted. */
const answerWith = (electron: ElectronApplication, response: number): Promise<void> =>
  electron.evaluate(({ dialog }, given) => {
    Reflect.set(globalThis, 'asked', []);
    dialog.showMessageBox = async (...args: unknown[]) => {
      Reflect.get(globalThis, 'asked').push(args.at(-1));
      return { response: given, checkboxChecked: false };
    };
  }, response);

const asked = (electron: ElectronApplication): Promise<readonly { readonly message: string }[]> =>
  electron.evaluate(() => Reflect.get(globalThis, 'asked'));

const closeWindow = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

windowTest('the menu does what the page does', async ({ app }) => {
  const electron = electronOf(app);
  await pressMenu(electron, 'File', 'Runs');
  await expect(app.page.getByRole('dialog', { name: 'Runs' })).toBeVisible();
  await app.page.keyboard.press('Escape');
  await pressMenu(electron, 'Clock', 'Pause or run');
  await expect(app.page.getByRole('region', { name: 'Clock' }).getByRole('status')).toHaveText('paused');
});

windowTest(
  'closing asks while a delivery waits at 1×, keeps the window for a no, and asks nothing else',
  async ({ app, startEndpoint }) => {
    const electron = electronOf(app);
    const { page } = app;
    const endpoint = await startEndpoint([503]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid' });
    await endpoint.received(1);
    await goTo(page, 'Deliveries');
    await expect(deliveryOptions(page).first()).toContainText('Retrying');
    await answerWith(electron, 1);
    await closeWindow(electron);
    await expect.poll(() => asked(electron)).toHaveLength(1);
    expect((await asked(electron))[0]?.message).toBe('Quit Retryscope? 1 delivery waits for the next attempt.');
    await expect(page).toHaveTitle('Retryscope');
    // Yes: the window goes, and the app with it, so that nothing is sent behind one's back.
    await answerWith(electron, 0);
    const gone = electron.waitForEvent('close');
    await closeWindow(electron);
    await gone;
  },
);

windowTest('a link opens its delivery, and nothing else that is asked for', async ({ app, startEndpoint }) => {
  const electron = electronOf(app);
  const { page } = app;
  const endpoint = await startEndpoint([200]);
  await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
  await sendEvent(page, { type: 'order.paid' });
  await endpoint.received(1);
  const open = (address: string): Promise<void> =>
    electron.evaluate(
      ({ app: shell }, link) => void shell.emit('second-instance', {}, ['retryscope', link], ''),
      address,
    );
  await goTo(page, 'Deliveries');
  const row = deliveryOptions(page).first();
  await expect(row).toHaveAttribute('id', DELIVERY_ID);
  const delivery = DELIVERY_ID.exec((await row.getAttribute('id')) ?? '')?.[0] ?? '';
  await goTo(page, 'Policies');
  await open(`retryscope://delivery/${delivery}?cancel=1`);
  await open(`retryscope://delivery/${delivery.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`);
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('There is no delivery');
  await expect(page.getByRole('main', { name: 'Policies' })).toBeVisible();
  await open(`retryscope://delivery/${delivery}`);
  await expect(page.getByRole('complementary', { name: 'Delivery' })).toContainText('order.paid');
});

windowTest('who ends the process by a signal is not asked', async ({ app, startEndpoint }) => {
  const electron = electronOf(app);
  const endpoint = await startEndpoint(['hang']);
  await addEndpoint(app.page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
  await sendEvent(app.page, { type: 'order.paid' });
  await endpoint.received(1);
  // Would the question be asked, it would be answered with no, and the app would stay.
  await answerWith(electron, 1);
  const gone = electron.waitForEvent('close');
  electron.process().kill('SIGTERM');
  await gone;
});

windowTest('notifications and the tray are chosen in the menu, and kept', async ({ app }) => {
  const choose = (label: string): Promise<boolean | undefined> =>
    electronOf(app).evaluate(({ Menu }, wanted) => {
      const all = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
      const found = [...all, ...all.flatMap((item) => item.submenu?.items ?? [])].find((item) => item.label === wanted);
      const before = found?.checked;
      found?.click();
      return before;
    }, label);
  expect(await choose('A delivery has failed')).toBe(false);
  expect(await choose('Show in the tray')).toBe(false);
  await app.restart();
  expect(await choose('A delivery has failed')).toBe(true);
  expect(await choose('Show in the tray')).toBe(true);
  expect(await choose('An endpoint is suspended')).toBe(false);
});

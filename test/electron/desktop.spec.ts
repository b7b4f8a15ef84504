import { type ElectronApplication, expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { addEndpoint, clockBadge, deliveryOptions, goTo, openSettings, sendEvent } from '../journeys/person';
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

/** Starts the app once more with these arguments, as far as the first one is told of it. */
const startAgainWith = (electron: ElectronApplication, ...args: readonly string[]): Promise<void> =>
  electron.evaluate(({ app }, given) => void app.emit('second-instance', {}, ['retryscope', ...given], ''), args);

windowTest(
  'a link is asked about before it goes anywhere, and a wrong one is told of',
  async ({ app, startEndpoint }) => {
    const electron = electronOf(app);
    const { page } = app;
    const endpoint = await startEndpoint([200]);
    await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
    await sendEvent(page, { type: 'order.paid' });
    await endpoint.received(1);
    await goTo(page, 'Deliveries');
    const row = deliveryOptions(page).first();
    await expect(row).toHaveAttribute('id', DELIVERY_ID);
    const delivery = DELIVERY_ID.exec((await row.getAttribute('id')) ?? '')?.[0] ?? '';
    const messages = page.getByRole('region', { name: 'Messages' });
    const question = page.getByRole('dialog', { name: 'Open the delivery of a link?' });
    await goTo(page, 'Policies');

    await startAgainWith(electron, `retryscope://delivery/${delivery}?cancel=1`);
    await expect(messages).toContainText(`“retryscope://delivery/${delivery}?cancel=1” is not a link`);
    await expect(page.getByRole('dialog')).toBeHidden();

    const link = `retryscope://delivery/${delivery}`;
    await startAgainWith(electron, link);
    await expect(question).toContainText(`asks for delivery ${delivery}. Nothing is sent and nothing changes.`);
    await question.getByRole('button', { name: 'Leave it' }).click();
    await expect(page.getByRole('main', { name: 'Policies' })).toBeVisible();

    const none = delivery.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await startAgainWith(electron, `retryscope://delivery/${none}`);
    await question.getByRole('button', { name: 'Open it' }).click();
    await expect(messages).toContainText('There is no delivery');
    await expect(page.getByRole('main', { name: 'Policies' })).toBeVisible();

    await startAgainWith(electron, link);
    await question.getByRole('button', { name: 'Open it' }).click();
    await expect(page.getByRole('complementary', { name: 'Delivery' })).toContainText('order.paid');

    await startAgainWith(electron, `retryscope://endpoint/${delivery.replace('dlv', 'ep')}`);
    await page.getByRole('button', { name: 'Open it' }).click();
    await expect(messages).toContainText(`There is no endpoint ${delivery.replace('dlv', 'ep')} in this run.`);
  },
);

windowTest('a link to a run says that it freezes the live one, and opens it', async ({ app, dataDir }) => {
  const electron = electronOf(app);
  const { page } = app;
  await goTo(page, 'Live');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await page.getByRole('dialog', { name: 'Runs' }).getByRole('button', { name: 'New run' }).click();
  await page.getByLabel('Name').fill('Second run');
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByRole('banner')).toContainText('Second run');
  const db = new Database(`${dataDir}/retryscope.db`, { readonly: true });
  const first = String(db.prepare("SELECT id FROM run WHERE name = 'First run'").pluck().get());
  db.close();
  await startAgainWith(electron, `retryscope://run/${first}`);
  const question = page.getByRole('dialog', { name: 'Open the run of a link?' });
  await expect(question).toContainText('The live run is frozen, clock and all');
  await question.getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByRole('banner')).toContainText('First run');
});

windowTest('a second start brings the window to the front, wherever it was', async ({ app }) => {
  const electron = electronOf(app);
  const isVisible = (): Promise<boolean | undefined> =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  // It is shown once it has painted, and would be again after it was hidden before.
  await expect.poll(isVisible).toBe(true);
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await expect.poll(isVisible).toBe(false);
  const { code } = await app.startAgain();
  expect(code).toBe(0);
  await expect.poll(isVisible).toBe(true);
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

const menuItem = (
  electron: ElectronApplication,
  label: string,
): Promise<{ readonly checked: boolean; readonly accelerator: string | null }> =>
  electron.evaluate(({ Menu }, wanted) => {
    const all = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
    const found = [...all, ...all.flatMap((item) => item.submenu?.items ?? [])].find((item) => item.label === wanted);
    return { checked: found?.checked === true, accelerator: found?.accelerator ?? null };
  }, label);

windowTest('the desktop is chosen in the settings as in the menu, at once, and kept', async ({ app, picture }) => {
  const electron = electronOf(app);
  await electron.evaluate(({ Tray }) => {
    const { setToolTip, destroy } = Tray.prototype;
    Tray.prototype.setToolTip = function says(text) {
      Reflect.set(globalThis, 'tray', text);
      return setToolTip.call(this, text);
    };
    Tray.prototype.destroy = function gone() {
      Reflect.set(globalThis, 'tray', null);
      return destroy.call(this);
    };
  });
  const tray = (): Promise<unknown> => electron.evaluate(() => Reflect.get(globalThis, 'tray') ?? null);
  await openSettings(app.page, 'Desktop');
  const box = (name: string) => app.page.getByRole('checkbox', { name });
  await expect(box('Ask before quitting while something is in flight')).toBeChecked();
  await expect(box('Open the window where it was last')).toBeChecked();
  await picture('desktop');
  for (const [name, inMenu] of [
    ['A delivery has failed', 'A delivery has failed'],
    ['Show in the tray', 'Show in the tray'],
  ] as const) {
    await expect(box(name)).not.toBeChecked();
    await box(name).click();
    await expect(box(name)).toBeChecked();
    await expect.poll(async () => (await menuItem(electron, inMenu)).checked).toBe(true);
  }
  await expect.poll(tray).toContain('Retryscope: Running, 0 in flight, 0 waiting');
  await box('Show in the tray').click();
  await expect.poll(tray).toBeNull();
  await expect.poll(async () => (await menuItem(electron, 'Show in the tray')).checked).toBe(false);
  // The other way round: what the menu chooses, the page shows.
  await electron.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find((item) => item.label === 'File');
    const notify = file?.submenu?.items.find((item) => item.label === 'Notify me when');
    notify?.submenu?.items.find((item) => item.label === 'An endpoint is suspended')?.click();
  });
  await expect(box('An endpoint is suspended')).toBeChecked();
  await app.restart();
  await openSettings(app.page, 'Desktop');
  await expect(app.page.getByRole('checkbox', { name: 'A delivery has failed' })).toBeChecked();
  await expect(app.page.getByRole('checkbox', { name: 'An endpoint is suspended' })).toBeChecked();
  await expect(app.page.getByRole('checkbox', { name: 'Sending is paused by a full disk' })).not.toBeChecked();
});

windowTest('a test notification says what came of it', async ({ app }) => {
  await electronOf(app).evaluate(({ Notification }) => {
    Notification.isSupported = () => false;
  });
  await openSettings(app.page, 'Desktop');
  await app.page.getByRole('button', { name: 'Show a test notification' }).click();
  await expect(app.page.getByRole('alert')).toHaveText('This system shows no notifications.');
  await electronOf(app).evaluate(({ Notification }) => {
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      this.emit('show');
    };
  });
  await app.page.getByRole('button', { name: 'Show a test notification' }).click();
  await expect(app.page.getByText('The system showed it.')).toBeVisible();
});

windowTest('a click on a notification opens the delivery that failed', async ({ app, startEndpoint }) => {
  const electron = electronOf(app);
  const { page } = app;
  await electron.evaluate(({ Notification }) => {
    Reflect.set(globalThis, 'shown', []);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show() {
      Reflect.get(globalThis, 'shown').push(this);
    };
  });
  await openSettings(page, 'Desktop');
  await page.getByRole('checkbox', { name: 'A delivery has failed' }).check();
  // A 404 is permanent for Alphorn.
  const endpoint = await startEndpoint([404]);
  await addEndpoint(page, { name: 'Shop', url: endpoint.url, policy: 'Alphorn' });
  await sendEvent(page, { type: 'order.refunded' });
  const titles = (): Promise<readonly string[]> =>
    electron.evaluate(() => Reflect.get(globalThis, 'shown').map((each: { title: string }) => each.title));
  await expect.poll(titles).toEqual(['order.refunded failed']);
  await goTo(page, 'Policies');
  await electron.evaluate(() => Reflect.get(globalThis, 'shown')[0].emit('click'));
  await expect(page.getByRole('complementary', { name: 'Delivery' })).toContainText('order.refunded');
});

windowTest('a key that is bound anew stands in the menu and does what it says', async ({ app }) => {
  const electron = electronOf(app);
  const { page } = app;
  await expect.poll(async () => (await menuItem(electron, 'Skip waits')).accelerator).toBe('S');
  await openSettings(page, 'Keyboard');
  await page.getByRole('button', { name: /^Skip waits: S\. Change/ }).click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByRole('alert')).toContainText('is always “Copy”');
  await page.keyboard.press('ControlOrMeta+e');
  await expect.poll(async () => (await menuItem(electron, 'Skip waits')).accelerator).toBe('CommandOrControl+E');
  await page.keyboard.press('ControlOrMeta+e');
  await expect(clockBadge(page)).toHaveText('skip');
});

windowTest('the window opens as if new when that is chosen', async ({ app }) => {
  const size = () => app.page.evaluate(() => [window.outerWidth, window.outerHeight]);
  await app.page.evaluate(() => window.resizeTo(1000, 700));
  await expect.poll(size).toEqual([1000, 700]);
  await openSettings(app.page, 'Desktop');
  const box = app.page.getByRole('checkbox', { name: 'Open the window where it was last' });
  await box.click();
  await expect(box).not.toBeChecked();
  await app.restart();
  expect(await size()).toEqual([1280, 800]);
});

windowTest('who does not want to be asked is not', async ({ app, startEndpoint }) => {
  const electron = electronOf(app);
  const endpoint = await startEndpoint(['hang']);
  await addEndpoint(app.page, { name: 'Shop', url: endpoint.url, policy: 'Fianto' });
  await sendEvent(app.page, { type: 'order.paid' });
  await endpoint.received(1);
  await openSettings(app.page, 'Desktop');
  const box = app.page.getByRole('checkbox', { name: 'Ask before quitting while something is in flight' });
  await box.click();
  await expect(box).not.toBeChecked();
  // Would the question be asked, it would be answered with no, and the app would stay.
  await answerWith(electron, 1);
  const gone = electron.waitForEvent('close');
  await closeWindow(electron);
  await gone;
});

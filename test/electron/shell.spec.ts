import { expect } from '@playwright/test';
import { openSettings } from '../journeys/person';
import { windowTest } from '../support/launch/app-test';

windowTest('a window stays when its engine is killed, and another engine takes over', async ({ app }) => {
  await app.killEngine();
  await expect(app.page).toHaveTitle('Retryscope');
});

windowTest('the page has five functions, no Node, and cannot leave its address', async ({ app }) => {
  const seen = await app.page.evaluate(async () => ({
    bridge: Object.keys(window.retryscope ?? {}).sort(),
    node: [Reflect.has(window, 'process'), Reflect.has(window, 'require')],
    opened: window.open('https://example.com/'),
    notifications: await Notification.requestPermission(),
  }));
  expect(seen).toEqual({
    bridge: ['askDesktop', 'onCommand', 'onStatus', 'ready', 'setTheme'],
    node: [false, false],
    opened: null,
    notifications: 'denied',
  });
  const address = app.page.url();
  await app.page.evaluate(() => {
    window.location.href = 'https://example.com/';
  });
  await app.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(app.page.url()).toBe(address);
});

windowTest(
  'the data folder is opened from the settings, and when it is not the page says why',
  async ({ app, dataDir }) => {
    const { page } = app;
    await app.electron?.evaluate(({ shell }) => {
      const opened: string[] = [];
      Reflect.set(globalThis, 'opened', opened);
      shell.openPath = async (path) => (opened.push(path) === 1 ? '' : 'no application is known for folders');
    });
    await openSettings(page, 'Data');
    const open = page.getByRole('button', { name: 'Open folder' });
    await open.click();
    await expect(page.getByText('The data folder is open in the file manager.')).toBeVisible();
    await open.click();
    await expect(page.getByText(/no application is known for folders\. Copy its path/)).toBeVisible();
    expect(await app.electron?.evaluate(() => Reflect.get(globalThis, 'opened'))).toEqual([dataDir, dataDir]);
  },
);

windowTest('what asks about the desktop from another frame than the page is refused', async ({ app }) => {
  const answers = await app.electron?.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents;
    // Electron keeps what handles a request here; it is called as a foreign sender would.
    const handler = Reflect.get(ipcMain, '_invokeHandlers').get('desktop');
    const ask = (event: unknown): Promise<unknown> => handler(event, { kind: 'choose', name: 'tray', on: true });
    return [await ask({ sender: page, senderFrame: null }), await ask({ sender: {}, senderFrame: page?.mainFrame })];
  });
  const refused = { ok: false, message: 'Only the app’s own page may ask this.' };
  expect(answers).toEqual([refused, refused]);
});

windowTest('the content security policy keeps code and pictures from elsewhere out', async ({ app }) => {
  const refused = await app.page.evaluate(async () => {
    // A set: the page may repeat the shell's policy, and both report.
    const violated = new Set<string>();
    document.addEventListener('securitypolicyviolation', (event) => violated.add(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.head.append(script);
    const image = new Image();
    image.src = 'https://example.com/picture.png';
    await new Promise((resolve) => {
      image.onerror = resolve;
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    return { violated: [...violated].sort(), ran: Reflect.has(window, 'ran') };
  });
  expect(refused).toEqual({ violated: ['img-src', 'script-src-elem'], ran: false });
});

windowTest('the window opens in the size that it had', async ({ app }) => {
  const size = () => app.page.evaluate(() => [window.outerWidth, window.outerHeight]);
  expect(await size()).toEqual([1280, 800]);
  await app.page.evaluate(() => window.resizeTo(1000, 700));
  await expect.poll(size).toEqual([1000, 700]);
  await app.restart();
  expect(await size()).toEqual([1000, 700]);
});

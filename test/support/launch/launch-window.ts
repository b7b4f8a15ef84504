import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { findDisplay, startXvfb } from '../../../scripts/display.mjs';
import { findElectron, launchArguments } from '../../../scripts/electron-runtime.mjs';
import { eventually, type LaunchedApp, type LaunchOptions, runToEnd } from './launched-app';

const ENGINE_SERVICE = 'Retryscope engine';
const ENGINE_BACK_MS = 20_000;
/** Where Electron's own process counts what was saved. */
const SAVED = 'retryscopeSaved';

/** Opens the app's window in the Electron that `npm start` would choose, on a virtual display if there is no other. */
export async function launchWindow({ dataDir }: LaunchOptions): Promise<LaunchedApp> {
  const found = await findElectron({ tryAgain: true });
  if (!found.ok) throw new Error(found.why);
  const { runtime } = found;
  const display = await findDisplay(process.env);
  const xvfb = display.ok ? null : await startXvfb();
  const env = { ...process.env, ...(xvfb === null ? {} : { DISPLAY: xvfb.display }) };
  const args = launchArguments(runtime, ['--disable-gpu', ...(display.ok ? display.args : []), '--data-dir', dataDir]);

  const downloads = await mkdtemp(join(tmpdir(), 'retryscope-saved-'));
  const open = async (): Promise<{ app: ElectronApplication; page: Page }> => {
    const app = await _electron.launch({ executablePath: runtime.executable, args, env: definedOnly(env) });
    // Nobody is there to answer what is asked before something in flight is left: it is left.
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    });
    const page = await app.firstWindow();
    await page.waitForLoadState('load');
    // A path that is set keeps the dialog away, which nobody would answer here.
    await app.evaluate(
      ({ session }, { folder, count }) => {
        Reflect.set(globalThis, count, 0);
        session.defaultSession.on('will-download', (_event, item) => {
          item.setSavePath(`${folder}/${item.getFilename()}`);
          Reflect.set(globalThis, count, Reflect.get(globalThis, count) + 1);
        });
      },
      { folder: downloads, count: SAVED },
    );
    return { app, page };
  };

  let running = await open().catch((error: unknown) => {
    xvfb?.stop();
    throw error;
  });
  return {
    kind: 'window',
    get electron() {
      return running.app;
    },
    get page() {
      return running.page;
    },
    async resize(width, height) {
      await running.app.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
        { width, height },
      );
      await running.page.waitForFunction(
        (size) => window.innerWidth === size.width && window.innerHeight === size.height,
        { width, height },
      );
    },
    async restart() {
      await running.app.close();
      running = await open();
    },
    startAgain: () => runToEnd(runtime.executable, args, env),
    async savedBy(act) {
      const done = running.app.evaluate(
        ({ session }) =>
          new Promise<string>((resolve, reject) => {
            session.defaultSession.once('will-download', (_event, item) =>
              item.once('done', (_done, state) =>
                state === 'completed' ? resolve(item.getFilename()) : reject(new Error(`The download ${state}`)),
              ),
            );
          }),
      );
      const [name] = await Promise.all([done, act()]);
      return { name, bytes: await readFile(join(downloads, name)) };
    },
    savedSoFar: () => running.app.evaluate((_electron, count) => Number(Reflect.get(globalThis, count)), SAVED),
    async killEngine() {
      const before = await eventually('The engine process', ENGINE_BACK_MS, () => enginePid(running.app));
      process.kill(before, 'SIGKILL');
      await eventually('Another engine process', ENGINE_BACK_MS, async () => {
        const now = await enginePid(running.app);
        return now === before ? null : now;
      });
    },
    async close() {
      await running.app.close();
      xvfb?.stop();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}

/** The process id of the engine as Electron lists it, or null when there is none at the moment. */
async function enginePid(app: ElectronApplication): Promise<number | null> {
  return app.evaluate(
    ({ app: electron }, name) => electron.getAppMetrics().find((metric) => metric.name === name)?.pid ?? null,
    ENGINE_SERVICE,
  );
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

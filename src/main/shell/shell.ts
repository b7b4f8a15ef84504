import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, MessageChannelMain, type MessagePortMain, session } from 'electron';
import type { EngineStatus } from '../../shared/contract/channel';
import { LINK_SCHEME } from '../../shared/contract/shell';
import { Desktop } from './desktop';
import { askWhereToSave } from './downloads';
import { forkEngine } from './engine-process';
import { type LaunchOptions, readLaunchOptions } from './launch-options';
import { hearPage } from './page-requests';
import { denyPermissions } from './permissions';
import { registerScheme, serveRenderer } from './renderer-protocol';
import { Supervisor } from './supervisor';
import { openWindow } from './window';

/** How long the engine may take to exit when the app quits. */
const SHUTDOWN_GRACE_MS = 3_000;

const options = readLaunchOptions(process.argv, {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  cwd: process.cwd(),
});

app.setName('Retryscope');
if (prepareDataFolder(options.dataDir)) {
  app.setPath('userData', join(options.dataDir, 'electron'));
  // The lock is kept in userData, so there is one instance for each data folder.
  if (app.requestSingleInstanceLock()) start(options);
  else {
    console.log(`Retryscope is open on ${options.dataDir} already; its window was brought to the front.`);
    app.quit();
  }
}

function prepareDataFolder(dataDir: string): boolean {
  try {
    mkdirSync(join(dataDir, 'electron'), { recursive: true });
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`The data folder ${dataDir} cannot be used: ${why}`);
    dialog.showErrorBox('Retryscope cannot use its data folder', `${dataDir}\n\n${why}`);
    app.exit(1);
    return false;
  }
}

function start({ dataDir, runtime }: LaunchOptions): void {
  registerScheme();
  const sandboxed = !app.commandLine.hasSwitch('no-sandbox');
  const engineArgs = [
    '--data-dir',
    dataDir,
    '--runtime',
    runtime ?? `Electron ${process.versions.electron}`,
    '--sandboxed',
    String(sandboxed),
  ];
  let window: BrowserWindow | null = null;
  let pageLoaded = false;
  const desktop = new Desktop(dataDir, () => window);

  const engine = new Supervisor<MessagePortMain>({
    fork: () => forkEngine(engineArgs),
    nowMs: () => performance.now(),
    later: (afterMs, call) => {
      const timer = setTimeout(call, afterMs);
      return () => clearTimeout(timer);
    },
    onState: (state) => desktop.hearState(state),
    onNews: (news) => desktop.hearNews(news),
    onStatus: (status) => {
      if (pageLoaded) bringUpToDate(window, engine, status);
    },
  });

  app.on('second-instance', (_event, args) => {
    desktop.toFront();
    desktop.openLink(args);
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    desktop.openLink([address]);
  });
  // A packaged app is what the system opens links with; one that is being worked on leaves the system alone.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on('window-all-closed', () => app.quit());
  quitInOrder(engine, () => window, desktop);

  void app.whenReady().then(() => {
    serveRenderer(session.defaultSession);
    denyPermissions(session.defaultSession);
    askWhereToSave(session.defaultSession, app.getPath('downloads'));
    desktop.begin();
    hearPage(dataDir, () => window, desktop.answer);
    // Only now: Electron puts its own handlers in place until it is ready, and those would ask.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        desktop.leaving.withoutAsking();
        app.quit();
      });
    }
    engine.start();
    const opened = openWindow(dataDir, desktop.choices.reopenPlace);
    window = opened;
    opened.on('close', (event) => {
      if (!desktop.leaving.may()) event.preventDefault();
    });
    opened.on('session-end', () => desktop.leaving.withoutAsking());
    desktop.openLink(process.argv);
    // Committed, not begun: a navigation that is refused leaves the page as it is.
    opened.webContents.on('did-navigate', () => {
      pageLoaded = false;
      desktop.pageHears(false);
    });
    opened.webContents.on('did-finish-load', () => {
      pageLoaded = true;
      desktop.pageHears(true);
      if (engine.status !== null) bringUpToDate(opened, engine, engine.status);
    });
  });
}

/** Tells a loaded page how the engine fares, and connects the two when it is up. */
function bringUpToDate(window: BrowserWindow | null, engine: Supervisor<MessagePortMain>, status: EngineStatus): void {
  if (window === null || window.isDestroyed()) return;
  if (status.kind === 'up') {
    const { port1, port2 } = new MessageChannelMain();
    engine.connect(port1);
    window.webContents.postMessage('port', null, [port2]);
  }
  window.webContents.send('status', status);
}

/** It is asked first where something would stop. Then the window goes at once; the app follows when the engine has exited or its grace is over. */
function quitInOrder(
  engine: Supervisor<MessagePortMain>,
  windowNow: () => BrowserWindow | null,
  { leaving }: Desktop,
): void {
  let quitting = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (quitting || !leaving.may()) return;
    quitting = true;
    const window = windowNow();
    if (window !== null && !window.isDestroyed()) window.close();
    void engine.shutDown(SHUTDOWN_GRACE_MS).then(() => app.exit(0));
  });
}

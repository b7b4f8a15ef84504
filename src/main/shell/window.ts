import { join } from 'node:path';
import { BrowserWindow, screen } from 'electron';
import { backgroundNow } from './page-requests';
import { START_URL } from './renderer-files';
import { afterDeath } from './restart-rule';
import { loadWindowText, MINIMUM_SIZE, readWindowState, saveWindowState } from './window-state';

/** A page that has not painted by then is shown as it is. */
const PAINTED_WITHIN_MS = 5_000;

/** How long after the last move or resize the window's place is saved. */
const SETTLED_MS = 500;

/** Opens the one window, where and as large as it was last time if that is wanted. Its page runs sandboxed and cannot leave its own address. */
export function openWindow(dataDir: string, asLastTime: boolean): BrowserWindow {
  const statePath = join(dataDir, 'window.json');
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const state = readWindowState(asLastTime ? loadWindowText(statePath) : null, screens);
  const window = new BrowserWindow({
    title: 'Retryscope',
    show: false,
    ...state.size,
    ...(state.place ?? {}),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    backgroundColor: backgroundNow(),
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Its dictionaries would be downloaded.
      spellcheck: false,
    },
  });
  showWhenPainted(window, state.maximized);
  keepPlace(window, statePath);
  keepInside(window);
  reviveAfterCrash(window);
  void window.loadURL(START_URL);
  return window;
}

/** Until the page has painted, a window has the colour of the desktop's theme, whatever its own background is. */
function showWhenPainted(window: BrowserWindow, maximized: boolean): void {
  const show = (): void => {
    if (window.isDestroyed() || window.isVisible()) return;
    if (maximized) window.maximize();
    window.show();
  };
  window.once('ready-to-show', show);
  setTimeout(show, PAINTED_WITHIN_MS);
}

function keepPlace(window: BrowserWindow, path: string): void {
  let settled: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(settled);
    if (window.isDestroyed() || window.isFullScreen()) return;
    try {
      saveWindowState(path, window.getNormalBounds(), window.isMaximized());
    } catch (error) {
      console.error(`The window's place could not be saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const soon = (): void => {
    clearTimeout(settled);
    settled = setTimeout(save, SETTLED_MS);
  };
  window.on('move', soon);
  window.on('resize', soon);
  window.on('close', save);
}

function keepInside(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('will-frame-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  window.on('page-title-updated', (event) => event.preventDefault());
}

/** A page that crashed is loaded again, as the engine is started again, and with the same patience. */
function reviveAfterCrash(window: BrowserWindow): void {
  const crashesMs: number[] = [];
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    crashesMs.push(performance.now());
    const next = afterDeath(crashesMs);
    console.error(`The page's process ended (${details.reason}, exit code ${details.exitCode}).`);
    if (next.kind === 'give-up') window.close();
    else setTimeout(() => !window.isDestroyed() && window.webContents.reload(), next.delayMs);
  });
}

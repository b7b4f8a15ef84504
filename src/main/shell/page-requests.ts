import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, nativeTheme } from 'electron';
import type { DesktopAnswer } from '../../shared/contract/desktop';
import { START_URL } from './renderer-files';

const THEMES = ['system', 'dark', 'light'] as const;
type Theme = (typeof THEMES)[number];

/** So that nothing flashes before the page has painted; the page's own colours. */
const BACKGROUNDS = { dark: '#111518', light: '#f2f5f7' } as const;

export const backgroundNow = (): string => BACKGROUNDS[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

/** Hears what the page may ask of the shell, from no other page and frame than its own. */
export function hearPage(
  dataDir: string,
  windowNow: () => BrowserWindow | null,
  answerDesktop: (asked: unknown) => Promise<DesktopAnswer>,
): void {
  const themePath = join(dataDir, 'electron', 'theme.txt');
  nativeTheme.themeSource = themeOf(readText(themePath)) ?? 'system';
  ipcMain.handle('desktop', (event, asked: unknown): Promise<DesktopAnswer> => {
    if (isOurs(event, windowNow())) return answerDesktop(asked);
    return Promise.resolve({ ok: false, message: 'Only the app’s own page may ask this.' });
  });
  ipcMain.on('theme', (event, asked: unknown) => {
    const window = windowNow();
    const theme = themeOf(asked);
    if (theme === null || window === null || !isOurs(event, window)) return;
    nativeTheme.themeSource = theme;
    window.setBackgroundColor(backgroundNow());
    try {
      writeFileSync(themePath, theme);
    } catch (error) {
      console.error(`The theme could not be kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

const isOurs = (
  { sender, senderFrame }: Pick<IpcMainEvent | IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  window: BrowserWindow | null,
): boolean =>
  window !== null &&
  !window.isDestroyed() &&
  sender === window.webContents &&
  senderFrame === window.webContents.mainFrame &&
  senderFrame.url.split(/[?#]/)[0] === START_URL;

const themeOf = (value: unknown): Theme | null => THEMES.find((theme) => theme === value) ?? null;

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null; // never chosen
  }
}

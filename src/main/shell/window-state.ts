import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const DEFAULT_SIZE = { width: 1280, height: 800 } as const;
export const MINIMUM_SIZE = { width: 900, height: 600 } as const;

/** How much of the title bar has to be on a screen, in px, so that the window can be moved back by hand. */
const GRIP = { width: 80, height: 24 } as const;

export type Rectangle = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** `place` null: the system chooses. */
export type WindowState = {
  readonly place: { readonly x: number; readonly y: number } | null;
  readonly size: { readonly width: number; readonly height: number };
  readonly maximized: boolean;
};

const FRESH: WindowState = { place: null, size: DEFAULT_SIZE, maximized: false };

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Reads what was saved; anything odd in it, and a place that is on no screen any more, is as if it were not there. */
export function readWindowState(text: string | null, screens: readonly Rectangle[]): WindowState {
  const saved = text === null ? null : parsed(text);
  if (saved === null) return FRESH;
  const { x, y, width, height, maximized } = saved;
  const size =
    isWhole(width) && isWhole(height)
      ? { width: Math.max(width, MINIMUM_SIZE.width), height: Math.max(height, MINIMUM_SIZE.height) }
      : DEFAULT_SIZE;
  const place = isWhole(x) && isWhole(y) && isReachable({ x, y, ...size }, screens) ? { x, y } : null;
  return { place, size, maximized: maximized === true };
}

type Saved = Readonly<Partial<Record<'x' | 'y' | 'width' | 'height' | 'maximized', unknown>>>;

function parsed(text: string): Saved | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null; // cut off or edited by hand: the window opens as if new
  }
}

function isReachable(frame: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some((screen) => {
    const across = Math.min(frame.x + frame.width, screen.x + screen.width) - Math.max(frame.x, screen.x);
    const below = screen.y + screen.height - frame.y;
    return across >= GRIP.width && below >= GRIP.height && frame.y >= screen.y;
  });
}

/** The saved text, or null when there is none that can be read. */
export function loadWindowText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // the first start
  }
}

/** @throws Error of the file system */
export function saveWindowState(path: string, bounds: Rectangle, maximized: boolean): void {
  const { x, y, width, height } = bounds;
  writeFileSync(`${path}.new`, JSON.stringify({ x, y, width, height, maximized }));
  renameSync(`${path}.new`, path);
}

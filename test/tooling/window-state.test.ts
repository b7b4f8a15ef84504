import { expect, it } from 'vitest';
import { readWindowState } from '../../src/main/shell/window-state';

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const FRESH = { place: null, size: { width: 1280, height: 800 }, maximized: false };
const saved = (over: object): string =>
  JSON.stringify({ x: 100, y: 50, width: 1000, height: 700, maximized: false, ...over });

it('opens as it was', () => {
  expect(readWindowState(saved({ maximized: true }), [SCREEN])).toEqual({
    place: { x: 100, y: 50 },
    size: { width: 1000, height: 700 },
    maximized: true,
  });
});

it('opens as new when nothing was saved or it cannot be read', () => {
  for (const text of [null, '', '{"x":1', 'null', '7']) expect(readWindowState(text, [SCREEN])).toEqual(FRESH);
});

it('lets the system choose the place when the saved one is on no screen', () => {
  for (const off of [{ x: 1_900 }, { x: -960 }, { y: 1_070 }, { y: -1 }]) {
    expect(readWindowState(saved(off), [SCREEN]).place).toBeNull();
  }
  expect(readWindowState(saved({ x: 2_000 }), [SCREEN, { ...SCREEN, x: 1920 }]).place).toEqual({ x: 2_000, y: 50 });
});

it('is never smaller than 900 by 600', () => {
  expect(readWindowState(saved({ width: 20, height: 20 }), [SCREEN]).size).toEqual({ width: 900, height: 600 });
});

it('takes the usual size when the saved one makes no sense', () => {
  expect(readWindowState(saved({ width: '1000' }), [SCREEN]).size).toEqual(FRESH.size);
});

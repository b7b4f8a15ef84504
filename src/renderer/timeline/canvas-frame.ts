import type { LeapGroup } from '../../shared/model/leap';
import type { Ink } from './ink';
import type { Palette } from './palette';
import type { TimeScale } from './scale';
import type { ZoomLevel } from './zoom';

/** What every painter needs of a frame. Lengths in CSS px; the context is already scaled for the screen. */
export type CanvasFrame = {
  readonly c: Ink;
  readonly palette: Palette;
  readonly scale: TimeScale;
  readonly level: ZoomLevel;
  readonly nowMs: number;
  readonly nowPx: number;
  /** *Now* is a time of the past that is looked at. */
  readonly isPast: boolean;
  /** Where the clock leapt, oldest first. */
  readonly leaps: readonly LeapGroup[];
  readonly plotPx: number;
  readonly heightPx: number;
  /** Where the quarter of an arc in flight stands, in radians. */
  readonly turn: number;
};

/** The height of the axis. */
export const AXIS_PX = 28;
export const SOLID: readonly number[] = [];
/** A character of the 11 px mono font, in px: plates are sized without measuring. */
export const CHAR_PX = 6.6;

export function line(
  c: Ink,
  colour: string,
  width: number,
  dash: readonly number[],
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.setLineDash(dash);
  c.beginPath();
  c.moveTo(x1, y1);
  c.lineTo(x2, y2);
  c.stroke();
}

const dots = new Map<string, CanvasPattern>();

/**
 * A dot in every five px, as a fill. Dashes of 1 and 4 px look the same, but a dashed line of a plot's height costs
 * the painter a hundred little strokes.
 */
export function dotted(c: Ink, colour: string): CanvasPattern | string {
  if (c.dots !== undefined) return c.dots(colour);
  const known = dots.get(colour);
  if (known !== undefined) return known;
  const tile = new OffscreenCanvas(5, 5);
  const t = tile.getContext('2d');
  if (t === null) return colour;
  t.fillStyle = colour;
  // The diagonal gives one dot in five to every row and to every column.
  for (let i = 0; i < 5; i++) t.fillRect(i, i, 1, 1);
  const pattern = c.createPattern(tile, 'repeat');
  if (pattern === null) return colour;
  dots.set(colour, pattern);
  return pattern;
}

export function plate(c: Ink, fill: string, x: number, y: number, width: number, height: number, radius: number): void {
  c.fillStyle = fill;
  c.beginPath();
  c.roundRect(x, y, Math.max(0, width), height, Math.min(radius, Math.max(0, width) / 2));
  c.fill();
}

/** Makes a canvas as sharp as the screen. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

import type { Palette } from './palette';
import type { TimeScale } from './scale';
import type { ZoomLevel } from './zoom';

/** What every painter needs of a frame. Lengths in CSS px; the context is already scaled for the screen. */
export type CanvasFrame = {
  readonly c: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly scale: TimeScale;
  readonly level: ZoomLevel;
  readonly nowMs: number;
  readonly nowPx: number;
  readonly plotPx: number;
  readonly heightPx: number;
  /** Where the quarter of an arc in flight stands, in radians. */
  readonly turn: number;
};

export const SOLID: readonly number[] = [];
/** A character of the 11 px mono font, in px: plates are sized without measuring. */
export const CHAR_PX = 6.6;

export function line(
  c: CanvasRenderingContext2D,
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

export function plate(
  c: CanvasRenderingContext2D,
  fill: string,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
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

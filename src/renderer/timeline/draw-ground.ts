import { type CanvasFrame, dotted, line, SOLID } from './canvas-frame';
import { FOLD_PX } from './folds';
import { strokeOutline } from './ink';
import type { LayoutItem } from './layout';
import type { Tick } from './ticks';

/** Ground, shade of the future, grid: solid for what happened, dotted beyond now. */
export function drawGround({ c, palette, plotPx, heightPx, nowPx }: CanvasFrame, grid: readonly Tick[]): void {
  c.fillStyle = palette.plot;
  c.fillRect(0, 0, plotPx, heightPx);
  if (nowPx < plotPx) {
    c.globalAlpha = 0.35;
    c.fillStyle = palette.chrome;
    c.fillRect(Math.max(0, nowPx), 0, plotPx, heightPx);
    c.globalAlpha = 1;
  }
  for (const { px, label } of grid) {
    const x = Math.round(px) + 0.5;
    c.globalAlpha = label === null ? 0.75 : 1;
    if (px > nowPx) {
      c.fillStyle = dotted(c, palette.line);
      c.fillRect(x - 0.5, 0, 1, heightPx);
    } else {
      line(c, palette.hair, 1, SOLID, x, 0, x, heightPx);
    }
  }
  c.globalAlpha = 1;
}

/** Hairlines under rows, and the ground of the row under the pointer, focused or selected. */
export function drawRowGround(frame: CanvasFrame, item: LayoutItem, top: number, isHot: boolean): void {
  const { c, palette, plotPx } = frame;
  if (isHot) {
    c.fillStyle = palette.hover;
    c.fillRect(0, top, plotPx, item.height);
  }
  if (item.height >= 12) line(c, palette.hair, 1, SOLID, 0, top + item.height - 0.5, plotPx, top + item.height - 0.5);
}

let torn: { readonly d: string; readonly height: number } | null = null;

function tornEdge(height: number): string {
  if (torn?.height === height) return torn.d;
  let d = 'M-2 0';
  for (let y = 5, side = 2; y <= height + 10; y += 5, side = -side) d += ` L${side} ${y}`;
  torn = { d, height };
  return d;
}

/** Strips between torn edges; lines and bands run through beneath them. */
export function drawFolds({ c, palette, scale, plotPx, heightPx }: CanvasFrame): void {
  const edge = tornEdge(heightPx);
  for (const fold of scale.folds) {
    const left = scale.x(fold.fromMs);
    if (left > plotPx || left + FOLD_PX < 0) continue;
    c.globalAlpha = 0.82;
    c.fillStyle = palette.chrome;
    c.fillRect(left, 0, FOLD_PX, heightPx);
    c.globalAlpha = 1;
    c.strokeStyle = palette.line;
    c.lineWidth = 1;
    c.setLineDash(SOLID);
    for (const x of [left, left + FOLD_PX]) {
      c.translate(x, 0);
      strokeOutline(c, edge);
      c.translate(-x, 0);
    }
  }
}

/** A group's header covers grid and folds; its words are HTML above it. */
export function drawHeader({ c, palette, plotPx }: CanvasFrame, item: LayoutItem, top: number): void {
  c.fillStyle = palette.head;
  c.fillRect(0, top, plotPx, item.height);
  line(c, palette.hair, 1, SOLID, 0, top + 0.5, plotPx, top + 0.5);
  line(c, palette.hair, 1, SOLID, 0, top + item.height - 0.5, plotPx, top + item.height - 0.5);
}

export function drawNow({ c, palette, nowPx, plotPx, heightPx }: CanvasFrame): void {
  if (nowPx < 0 || nowPx > plotPx) return;
  line(c, palette.fg, 1.5, SOLID, nowPx, 0, nowPx, heightPx);
}

import { AXIS_PX, type CanvasFrame } from './canvas-frame';
import { placeLeaps } from './leaps';

const BAR_PX = 3;
const MARK_PX = 7;

/** Where the clock leapt, on the axis: a bar over what passed at once, and an arrow head where it arrived. */
export function drawLeaps({ c, palette, scale, plotPx, leaps }: CanvasFrame): void {
  c.fillStyle = palette.warp;
  for (const { left, right } of placeLeaps(leaps, scale, plotPx)) {
    const from = Math.max(-1, left);
    const to = Math.min(plotPx, right);
    c.globalAlpha = 0.55;
    c.fillRect(from, AXIS_PX - BAR_PX - 1, Math.max(1, to - from), BAR_PX);
    c.globalAlpha = 1;
    if (right > plotPx + MARK_PX) continue;
    c.beginPath();
    c.moveTo(right - MARK_PX, AXIS_PX - MARK_PX - 3);
    c.lineTo(right, AXIS_PX - BAR_PX + 0.5);
    c.lineTo(right - MARK_PX, AXIS_PX - 0.5);
    c.fill();
  }
}

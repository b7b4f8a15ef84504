import { clockTime, clockTimeMs } from '../view-models/instants';
import { AXIS_PX, type CanvasFrame, CHAR_PX, line, plate, SOLID } from './canvas-frame';
import { drawLeaps } from './draw-leaps';
import { FOLD_PX } from './folds';
import type { Tick } from './ticks';
import { sayShort } from './words';

/** Labels closer than this to the centre of the now chip give way. */
const NOW_ROOM_PX = 78;

type Reserved = { readonly left: number; readonly right: number };

/** Ticks and labels, the lengths of folds, and *now* in a reversed chip. */
export function drawAxis(frame: CanvasFrame, grid: readonly Tick[]): void {
  const { c, palette, plotPx, nowPx, nowMs, isPast } = frame;
  c.fillStyle = palette.chrome;
  c.fillRect(0, 0, plotPx, AXIS_PX);
  line(c, palette.line, 1, SOLID, 0, AXIS_PX - 0.5, plotPx, AXIS_PX - 0.5);
  const reserved = foldChips(frame);
  c.font = `400 11px ${palette.mono}`;
  c.textAlign = 'center';
  for (const { px, label } of grid) {
    const x = Math.round(px) + 0.5;
    line(c, palette.edge, 1, SOLID, x, label === null ? 23 : 20, x, AXIS_PX);
    if (label === null) continue;
    const half = (label.length * CHAR_PX) / 2;
    if (px - half < 2 || px + half > plotPx - 2) continue;
    if (nowPx >= 0 && nowPx <= plotPx && Math.abs(px - nowPx) < NOW_ROOM_PX + Math.max(0, half - 18)) continue;
    if (reserved.some(({ left, right }) => px + half + 4 > left && px - half - 4 < right)) continue;
    c.fillStyle = px > nowPx ? palette.fg3 : palette.fg2;
    c.fillText(label, px, 15);
  }
  drawLeaps(frame);
  if (nowPx < 0 || nowPx > plotPx) return;
  const words = isPast ? `at ${clockTimeMs(nowMs)}` : `now ${clockTime(nowMs)}`;
  const width = words.length * CHAR_PX + 36;
  const left = Math.min(plotPx - width - 2, Math.max(2, nowPx - width / 2));
  plate(c, palette.fg, left, 4, width, 19, 4);
  c.fillStyle = palette.onFg;
  c.font = `600 11px ${palette.mono}`;
  c.fillText(words, left + width / 2, 17.5);
  line(c, palette.fg, 1.5, SOLID, nowPx, 23, nowPx, AXIS_PX);
}

function foldChips({ c, palette, scale, plotPx, nowPx }: CanvasFrame): Reserved[] {
  const reserved: Reserved[] = [];
  let lastRight = -Infinity;
  c.font = `400 11px ${palette.mono}`;
  c.textAlign = 'center';
  for (const { fromMs, toMs } of scale.folds) {
    const left = scale.x(fromMs);
    if (left > plotPx || left + FOLD_PX < 0) continue;
    const middle = left + FOLD_PX / 2;
    const words = sayShort(toMs - fromMs);
    const width = words.length * CHAR_PX + 10;
    const chip = { left: middle - width / 2, right: middle + width / 2 };
    const nearNow = Math.abs(middle - nowPx) < 58 + width / 2 + 4;
    if (chip.left < lastRight + 4 || (nearNow && nowPx >= 0 && nowPx <= plotPx)) continue;
    c.fillStyle = palette.raised;
    c.strokeStyle = palette.line;
    c.lineWidth = 1;
    c.setLineDash(SOLID);
    c.beginPath();
    c.roundRect(chip.left, 5, width, 16, 8);
    c.fill();
    c.stroke();
    c.fillStyle = palette.fg2;
    c.fillText(words, middle, 17);
    lastRight = chip.right;
    reserved.push(chip);
  }
  return reserved;
}

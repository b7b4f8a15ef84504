import type { DeliveryRow } from '../../shared/contract/views';
import type { Throttle } from '../../shared/policies/window';
import { throttleOf, windowOf } from '../../shared/rules/throttle';
import { type CanvasFrame, CHAR_PX, plate, SOLID } from './canvas-frame';
import { drawHeld, drawStreak, drawSuspension } from './draw-circuit';
import { type Cell, type LaneKind, throttleCells } from './lanes';
import type { LaneItem } from './layout';
import { lastIndex } from './scale';

/** Below this a cell has no numbers; below `STRIP_PX` only the fullest window of each pixel is drawn. */
const NUMBERS_PX = 34;
const STRIP_PX = 4;

const painters: Readonly<Record<LaneKind, (frame: CanvasFrame, item: LaneItem, top: number) => void>> = {
  streak: drawStreak,
  suspension: drawSuspension,
  held: drawHeld,
  throttle: drawThrottle,
};

export function drawLane(frame: CanvasFrame, item: LaneItem, top: number): void {
  painters[item.lane](frame, item, top);
}

const cellsOf = new WeakMap<readonly DeliveryRow[], readonly Cell[]>();

function cached<T>(cache: WeakMap<readonly DeliveryRow[], T>, rows: readonly DeliveryRow[], make: () => T): T {
  const known = cache.get(rows);
  if (known !== undefined) return known;
  const made = make();
  cache.set(rows, made);
  return made;
}

/** A cell a window, filled from below; full ones in orange with what they deferred. */
function drawThrottle(frame: CanvasFrame, { endpoint, rows }: LaneItem, top: number): void {
  const throttle = throttleOf(endpoint.policy, endpoint.channel);
  if (throttle === null) return;
  const cells = cached(cellsOf, rows, () => throttleCells(throttle, rows));
  const { scale, plotPx } = frame;
  const width = throttle.windowMs / scale.msPerPx;
  if (width >= STRIP_PX) {
    for (let atMs = windowOf(throttle, scale.t(0)); atMs < scale.t(plotPx); atMs += throttle.windowMs) {
      const left = scale.x(atMs);
      const right = scale.x(atMs + throttle.windowMs);
      // Windows that lie in a fold are skipped at once.
      const fold = scale.foldAtPx(left);
      if (fold !== null && right - left < 1) {
        atMs = windowOf(throttle, fold.toMs) - throttle.windowMs;
        continue;
      }
      const found = cells[lastIndex(cells.length, (i) => (cells[i]?.fromMs ?? 0) <= atMs)];
      const cell = found?.fromMs === atMs ? found : null;
      drawCell(frame, throttle, cell, left, right, top);
    }
    return;
  }
  drawStrip(frame, throttle, cells, top);
}

function drawCell(
  frame: CanvasFrame,
  throttle: Throttle,
  cell: Cell | null,
  left: number,
  right: number,
  top: number,
): void {
  const { c, palette, nowPx } = frame;
  const isFuture = left > nowPx;
  const [x, y, width, height] = [left + 1, top + 4, right - left - 2, 30];
  if (width < 1) return;
  c.lineWidth = 1;
  if (isFuture) {
    c.strokeStyle = palette.line;
    c.setLineDash([2, 3]);
    c.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  } else {
    plate(c, palette.chrome, x, y, width, height, 2);
    c.strokeStyle = palette.hair;
    c.setLineDash(SOLID);
    c.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
  if (cell === null) return;
  const count = isFuture ? cell.planned : cell.used;
  const isFull = cell.used >= throttle.limit || cell.deferred > 0;
  const tall = (height * Math.min(count, throttle.limit)) / throttle.limit;
  c.globalAlpha = isFull ? palette.cell : isFuture ? 0.25 : 0.5;
  plate(
    c,
    isFull ? palette.hue.held : isFuture ? palette.hue.plan : palette.edge,
    x,
    y + height - tall,
    width,
    tall,
    2,
  );
  c.globalAlpha = 1;
  if (right - left < NUMBERS_PX || count === 0 || frame.scale.foldBetween(left, right)) return;
  const words = `${count}/${throttle.limit}`;
  if (words.length * CHAR_PX > width) return;
  c.textAlign = 'center';
  c.font = `400 11px ${palette.mono}`;
  c.fillStyle = isFuture ? palette.planText : palette.fg;
  c.fillText(words, (left + right) / 2, y + (cell.deferred > 0 ? 13 : 19));
  if (cell.deferred === 0) return;
  c.font = `600 11px ${palette.mono}`;
  c.fillStyle = palette.heldText;
  c.fillText(`+${cell.deferred}`, (left + right) / 2, y + 25);
}

/** Zoomed out, each pixel shows the fullest window in it. */
function drawStrip(
  { c, palette, scale, plotPx }: CanvasFrame,
  throttle: Throttle,
  cells: readonly Cell[],
  top: number,
): void {
  const fromMs = scale.t(0);
  let px = -1;
  let most = 0;
  let full = false;
  const flush = (): void => {
    if (px < 0 || most === 0) return;
    const tall = Math.max(1, (30 * Math.min(most, throttle.limit)) / throttle.limit);
    c.fillStyle = full ? palette.hue.held : palette.edge;
    c.fillRect(px, top + 34 - tall, 1, tall);
  };
  for (
    let i = Math.max(
      0,
      lastIndex(cells.length, (k) => (cells[k]?.fromMs ?? 0) <= fromMs),
    );
    i < cells.length;
    i++
  ) {
    const cell = cells[i];
    if (cell === undefined) break;
    const at = Math.floor(scale.x(cell.fromMs));
    if (at > plotPx) break;
    if (at !== px) {
      flush();
      [px, most, full] = [at, 0, false];
    }
    most = Math.max(most, cell.used, cell.planned);
    full ||= cell.deferred > 0;
  }
  flush();
}

import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import type { Throttle } from '../../shared/policies/window';
import { throttleOf, windowOf } from '../../shared/rules/throttle';
import { type CanvasFrame, CHAR_PX, line, plate, SOLID } from './canvas-frame';
import { type Cell, type LaneKind, type StreakStep, streakLimit, streakSteps, throttleCells } from './lanes';
import type { LaneItem } from './layout';
import { lastIndex } from './scale';

/** Below this a cell has no numbers; below `STRIP_PX` only the fullest window of each pixel is drawn. */
const NUMBERS_PX = 34;
const STRIP_PX = 4;

const painters: Readonly<Record<LaneKind, (frame: CanvasFrame, item: LaneItem, top: number) => void>> = {
  streak: drawStreak,
  suspension: drawSuspension,
  throttle: drawThrottle,
};

export function drawLane(frame: CanvasFrame, item: LaneItem, top: number): void {
  painters[item.lane](frame, item, top);
}

const stepsOf = new WeakMap<readonly DeliveryRow[], readonly StreakStep[]>();
const cellsOf = new WeakMap<readonly DeliveryRow[], readonly Cell[]>();

function cached<T>(cache: WeakMap<readonly DeliveryRow[], T>, rows: readonly DeliveryRow[], make: () => T): T {
  const known = cache.get(rows);
  if (known !== undefined) return known;
  const made = make();
  cache.set(rows, made);
  return made;
}

/** Steps with their numbers under the dashed threshold. */
function drawStreak(frame: CanvasFrame, { endpoint, rows }: LaneItem, top: number): void {
  const { c, palette, scale, plotPx, nowPx } = frame;
  const limit = streakLimit(endpoint);
  if (limit === null) return;
  const { streak } = endpoint.condition;
  const [ceiling, floor] = [top + 6, top + 23];
  const yOf = (height: number): number => floor - ((floor - ceiling) * Math.min(height, limit)) / limit;
  const red = palette.hue.s5;
  c.globalAlpha = 0.65;
  line(c, red, 1, [3, 3], 0, ceiling, plotPx, ceiling);
  c.globalAlpha = 1;
  const steps = cached(stepsOf, rows, () => streakSteps(rows, streak));
  const end = Math.min(nowPx, plotPx);
  // Without the ends that led to the count, only what is known is drawn: its height since the suspension, or now.
  const isKnown = steps.length > 0;
  const known: StreakStep = { atMs: endpoint.condition.suspendedAt ?? frame.nowMs, streak };
  const begin = isKnown ? Math.min(0, end) : Math.min(end, scale.x(known.atMs));
  let x = begin;
  let y = yOf(isKnown ? 0 : streak);
  const path = new Path2D();
  path.moveTo(x, y);
  c.font = `600 11px ${palette.mono}`;
  c.textAlign = 'left';
  for (const step of isKnown ? steps : [known]) {
    x = scale.x(step.atMs);
    if (x > end) break;
    path.lineTo(x, y);
    y = yOf(step.streak);
    path.lineTo(x, y);
    if (x < -20 || scale.foldBetween(x, x + 12)) continue;
    c.fillStyle = step.streak === 0 ? palette.fg2 : palette.streakText;
    c.fillText(String(step.streak), x + 4, Math.max(top + 12, y - 3));
  }
  path.lineTo(end, y);
  c.strokeStyle = red;
  c.lineWidth = 1.5;
  c.setLineDash(SOLID);
  c.stroke(path);
  path.lineTo(end, floor + 2);
  path.lineTo(begin, floor + 2);
  c.globalAlpha = 0.14;
  c.fillStyle = red;
  c.fill(path);
  c.globalAlpha = 1;
  const words = `suspends at ${limit}${named(endpoint.policy.suspension?.rules.trigger)}`;
  if (plotPx - nowPx < words.length * 6 + 20) return;
  c.font = `400 11px ${palette.ui}`;
  c.textAlign = 'right';
  c.fillStyle = palette.fg3;
  c.fillText(words, plotPx - 12, top + 19);
}

const named = (rules: readonly string[] | undefined): string =>
  rules === undefined || rules.length === 0 ? '' : ` (${rules.join(', ')})`;

let hatch: { readonly colour: string; readonly pattern: CanvasPattern } | null = null;

function hatched(c: CanvasRenderingContext2D, colour: string, alpha: number): CanvasPattern | string {
  if (hatch?.colour === colour) return hatch.pattern;
  // A tile of 8.5 px holds one diagonal stripe of 2 px in every 6.
  const size = 17;
  const tile = new OffscreenCanvas(size, size);
  const t = tile.getContext('2d');
  if (t === null) return colour;
  t.fillStyle = colour;
  t.globalAlpha = 0.1;
  t.fillRect(0, 0, size, size);
  t.globalAlpha = alpha;
  t.strokeStyle = colour;
  t.lineWidth = 4;
  for (const shift of [-size, 0, size]) {
    t.beginPath();
    t.moveTo(shift - 2, size + 2);
    t.lineTo(shift + size + 2, -2);
    t.stroke();
  }
  const pattern = c.createPattern(tile, 'repeat');
  if (pattern === null) return colour;
  pattern.setTransform(new DOMMatrix().scale(0.5));
  hatch = { colour, pattern };
  return pattern;
}

/** Hatched from where it began; paler beyond now, because its end is unknown. */
function drawSuspension(frame: CanvasFrame, { endpoint }: LaneItem, top: number): void {
  const { c, palette, scale, plotPx, nowPx } = frame;
  const { suspendedAt } = endpoint.condition;
  if (suspendedAt === null) return;
  const start = scale.x(suspendedAt);
  if (start > plotPx) return;
  const left = Math.max(0, start);
  c.fillStyle = hatched(c, palette.hue.held, palette.hatch);
  c.fillRect(left, top + 4, plotPx - left, 18);
  if (start >= 0) {
    c.fillStyle = palette.hue.held;
    c.fillRect(start, top + 4, 2.5, 18);
  }
  if (nowPx < plotPx) {
    c.globalAlpha = 0.55;
    c.fillStyle = palette.plot;
    c.fillRect(Math.max(left, nowPx), top + 4, plotPx, 18);
    c.globalAlpha = 1;
  }
  const words = suspensionWords(endpoint);
  const room = Math.min(nowPx, plotPx) - left;
  if (words.length * 6 + 34 > room || scale.foldBetween(left + 10, left + words.length * 6 + 24)) return;
  c.font = `500 11px ${palette.ui}`;
  c.textAlign = 'left';
  plate(c, palette.plot, left + 10, top + 5, c.measureText(words).width + 14, 16, 2);
  c.fillStyle = palette.heldText;
  c.fillText(words, left + 17, top + 17);
}

/** Why the policy closed the endpoint: `5 exhausted in a row (F17)`. */
function suspensionWords({ policy }: EndpointView): string {
  if (policy.suspension === null) return 'suspended';
  const { trigger, rules } = policy.suspension;
  const what =
    trigger.kind === 'exhausted-in-a-row'
      ? `${trigger.count} exhausted in a row`
      : 'exhausted without a success meanwhile';
  return `${what}${named(rules.trigger)}`;
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

import type { EndpointView, Level } from '../../shared/contract/views';
import { sayTrigger } from '../../shared/words/suspension';
import { type CanvasFrame, CHAR_PX, line, plate, SOLID } from './canvas-frame';
import type { Ink } from './ink';
import { streakLimit } from './lanes';
import type { LaneItem } from './layout';
import { type Closed, closedSpans, type HalfOpen, streakLine } from './past';
import { lastIndex } from './scale';
import { sayCount } from './words';

const named = (rules: readonly string[] | undefined): string =>
  rules === undefined || rules.length === 0 ? '' : ` (${rules.join(', ')})`;

/** How a count over time is drawn: a step line with an area under it, and a number at each step that has room. */
type StepLine = {
  readonly levels: readonly Level[];
  readonly colour: string;
  readonly text: string;
  readonly yOf: (value: number) => number;
  readonly floor: number;
  /** What no number crosses: the dashed line above the steps, or the lane's edge. */
  readonly roof: number;
};

/** The numbers keep this much room between them, in px. */
const NUMBER_GAP_PX = 14;
/** Where steps crowd, one number in so many px stands on a plate of its own. */
const CROWDED_PX = 64;
const CAP_PX = 8;

/** Draws from the left edge to now. Without a level at the edge it begins with the first. */
function drawSteps(frame: CanvasFrame, { levels, colour, text, yOf, floor, roof }: StepLine): void {
  const { c, palette, scale, plotPx, nowPx } = frame;
  const end = Math.min(nowPx, plotPx);
  const before = lastIndex(levels.length, (i) => scale.x(levels[i]?.at ?? Infinity) <= 0);
  const first = levels[Math.max(0, before)];
  if (first === undefined || end <= 0) return;
  const begin = Math.max(0, scale.x(first.at));
  if (begin > end) return;
  let y = yOf(before < 0 ? 0 : first.value);
  c.beginPath();
  c.moveTo(begin, y);
  const steps: { readonly x: number; readonly y: number; readonly value: number }[] = [];
  for (let i = Math.max(0, before); i < levels.length; i++) {
    const level = levels[i];
    if (level === undefined) break;
    const x = Math.max(begin, scale.x(level.at));
    if (x > end) break;
    c.lineTo(x, y);
    y = yOf(level.value);
    c.lineTo(x, y);
    if (i !== before) steps.push({ x, y, value: level.value });
  }
  c.lineTo(end, y);
  c.strokeStyle = colour;
  c.lineWidth = 1.5;
  c.setLineDash(SOLID);
  c.stroke();
  c.lineTo(end, floor);
  c.lineTo(begin, floor);
  c.globalAlpha = 0.14;
  c.fillStyle = colour;
  c.fill();
  c.globalAlpha = 1;
  c.font = `600 11px ${palette.mono}`;
  c.textAlign = 'left';
  let lastWordPx = -Infinity;
  steps.forEach((step, i) => {
    const { x, value } = step;
    const words = sayCount(value);
    const width = words.length * CHAR_PX;
    const next = steps[i + 1];
    const isCrowded = next !== undefined && next.x < x + width + 6;
    if (x < lastWordPx + (isCrowded ? CROWDED_PX : 0) || scale.foldBetween(x, x + 12)) return;
    lastWordPx = x + width + NUMBER_GAP_PX;
    const baseline = numberAt(step.y, floor, roof);
    if (isCrowded) plate(c, palette.plot, x + 2, baseline - CAP_PX - 2, width + 4, CAP_PX + 4, 2);
    c.fillStyle = value === 0 ? palette.fg2 : text;
    c.fillText(words, x + 4, baseline);
  });
}

/** Above its step, or under it where it would cross the roof: a number is never struck through. */
function numberAt(y: number, floor: number, roof: number): number {
  const under = y + CAP_PX + 3;
  return y - CAP_PX - 3 < roof + 1 && under <= floor + 1 ? under : Math.max(roof + CAP_PX - 1, y - 3);
}

/** Steps with their numbers under the dashed threshold. */
export function drawStreak(frame: CanvasFrame, { endpoint, past }: LaneItem, top: number): void {
  const { c, palette, plotPx } = frame;
  const limit = streakLimit(endpoint);
  if (limit === null) return;
  const { streak, suspendedAt } = endpoint.condition;
  const [ceiling, floor] = [top + 6, top + 23];
  const yOf = (height: number): number => floor - ((floor - ceiling) * Math.min(height, limit)) / limit;
  const colour = palette.hue.s5;
  c.globalAlpha = 0.65;
  line(c, colour, 1, [3, 3], 0, ceiling, plotPx, ceiling);
  c.globalAlpha = 1;
  const told = streakLine(past);
  // Until the steps are read only what is known is drawn: its height since the suspension, or now.
  const levels = told.length > 0 ? told : [{ at: suspendedAt ?? frame.nowMs, value: streak }];
  drawSteps(frame, { levels, colour, text: palette.streakText, yOf, floor: floor + 2, roof: ceiling });
  const words = `suspends at ${limit}${named(endpoint.policy.suspension?.rules.trigger)}`;
  drawLimit(frame, words, top + 19);
}

/** Below this share of the limit the level is drawn to a scale of its own, or nothing would be seen of it. */
const LEGIBLE_SHARE = 0.1;

/** How many were held, to scale under the dashed limit, with a dot at now. */
export function drawHeld(frame: CanvasFrame, { endpoint, past }: LaneItem, top: number): void {
  const { c, palette, plotPx, nowPx } = frame;
  const { held } = endpoint.counts;
  const levels = past === null || past.held.length === 0 ? [{ at: frame.nowMs, value: held }] : past.held;
  const peak = levels.reduce((most, { value }) => Math.max(most, value), Math.max(1, held));
  const limit = endpoint.policy.suspension?.holdLimit ?? null;
  const isToLimit = limit !== null && peak >= limit * LEGIBLE_SHARE;
  const most = isToLimit ? Math.max(limit, peak) : peak;
  const [ceiling, floor] = [top + (isToLimit ? 6 : 15), top + 33];
  const yOf = (value: number): number => floor - ((floor - ceiling) * value) / most;
  const colour = palette.hue.held;
  if (isToLimit) {
    c.globalAlpha = 0.65;
    line(c, colour, 1, [3, 3], 0, yOf(limit), plotPx, yOf(limit));
    c.globalAlpha = 1;
  }
  const roof = isToLimit ? yOf(limit) : top;
  drawSteps(frame, { levels, colour, text: palette.heldText, yOf, floor: floor + 1, roof });
  if (nowPx >= 0 && nowPx <= plotPx) {
    c.fillStyle = colour;
    c.beginPath();
    c.arc(nowPx, yOf(held), 3, 0, Math.PI * 2);
    c.fill();
  }
  if (limit === null) return;
  const words = `limit ${sayCount(limit)}${isToLimit ? '' : ', far above'}${named(endpoint.policy.suspension?.rules.overflow)}`;
  drawLimit(frame, words, top + 22);
}

/** What a lane's dashed line means, at the right edge where *now* and the folds leave room for it. */
function drawLimit({ c, palette, scale, plotPx, nowPx }: CanvasFrame, words: string, baseline: number): void {
  const left = plotPx - 20 - words.length * 6;
  if (left < nowPx || scale.foldBetween(left, plotPx)) return;
  c.font = `400 11px ${palette.ui}`;
  c.textAlign = 'right';
  c.fillStyle = palette.fg3;
  c.fillText(words, plotPx - 12, baseline);
}

let hatch: { readonly colour: string; readonly pattern: CanvasPattern } | null = null;

function hatched(c: Ink, colour: string, alpha: number): CanvasPattern | string {
  if (c.stripes !== undefined) return c.stripes(colour, alpha);
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

/** Every stretch in which nothing was received, hatched; paler beyond now, because its end is unknown. */
export function drawSuspension(frame: CanvasFrame, { endpoint, past }: LaneItem, top: number): void {
  for (const span of closedSpans(past, endpoint)) drawClosed(frame, endpoint, span, top);
}

function drawClosed(frame: CanvasFrame, endpoint: EndpointView, span: Closed, top: number): void {
  const { c, palette, scale, plotPx, nowPx } = frame;
  const start = scale.x(span.fromMs);
  // Ahead of now it ends where its time is over, if that is known.
  const endsAt = span.toMs ?? (span.by === 'policy' ? endpoint.condition.reopensAt : undefined);
  const stop = endsAt === undefined ? plotPx : scale.x(endsAt);
  if (start > plotPx || stop < 0) return;
  const [left, right] = [Math.max(0, start), Math.min(plotPx, stop)];
  c.fillStyle = hatched(c, palette.hue.held, palette.hatch);
  c.fillRect(left, top + 4, Math.max(1, right - left), 18);
  c.fillStyle = palette.hue.held;
  if (start >= 0) c.fillRect(start, top + 4, 2.5, 18);
  if (endsAt !== undefined && stop <= plotPx) c.fillRect(stop - 1, top + 4, 1, 18);
  if (span.toMs === null && nowPx < plotPx) {
    c.globalAlpha = 0.55;
    c.fillStyle = palette.plot;
    c.fillRect(
      Math.max(left, nowPx),
      top + 4,
      endsAt === undefined ? plotPx : Math.max(0, right - Math.max(left, nowPx)),
      18,
    );
    c.globalAlpha = 1;
  }
  for (const stretch of span.halfOpen) drawHalfOpen(frame, stretch, stop, top);
  let px = left + 10;
  for (const words of closedWords(endpoint, span)) {
    const width = words.length * 6 + 14;
    if (px + width + 10 > Math.min(right, Math.max(nowPx, left)) || scale.foldBetween(px, px + width)) return;
    c.font = `500 11px ${palette.ui}`;
    c.textAlign = 'left';
    const plateWidth = c.measureText(words).width + 14;
    plate(c, palette.plot, px, top + 5, plateWidth, 16, 2);
    c.fillStyle = palette.heldText;
    c.fillText(words, px + 7, top + 17);
    px += plateWidth + 10;
  }
}

/** Where probes went: no hatch, since something was received, in a dashed frame; a failed probe alone is a tick. */
function drawHalfOpen(frame: CanvasFrame, { fromMs, toMs }: HalfOpen, stop: number, top: number): void {
  const { c, palette, scale, plotPx, nowPx } = frame;
  const start = scale.x(fromMs);
  const end = toMs === null ? stop : scale.x(toMs);
  if (start > plotPx || end < 0) return;
  const [left, right] = [Math.max(-2, start), Math.min(plotPx + 2, end)];
  const colour = palette.hue.held;
  if (right - left < 4) {
    plate(c, palette.plot, left - 1.5, top + 4, 5, 18, 0);
    line(c, colour, 2, SOLID, left + 1, top + 4, left + 1, top + 22);
    return;
  }
  plate(c, palette.plot, left, top + 4, right - left, 18, 0);
  c.globalAlpha = toMs === null && nowPx < left ? 0.55 : 1;
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.setLineDash([3, 3]);
  c.strokeRect(left + 0.5, top + 4.5, right - left - 1, 17);
  c.setLineDash(SOLID);
  c.globalAlpha = 1;
  // At the end of what has happened of it, or at its beginning where a fold is in the way.
  const width = HALF_OPEN.length * 6 + 12;
  const last = Math.min(right, toMs === null ? Math.max(nowPx, left) : right) - width;
  const px = [last, left].find((x) => x >= left && x + width <= right && !scale.foldBetween(x, x + width));
  if (px === undefined) return;
  c.font = `500 11px ${palette.ui}`;
  c.textAlign = 'left';
  c.fillStyle = palette.heldText;
  c.fillText(HALF_OPEN, px + 6, top + 17);
}
const HALF_OPEN = 'half-open';

/** Why it was closed: `5 exhausted in a row (F17)`, then the provider's own reason. */
export function closedWords({ policy }: EndpointView, { by, streak }: Closed): readonly string[] {
  if (by === 'person') return ['disabled by you'];
  if (policy.suspension === null) return ['suspended'];
  const { trigger, rules, reason } = policy.suspension;
  const what =
    trigger.kind === 'exhausted-without-success'
      ? 'exhausted without a success meanwhile'
      : sayTrigger(policy.suspension, streak ?? undefined);
  return [`${what}${named(rules.trigger)}`, ...(reason === null ? [] : [reason])];
}

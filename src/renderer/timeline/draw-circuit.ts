import type { EndpointView, Level } from '../../shared/contract/views';
import { sayTrigger } from '../../shared/words/suspension';
import { type CanvasFrame, CHAR_PX, line, plate, SOLID } from './canvas-frame';
import type { Ink } from './ink';
import { streakLimit } from './lanes';
import type { LaneItem } from './layout';
import { type Closed, closedSpans, streakLine } from './past';
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
  readonly top: number;
};

/** The numbers keep this much room between them, in px. */
const NUMBER_GAP_PX = 14;

/** Draws from the left edge to now. Without a level at the edge it begins with the first. */
function drawSteps(frame: CanvasFrame, { levels, colour, text, yOf, floor, top }: StepLine): void {
  const { c, palette, scale, plotPx, nowPx } = frame;
  const end = Math.min(nowPx, plotPx);
  const before = lastIndex(levels.length, (i) => scale.x(levels[i]?.at ?? Infinity) <= 0);
  const first = levels[Math.max(0, before)];
  if (first === undefined || end <= 0) return;
  const begin = Math.max(0, scale.x(first.at));
  if (begin > end) return;
  let y = yOf(before < 0 ? 0 : first.value);
  let lastWordPx = -Infinity;
  c.beginPath();
  c.moveTo(begin, y);
  c.font = `600 11px ${palette.mono}`;
  c.textAlign = 'left';
  for (let i = Math.max(0, before); i < levels.length; i++) {
    const level = levels[i];
    if (level === undefined) break;
    const x = Math.max(begin, scale.x(level.at));
    if (x > end) break;
    c.lineTo(x, y);
    y = yOf(level.value);
    c.lineTo(x, y);
    const words = sayCount(level.value);
    if (x < lastWordPx || i === before || scale.foldBetween(x, x + 12)) continue;
    lastWordPx = x + words.length * CHAR_PX + NUMBER_GAP_PX;
    c.fillStyle = level.value === 0 ? palette.fg2 : text;
    c.fillText(words, x + 4, Math.max(top + 12, y - 3));
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
}

/** Steps with their numbers under the dashed threshold. */
export function drawStreak(frame: CanvasFrame, { endpoint, past }: LaneItem, top: number): void {
  const { c, palette, plotPx, nowPx } = frame;
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
  drawSteps(frame, { levels, colour, text: palette.streakText, yOf, floor: floor + 2, top });
  const words = `suspends at ${limit}${named(endpoint.policy.suspension?.rules.trigger)}`;
  if (plotPx - nowPx < words.length * 6 + 20) return;
  c.font = `400 11px ${palette.ui}`;
  c.textAlign = 'right';
  c.fillStyle = palette.fg3;
  c.fillText(words, plotPx - 12, top + 19);
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
  drawSteps(frame, { levels, colour, text: palette.heldText, yOf, floor: floor + 1, top });
  if (nowPx >= 0 && nowPx <= plotPx) {
    c.fillStyle = colour;
    c.beginPath();
    c.arc(nowPx, yOf(held), 3, 0, Math.PI * 2);
    c.fill();
  }
  if (limit === null) return;
  const words = `limit ${sayCount(limit)}${isToLimit ? '' : ', far above'}${named(endpoint.policy.suspension?.rules.overflow)}`;
  if (plotPx - nowPx < words.length * 6 + 20) return;
  c.font = `400 11px ${palette.ui}`;
  c.textAlign = 'right';
  c.fillStyle = palette.fg3;
  c.fillText(words, plotPx - 12, top + 22);
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

import { shortId } from '../../shared/model/ids';
import type { Elder } from '../../shared/model/step';
import { type CanvasFrame, CHAR_PX, dotted, line, plate, SOLID } from './canvas-frame';
import { drawGlyph } from './draw-glyph';
import { bandPx } from './hit';
import type { Mark, PlannedNext, RowModel } from './row-model';
import type { VisibleRow } from './scene';
import { sayAhead, sayPlanned } from './words';

/** What the policy will do: hollow, translucent, dashed. Drawn beneath the marks. */
export function drawPlanAhead(frame: CanvasFrame, model: RowModel, y: number, isHot: boolean): void {
  const { next } = model;
  if (next === null) return;
  const { c, palette, scale, nowPx, plotPx } = frame;
  drawFurtherBands(frame, model, y);
  drawBand(frame, model, y, isHot);
  const since = Math.max(-2, scale.x(next.sinceMs));
  const ring = Math.max(scale.x(next.dueAt), nowPx);
  const waited = Math.min(nowPx, plotPx);
  if (waited > since) line(c, palette.edge, 1.5, SOLID, since, y, waited, y);
  const start = Math.max(since, nowPx, 0);
  const end = Math.min(ring - 5, plotPx);
  const turned = next.deferredMs === null ? end : Math.min(end, Math.max(start, scale.x(next.deferredMs)));
  if (turned > start) line(c, palette.hue.plan, 1.5, [2, 3], start, y, turned, y);
  if (next.deferredMs !== null) drawDeferred(frame, scale.x(next.deferredMs), ring, y);
}

function drawBand({ c, palette, scale, plotPx }: CanvasFrame, model: RowModel, y: number, isHot: boolean): void {
  const band = bandPx(model.next, scale);
  if (band === null || band.right < 0 || band.left > plotPx || band.right - band.left < 2) return;
  const left = Math.max(-4, band.left);
  const width = Math.min(plotPx + 4, band.right) - left;
  const colour = palette.hue.plan;
  if (band.right - band.left > (plotPx * 2) / 3 && !isHot) {
    c.globalAlpha = 0.55;
    plate(c, colour, left, y - 1, width, 2, 1);
    c.globalAlpha = 1;
    return;
  }
  if (isHot) {
    c.globalAlpha = 0.3;
    plate(c, colour, left, y - 8, width, 16, 2);
  } else {
    c.globalAlpha = palette.bandAhead;
    plate(c, colour, left, y - 6, width, 12, 2);
    c.globalAlpha = 0.42;
    c.strokeStyle = colour;
    c.lineWidth = 1;
    c.setLineDash(SOLID);
    c.beginPath();
    c.roundRect(left + 0.5, y - 5.5, Math.max(0, width - 1), 11, 2);
    c.stroke();
  }
  c.globalAlpha = 1;
}

/** A throttle's doing: the chevron where the attempt was turned away, dashes to its window. */
export function drawDeferred({ c, palette, plotPx }: CanvasFrame, fromPx: number, toPx: number, y: number): void {
  if (toPx < 0 || fromPx > plotPx || toPx - fromPx < 2) return;
  line(c, palette.hue.held, 1.5, [4, 2.5], Math.max(-6, fromPx), y, Math.min(plotPx + 6, toPx), y);
  if (toPx - fromPx >= 16) drawGlyph(c, palette, 'deferred', fromPx, y, 0.9, 0);
}

/** Attempts after the next one: bands that widen, thinner and paler, because each hangs on the failure before it. */
function drawFurtherBands({ c, palette, scale, plotPx, nowPx }: CanvasFrame, model: RowModel, y: number): void {
  const last = model.further[model.further.length - 1];
  if (model.next === null || last === undefined) return;
  const from = Math.max(scale.x(model.next.dueAt), nowPx, 0);
  const to = Math.min(plotPx, scale.x(last.nominalMs));
  if (from > plotPx) return;
  const colour = palette.hue.plan;
  if (to > from) {
    c.globalAlpha = 0.55;
    c.fillStyle = dotted(c, colour);
    c.fillRect(from, Math.floor(y), to - from, 1);
  }
  for (const { fromMs, toMs } of model.further) {
    const [left, right] = [scale.x(fromMs), scale.x(toMs)];
    if (left > plotPx) break;
    if (right - left < 3 || right - left > plotPx * 2) continue;
    c.globalAlpha = palette.bandAhead * 0.35;
    plate(c, colour, left, y - 3.5, right - left, 7, 2);
    c.globalAlpha = 0.32;
    line(c, colour, 1, SOLID, right, y - 3.5, right, y + 3.5);
    line(c, colour, 1, SOLID, left, y - 3.5, left, y + 3.5);
  }
  c.globalAlpha = 1;
}

/** The ring of a planned attempt: the next one on its drawn instant with the countdown, further ones smaller. */
export function drawPlanMark(frame: CanvasFrame, mark: Mark, px: number, y: number, row: VisibleRow): void {
  const { c, palette } = frame;
  const model = row.model;
  if (mark.key !== 'next' || model === null || model.next === null) {
    plate(c, palette.plot, px - 4, y - 4, 8, 8, 4);
    c.globalAlpha = 0.8;
    drawGlyph(c, palette, 'plan', px, y, 0.68, 0);
    c.globalAlpha = 1;
    return;
  }
  if (mark.glyph === 'plan') line(c, palette.hue.plan, 1.5, SOLID, px, y - 6, px, y + 6);
  plate(c, palette.plot, px - 5.4, y - 5.4, 10.8, 10.8, 5.4);
  drawGlyph(c, palette, mark.glyph, px, y, 1, 0);
  drawCountdown(frame, model, row, px, y);
}

/** `#4 in 4:12` on a plate left of the ring; right of it where the left has no room; nowhere in a fold. */
function drawCountdown(frame: CanvasFrame, model: RowModel, row: VisibleRow, px: number, y: number): void {
  const { next } = model;
  if (next === null) return;
  const { c, palette, scale, nowPx, plotPx, nowMs } = frame;
  const time = model.elder === null ? sayAhead(next.dueAt - nowMs) : shortId(model.elder.id);
  const full = sayNext(next, model.elder, nowMs);
  c.font = `600 11px ${palette.mono}`;
  const width = full.length * CHAR_PX;
  const left = px - 15 - width;
  // What waits for its elder stands at now, with nothing but its wait before it.
  const edge = model.elder === null ? nowPx : scale.x(next.sinceMs) + 8;
  const isFree = left - 4 > Math.max(0, edge) && !scale.foldBetween(left - 4, px - 11);
  if (isFree) {
    c.globalAlpha = 0.86;
    plate(c, palette.plot, left - 4, y - 8, width + 8, 16, 3);
    c.globalAlpha = 1;
    c.textAlign = 'right';
    c.fillStyle = palette.planText;
    c.fillText(full, px - 15, y + 4);
    return;
  }
  const after = row.placed.find(({ px: other }) => other > px + 1);
  const room = Math.min(plotPx, (after?.left ?? Infinity) - 2, foldAfter(frame, px)) - (px + 9);
  const words = width <= room ? full : time;
  if (words.length * CHAR_PX > room) return;
  c.globalAlpha = 0.7;
  plate(c, palette.plot, px + 7, y - 7, words.length * CHAR_PX + 4, 14, 3);
  c.globalAlpha = 1;
  c.textAlign = 'left';
  c.fillStyle = palette.planText;
  c.fillText(words, px + 9, y + 4);
}

/** `#4 in 4:12`, or for which delivery it waits. */
const sayNext = ({ n, dueAt }: PlannedNext, elder: Elder | null, nowMs: number): string =>
  elder === null ? sayPlanned(n, dueAt - nowMs) : `#${n} waits for ${shortId(elder.id)}`;

function foldAfter({ scale }: CanvasFrame, px: number): number {
  for (const { fromMs } of scale.folds) {
    const left = scale.x(fromMs);
    if (left > px) return left - 2;
  }
  return Infinity;
}

/** What is planned beyond the plot: its words and a chevron at the edge, over folds. */
export function drawPlanBeyond({ c, palette, plotPx, scale, nowMs }: CanvasFrame, model: RowModel, y: number): void {
  const { next, elder } = model;
  if (next === null || scale.x(Math.max(next.dueAt, nowMs)) <= plotPx) return;
  const words = sayNext(next, elder, nowMs);
  const left = plotPx - 26 - words.length * CHAR_PX;
  // Words never cover what happened, nor now; the chevron alone still says that more is planned.
  const isFree = (px: number): boolean => px < left || px > plotPx + 8;
  if (isFree(scale.x(next.sinceMs) + 12) && isFree(scale.x(nowMs) + 4)) {
    c.globalAlpha = 0.86;
    plate(c, palette.plot, left, y - 8, plotPx - 2 - left, 16, 3);
    c.globalAlpha = 1;
    c.font = `600 11px ${palette.mono}`;
    c.textAlign = 'right';
    c.fillStyle = palette.planText;
    c.fillText(words, plotPx - 20, y + 4);
  }
  c.strokeStyle = palette.planText;
  c.lineWidth = 1.6;
  c.lineCap = 'round';
  c.setLineDash(SOLID);
  c.beginPath();
  c.moveTo(plotPx - 13, y - 4);
  c.lineTo(plotPx - 9, y);
  c.lineTo(plotPx - 13, y + 4);
  c.stroke();
  c.lineCap = 'butt';
}

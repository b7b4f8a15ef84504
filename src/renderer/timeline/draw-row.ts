import { sayDuration } from '../../shared/words/duration';
import { type CanvasFrame, CHAR_PX, line, plate, SOLID } from './canvas-frame';
import { drawFinal, drawGlyph } from './draw-glyph';
import { drawDeferred, drawPlanAhead, drawPlanMark } from './draw-plan';
import { HUE_OF } from './glyphs';
import type { Placed } from './place';
import type { Mark, RowModel, TimeBand } from './row-model';
import type { VisibleRow } from './scene';
import { sayOutcome } from './words';

/** Bands narrower than this say nothing. */
const BAND_MIN_PX = 2;

/** Everything of a row between its ground and the now line: bands and lines first, then the marks. */
export function drawRow(frame: CanvasFrame, row: VisibleRow, y: number, isHot: boolean, isBandHot: boolean): void {
  const { model } = row;
  if (model !== null) {
    drawPast(frame, model, y);
    if (model.heldSinceMs !== null) drawHeld(frame, model.heldSinceMs, y);
    drawPlanAhead(frame, model, y, isBandHot);
  }
  const ground = isHot ? frame.palette.hover : frame.palette.plot;
  for (const placed of row.placed) {
    if (placed.to - placed.from > 1) drawPill(frame, placed, y);
    else drawMark(frame, placed.first, placed.px, y, ground, row);
  }
  if (model?.caption != null) drawCaption(frame, model.caption, row, y);
}

function drawPast(frame: CanvasFrame, model: RowModel, y: number): void {
  const { c, palette, scale, plotPx } = frame;
  for (const { fromMs, toMs, band, deferredMs } of model.waits) {
    if (band !== null) drawPastBand(frame, band, y);
    const [left, right] = [scale.x(fromMs), scale.x(toMs)];
    if (right < 0 || left > plotPx || right - left < 0.5) continue;
    const turned = deferredMs === null ? right : Math.min(right, Math.max(left, scale.x(deferredMs)));
    if (turned > left) line(c, palette.edge, 1.5, SOLID, Math.max(-2, left), y, Math.min(plotPx + 2, turned), y);
    if (deferredMs !== null) drawDeferred(frame, turned, right, y);
  }
}

function drawPastBand({ c, palette, scale, plotPx, level }: CanvasFrame, band: TimeBand, y: number): void {
  const [left, right] = [scale.x(band.fromMs), scale.x(band.toMs)];
  if (right < 0 || left > plotPx || right - left < BAND_MIN_PX) return;
  c.globalAlpha = palette.bandPast;
  if (right - left > (plotPx * 2) / 3) {
    c.globalAlpha = 0.35;
    plate(c, palette.hue.plan, Math.max(-4, left), y - 1, Math.min(plotPx + 4, right) - Math.max(-4, left), 2, 1);
  } else {
    plate(c, palette.hue.plan, left, y - 5, right - left, 10, 2);
    if (level === 'seconds') {
      c.globalAlpha = 0.6;
      const nominal = scale.x(band.nominalMs);
      for (const x of [left, nominal, right])
        line(c, palette.fg3, 1, x === nominal ? [2, 2] : SOLID, x, y - 5, x, y + 5);
    }
  }
  c.globalAlpha = 1;
}

function drawHeld({ c, palette, scale, nowPx, plotPx }: CanvasFrame, sinceMs: number, y: number): void {
  const left = Math.max(0, scale.x(sinceMs) + 10);
  const right = Math.min(plotPx, nowPx);
  if (right <= left) return;
  c.lineCap = 'round';
  c.globalAlpha = 0.9;
  line(c, palette.hue.held, 1.4, [1, 4], left, y, right, y);
  c.globalAlpha = 1;
  c.lineCap = 'butt';
}

function drawMark(frame: CanvasFrame, mark: Mark, px: number, y: number, ground: string, row: VisibleRow): void {
  const { c, palette, turn } = frame;
  if (mark.attempt !== null) drawDuration(frame, mark, px, y);
  if (mark.glyph === 'plan' || mark.glyph === 'queued') drawPlanMark(frame, mark, px, y, row);
  else if (mark.final && row.model !== null) drawFinal(c, palette, mark.glyph, px, y, ground);
  else {
    if (mark.glyph === 'held') plate(c, ground, px - 7, y - 8, 14, 16, 0);
    if (mark.glyph === 'flight') plate(c, ground, px - 6, y - 6, 12, 12, 6);
    drawGlyph(c, palette, mark.glyph, px, y, 1, turn);
  }
}

/** The request itself: a thin bar from 4 px, at seconds a bar that says its status and length. */
function drawDuration({ c, palette, scale, level, plotPx }: CanvasFrame, mark: Mark, px: number, y: number): void {
  const left = scale.x(mark.fromMs);
  if (px - left < 4 || px < 0 || left > plotPx) return;
  const colour = palette.hue[HUE_OF[mark.glyph]];
  if (level !== 'seconds' || px - left < 18) {
    c.globalAlpha = 0.75;
    plate(c, colour, left, y - 2.5, px - left, 5, 1.5);
    c.globalAlpha = 1;
    return;
  }
  c.globalAlpha = 0.26;
  plate(c, colour, left, y - 7, px - left, 14, 2);
  c.globalAlpha = 0.75;
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.setLineDash(SOLID);
  c.strokeRect(left + 0.5, y - 6.5, px - left - 1, 13);
  c.globalAlpha = 1;
  const outcome = mark.attempt?.outcome ?? null;
  if (outcome === null) return;
  const status = outcome.kind === 'response' ? String(outcome.status) : sayOutcome(outcome);
  const words = `${status} · ${sayDuration(outcome.tookMs)}`;
  const room = px - Math.max(0, left) - 14;
  const start = Math.max(0, left) + 6;
  if (words.length * CHAR_PX + 6 > room || scale.foldBetween(start, start + words.length * CHAR_PX)) return;
  c.font = `500 11px ${palette.mono}`;
  c.textAlign = 'left';
  c.fillStyle = palette.fg;
  c.fillText(words, start, y + 4);
}

/** A stack: first outcome, last when it differs or is final, and how many. */
function drawPill({ c, palette, turn }: CanvasFrame, placed: Placed, y: number): void {
  const { left, right, px, first, last, count } = placed;
  c.fillStyle = palette.raised;
  c.strokeStyle = palette.line;
  c.lineWidth = 1;
  c.setLineDash(SOLID);
  c.beginPath();
  c.roundRect(left, y - 9, right - left, 18, 9);
  c.fill();
  c.stroke();
  drawGlyph(c, palette, first.glyph, px, y, 0.9, turn);
  if (last?.final === true) drawFinal(c, palette, last.glyph, px + 16, y, null, 6.6);
  else if (last !== null) drawGlyph(c, palette, last.glyph, px + 16, y, 0.9, turn);
  if (count === 1) return;
  c.font = `400 11px ${palette.mono}`;
  c.textAlign = 'left';
  c.fillStyle = palette.fg;
  c.fillText(`×${count}`, px + (last === null ? 7 : 25), y + 4);
}

function drawCaption(
  { c, palette, plotPx, scale }: CanvasFrame,
  caption: string,
  { placed }: VisibleRow,
  y: number,
): void {
  const last = placed[placed.length - 1];
  if (last === undefined || last.right + 12 > plotPx) return;
  c.font = `400 11px ${palette.ui}`;
  c.textAlign = 'left';
  c.fillStyle = palette.fg3;
  if (scale.foldBetween(last.right + 6, last.right + 6 + caption.length * 5.5)) return;
  c.fillText(caption, last.right + 6.5, y + 4);
}

import type { CanvasFrame } from './canvas-frame';
import { drawFolds, drawGround, drawHeader, drawNow, drawRowGround } from './draw-ground';
import { drawLane } from './draw-lanes';
import { drawPlanBeyond } from './draw-plan';
import { drawRow } from './draw-row';
import { drawThread } from './draw-threads';
import { rowKeyOf } from './keyboard';
import { hasMarks, type Layout, ROW_PX } from './layout';
import { rowModel } from './row-model';
import { marksOf, visibleItems, visibleRow } from './scene';
import type { Tick } from './ticks';

/** What is marked out: the row under the pointer, the selected one, and the row whose band is hovered or focused. */
export type Emphasis = {
  readonly hotRow: string | null;
  readonly selected: string | null;
  readonly bandRow: string | null;
};

/**
 * Paints the plot: ground, rows that are on screen, folds over them, headers over those, now over everything.
 * @returns whether an attempt in flight is on screen: its arc turns
 */
export function paintPlot(
  frame: CanvasFrame,
  grid: readonly Tick[],
  layout: Layout,
  scrollTop: number,
  emphasis: Emphasis,
): boolean {
  let turns = false;
  drawGround(frame, grid);
  const items = visibleItems(layout, scrollTop, scrollTop + frame.heightPx);
  for (const item of items) {
    if (item.kind === 'lane') drawLane(frame, item, item.y - scrollTop);
    if (!hasMarks(item)) continue;
    const key = rowKeyOf(item);
    const top = item.y - scrollTop;
    const isHot = key === emphasis.hotRow || key === emphasis.selected;
    drawRowGround(frame, item, top, isHot);
    if (item.height < ROW_PX) {
      drawThread(frame, marksOf(item), top, item.height);
      continue;
    }
    const row = visibleRow(item, frame.scale, frame.nowMs, frame.plotPx);
    if (row.model?.row.state === 'processing') turns = true;
    if (frame.level === 'days' && item.kind === 'shared') drawThread(frame, row.marks, top + 5, item.height - 10);
    else drawRow(frame, row, top + ROW_PX / 2, isHot, key === emphasis.bandRow);
  }
  drawFolds(frame);
  for (const item of items) {
    if (item.kind !== 'row' || item.height < ROW_PX) continue;
    drawPlanBeyond(frame, rowModel(item.row, item.endpoint), item.y - scrollTop + ROW_PX / 2);
  }
  for (const item of items) if (item.kind === 'header') drawHeader(frame, item, item.y - scrollTop);
  drawNow(frame);
  return turns;
}

import { exactTime, shortDay } from '../view-models/instants';
import { zoneName } from '../view-models/zone';
import { AXIS_PX, type CanvasFrame } from './canvas-frame';
import { drawAxis } from './draw-axis';
import { drawGlyph } from './draw-glyph';
import { drawHeadline, drawLabel, LABELS_PX } from './draw-labels';
import type { Glyph } from './glyphs';
import type { Ink } from './ink';
import type { Layout } from './layout';
import { paintPlot } from './paint';
import { visibleItems } from './scene';
import { ticks } from './ticks';

/** The timeline as it stands at one moment: what a picture is made of. */
export type Still = {
  readonly frame: Omit<CanvasFrame, 'c'>;
  readonly layout: Layout;
  readonly scrollTop: number;
  /** What it is a picture of: the run's name. */
  readonly title: string;
};

/** What a picture is drawn on: ink, and a way to keep a part of it in a box. */
export type Sheet = {
  readonly c: Ink;
  readonly within: (x: number, y: number, width: number, height: number, paint: () => void) => void;
};

const HEAD_PX = 44;
const FOOT_PX = 30;
const PAD_PX = 14;
const NO_EMPHASIS = { hotRow: null, selected: null, bandRow: null };

const LEGEND: readonly (readonly [Glyph, string])[] = [
  ['ok', '2xx'],
  ['r3', '3xx'],
  ['c4', '4xx'],
  ['s5', '5xx'],
  ['timeout', 'Time-out'],
  ['cross', 'No connection'],
  ['interrupted', 'Interrupted'],
  ['plan', 'Planned'],
  ['deferred', 'Deferred'],
  ['held', 'Held'],
];
/** Between the words of the legend and the next shape. */
const LEGEND_GAP_PX = 16;
/** Room for the head and the legend, however narrow the plot. */
const LEAST_PX = 860;

/** The size of a still's picture, in px. */
export const stillSize = ({ frame: { plotPx, heightPx } }: Still): { width: number; height: number } => ({
  width: Math.ceil(Math.max(LABELS_PX + plotPx, LEAST_PX)),
  height: Math.ceil(HEAD_PX + AXIS_PX + heightPx + FOOT_PX),
});

/** `Mon 2 Mar 08:00:00.000 to Tue 3 Mar 09:10:11.120, UTC`: what is in view. */
const saySpan = ({ frame: { scale, plotPx } }: Still): string =>
  `${exactTime(scale.t(0))} to ${exactTime(scale.t(plotPx))}`;

/** What a picture shows, in one line. */
export const sayStill = (still: Still): string => `Timeline of ${still.title}, ${saySpan(still)}`;

/** Draws a still with its head, axis, labels and legend: the painters of the screen, on any sheet. */
export function drawStill({ c, within }: Sheet, still: Still): void {
  const { layout, scrollTop, title } = still;
  const frame: CanvasFrame = { ...still.frame, c };
  const { palette, plotPx, heightPx } = frame;
  const { width, height } = stillSize(still);
  c.fillStyle = palette.chrome;
  c.fillRect(0, 0, width, height);
  c.textAlign = 'left';
  c.font = `600 15px ${palette.ui}`;
  c.fillStyle = palette.fg;
  c.fillText(title, PAD_PX, 19);
  c.font = `400 11px ${palette.mono}`;
  c.fillStyle = palette.fg2;
  c.fillText(`${saySpan(still)}, virtual time`, PAD_PX, 36);

  const grid = ticks(frame.scale, plotPx);
  const top = HEAD_PX + AXIS_PX;
  within(0, HEAD_PX, LABELS_PX, AXIS_PX, () => {
    c.font = `400 11px ${palette.ui}`;
    c.textAlign = 'left';
    c.fillStyle = palette.fg2;
    c.fillText(`${shortDay(frame.nowMs)} ${zoneName(frame.nowMs)}`, 12, 18);
  });
  within(LABELS_PX, HEAD_PX, plotPx, AXIS_PX, () => drawAxis(frame, grid));
  const items = visibleItems(layout, scrollTop, scrollTop + heightPx);
  within(0, top, LABELS_PX, heightPx, () => {
    for (const item of items) drawLabel(c, palette, item, item.y - scrollTop);
  });
  within(LABELS_PX, top, plotPx, heightPx, () => {
    paintPlot(frame, grid, layout, scrollTop, NO_EMPHASIS);
    for (const item of items) if (item.kind === 'header') drawHeadline(c, palette, item, item.y - scrollTop, plotPx);
  });

  const foot = top + heightPx + FOOT_PX / 2;
  c.font = `400 11px ${palette.ui}`;
  c.textAlign = 'left';
  let x = PAD_PX + 6;
  for (const [glyph, word] of LEGEND) {
    drawGlyph(c, palette, glyph, x, foot, 0.93, 0);
    c.fillStyle = palette.fg2;
    c.fillText(word, x + 11, foot + 4);
    x += 11 + c.measureText(word).width + LEGEND_GAP_PX;
  }
}

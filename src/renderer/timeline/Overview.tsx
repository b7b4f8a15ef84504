import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeliveryRow } from '../../shared/contract/views';
import { minuteTime, weekDay } from '../view-models/instants';
import { Brush } from './Brush';
import { CHAR_PX, fitCanvas, line, SOLID } from './canvas-frame';
import type { Span } from './folds';
import { COLUMN_HUES, overviewColumns, overviewSpan } from './overview';
import type { Palette } from './palette';
import { type Scrub, Scrubber } from './Scrubber';
import { timeScale } from './scale';
import type { Stage } from './stage';
import { ticks } from './ticks';

const COLUMN_PX = 4;
const BAR_PX = 36;
const REDRAW_MS = 500;

type OverviewProps = {
  readonly stage: Stage;
  readonly rows: readonly DeliveryRow[];
  readonly run: Span | null;
  readonly palette: Palette;
  readonly isTall: boolean;
  /** Of the plot, in CSS px. */
  readonly width: number;
  /** Without it there is no looking back. */
  readonly scrub: Scrub | undefined;
};

/** The whole run, unfolded: columns by outcome, plans as rings, and the part in view as a brush to drag. */
export function Overview({ stage, rows, run, palette, isTall, width, scrub }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [words, setWords] = useState('');
  const height = isTall ? 60 : BAR_PX + 2;
  // The whole run reaches to the present, also while the stage stands in the past.
  const present = scrub?.nowMs;
  const spanOf = useCallback(() => overviewSpan(run, present?.() ?? stage.nowMs), [run, present, stage]);
  const drawnAt = useRef(Number.NEGATIVE_INFINITY);

  // Another look is drawn at once, whenever the last drawing was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what the look is made of
  useEffect(() => {
    drawnAt.current = Number.NEGATIVE_INFINITY;
  }, [palette, height, width]);
  useEffect(() => {
    const draw = (): void => {
      const span = spanOf();
      drawnAt.current = performance.now();
      if (canvas.current !== null) paint(canvas.current, { width, height }, rows, span, palette);
      setWords(span === null ? '' : `${saySide(span.fromMs)} to ${saySide(span.toMs)}`);
    };
    // The columns change with the rows, not with the clock: a feed of 20 frames a second redraws them twice a second.
    const timer = setTimeout(draw, Math.max(0, drawnAt.current + REDRAW_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [rows, spanOf, palette, height, width]);

  const goTo = (event: React.PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const span = spanOf();
    if (span === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    stage.goTo(span.fromMs + ((event.clientX - box.left) / box.width) * (span.toMs - span.fromMs));
  };

  return (
    <div className="tl-overview" style={{ height }}>
      <div className="tl-overview-label">
        <b>Whole run</b>
        {isTall && <span>{words}</span>}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what the hand does here, the keys of the brush do too */}
      <div
        className="tl-overview-plot"
        onPointerDown={goTo}
        onPointerMove={goTo}
        onDoubleClick={({ target }) => {
          if (target instanceof Element && target.closest('.tl-scrub') === null) stage.fit();
        }}
      >
        <canvas ref={canvas} />
        <Brush stage={stage} spanOf={spanOf} drawsNow={scrub === undefined} />
        {scrub === undefined ? null : <Scrubber scrub={scrub} spanOf={spanOf} />}
      </div>
    </div>
  );
}

const saySide = (atMs: number): string => `${weekDay(atMs)} ${minuteTime(atMs)}`;

function paint(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
  rows: readonly DeliveryRow[],
  span: Span | null,
  palette: Palette,
): void {
  const c = canvas.getContext('2d', { alpha: false });
  if (c === null || width <= 0) return;
  const ratio = window.devicePixelRatio;
  fitCanvas(canvas, width, height - 1, ratio);
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.fillStyle = palette.chrome;
  c.fillRect(0, 0, width, height);
  if (span === null) return;
  const columns = overviewColumns(rows, span.fromMs, span.toMs, Math.max(1, Math.floor(width / COLUMN_PX)));
  const unit = (BAR_PX - 6) / Math.max(4, columns.most);
  for (let column = 0; column < columns.columns; column++) {
    let y = BAR_PX - 2;
    for (const [index, hue] of COLUMN_HUES.entries()) {
      const count = columns.counts[column * COLUMN_HUES.length + index] ?? 0;
      if (count === 0) continue;
      const tall = Math.max(1, count * unit);
      c.fillStyle = palette.hue[hue];
      c.fillRect(column * COLUMN_PX, y - tall, COLUMN_PX - 1, tall);
      y -= tall;
    }
  }
  const perMs = width / (span.toMs - span.fromMs);
  c.strokeStyle = palette.hue.plan;
  c.lineWidth = 1.2;
  const taken = new Set<number>();
  for (const { dueAt } of rows) {
    if (dueAt === null) continue;
    const px = Math.round((dueAt - span.fromMs) * perMs);
    if (taken.has(px)) continue;
    for (let near = px - 4; near <= px + 4; near++) taken.add(near);
    c.beginPath();
    c.arc(px, BAR_PX / 2 + 4, 1.7, 0, Math.PI * 2);
    c.stroke();
  }
  if (height > BAR_PX + 10) paintAxis(c, palette, span, width);
}

function paintAxis(
  c: CanvasRenderingContext2D,
  palette: Palette,
  span: { readonly fromMs: number; readonly toMs: number },
  width: number,
): void {
  const scale = timeScale((span.toMs - span.fromMs) / width, [], { atMs: span.fromMs, px: 0 });
  c.font = `400 11px ${palette.mono}`;
  c.textAlign = 'left';
  c.fillStyle = palette.fg2;
  for (const { px, label } of ticks(scale, width)) {
    if (label === null || px + 4 + label.length * CHAR_PX > width) continue;
    line(c, palette.edge, 1, SOLID, Math.round(px) + 0.5, BAR_PX, Math.round(px) + 0.5, BAR_PX + 4);
    c.fillText(label, px + 4, BAR_PX + 16);
  }
}

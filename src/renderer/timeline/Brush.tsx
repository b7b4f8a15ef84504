import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { minuteTime, weekDay } from '../view-models/instants';
import { brushPx, HANDLE_PX, movedEdge } from './brush';
import type { Span } from './folds';
import { type Stage, ZOOM_STEP } from './stage';

type BrushProps = {
  readonly stage: Stage;
  /** What the overview spans. */
  readonly spanOf: () => Span | null;
  /** The handle that looks back stands on the now line by itself. */
  readonly drawsNow: boolean;
};

type Edge = 'from' | 'to';
const EDGES = ['from', 'to'] as const satisfies readonly Edge[];
const EDGE_NAMES: Readonly<Record<Edge, string>> = {
  from: 'Beginning of the part in view',
  to: 'End of the part in view',
};
/** What a key moves, as a share of the part in view. */
const STEP = 0.1;
const PAGE = 0.9;

const viewOf = (stage: Stage): Span => ({ fromMs: stage.scale.t(0), toMs: stage.scale.t(stage.plotPx) });
const sayInstant = (atMs: number): string => `${weekDay(atMs)} ${minuteTime(atMs)}`;

/** The part of the run that is in view: its body is dragged to pan, its edges to take in more or less. */
export function Brush({ stage, spanOf, drawsNow }: BrushProps) {
  const body = useRef<HTMLDivElement>(null);
  const from = useRef<HTMLDivElement>(null);
  const to = useRef<HTMLDivElement>(null);
  /** Where the hand took hold: how far from the middle of the view, or the view whose edge it drags. */
  const held = useRef<number | Span | null>(null);

  useEffect(() => {
    let last = '';
    return stage.onFrame(() => {
      const span = spanOf();
      const parts = { body: body.current, from: from.current, to: to.current };
      if (span === null || parts.body === null || parts.from === null || parts.to === null) return;
      const view = viewOf(stage);
      const { left, right, nowPx } = brushPx(span, view, stage.nowMs, stage.plotPx);
      const next = `${left.toFixed(1)} ${right.toFixed(1)} ${nowPx.toFixed(1)} ${span.fromMs} ${span.toMs}`;
      if (next === last || stage.plotPx === 0) return;
      last = next;
      parts.body.style.left = `${left}px`;
      parts.body.style.width = `${right - left}px`;
      parts.body.style.setProperty('--now', drawsNow ? `${nowPx - left}px` : '-9999px');
      parts.from.style.left = `${Math.max(0, left - HANDLE_PX)}px`;
      parts.to.style.left = `${Math.min(stage.plotPx - HANDLE_PX, right)}px`;
      tell(parts.body, span, (view.fromMs + view.toMs) / 2, `${sayInstant(view.fromMs)} to ${sayInstant(view.toMs)}`);
      tell(parts.from, span, view.fromMs, sayInstant(view.fromMs));
      tell(parts.to, span, view.toMs, sayInstant(view.toMs));
    });
  }, [stage, spanOf, drawsNow]);

  const instantAt = (event: PointerEvent<HTMLElement>): number | null => {
    const plot = event.currentTarget.closest('.tl-overview-plot')?.getBoundingClientRect();
    const span = spanOf();
    if (plot === undefined || span === null) return null;
    return span.fromMs + ((event.clientX - plot.left) / plot.width) * (span.toMs - span.fromMs);
  };
  const take = (event: PointerEvent<HTMLElement>, hold: (atMs: number) => number | Span): void => {
    const atMs = instantAt(event);
    // Without Shift or another button; the plot beneath recentres on what reaches it.
    if (event.button !== 0 || atMs === null) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = hold(atMs);
  };
  const release = (): void => {
    held.current = null;
  };
  const pan = (event: PointerEvent<HTMLElement>): void => {
    event.stopPropagation();
    const atMs = instantAt(event);
    if (typeof held.current === 'number' && atMs !== null) stage.goTo(atMs - held.current);
  };
  const stretch = (event: PointerEvent<HTMLElement>, edge: Edge): void => {
    event.stopPropagation();
    const atMs = instantAt(event);
    const view = held.current;
    if (view !== null && typeof view !== 'number' && atMs !== null) stage.showSpan(movedEdge(view, edge, atMs));
  };
  const byKey = (event: KeyboardEvent, move: (event: KeyboardEvent) => boolean): void => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && move(event)) event.preventDefault();
  };
  const handles = { from, to };

  return (
    // biome-ignore lint/a11y/useSemanticElements: three sliders of one thing, not a part of a form
    <div role="group" aria-label="Part in view" className="tl-brush-parts">
      <div
        ref={body}
        className="tl-brush"
        role="slider"
        tabIndex={0}
        aria-label="Part in view"
        aria-valuenow={0}
        title="Drag to pan, the edges to zoom; a double click fits everything"
        onPointerDown={(event) => take(event, (atMs) => atMs - stage.scale.t(stage.plotPx / 2))}
        onPointerMove={pan}
        onLostPointerCapture={release}
        onKeyDown={(event) => byKey(event, ({ key }) => moveView(key, stage, spanOf()))}
      />
      {EDGES.map((edge) => (
        <div
          key={edge}
          ref={handles[edge]}
          className={`tl-brush-edge is-${edge}`}
          role="slider"
          tabIndex={0}
          aria-label={EDGE_NAMES[edge]}
          aria-valuenow={0}
          onPointerDown={(event) => take(event, () => viewOf(stage))}
          onPointerMove={(event) => stretch(event, edge)}
          onLostPointerCapture={release}
          onKeyDown={(event) => byKey(event, ({ key }) => moveEdge(key, stage, edge))}
        />
      ))}
    </div>
  );
}

function tell(slider: HTMLElement, span: Span, atMs: number, words: string): void {
  const within = Math.min(span.toMs, Math.max(span.fromMs, atMs));
  slider.setAttribute('aria-valuemin', String(Math.floor(span.fromMs)));
  slider.setAttribute('aria-valuemax', String(Math.ceil(span.toMs)));
  slider.setAttribute('aria-valuenow', String(Math.round(within)));
  slider.setAttribute('aria-valuetext', words);
}

/** The share of the part in view by which a key moves on, negative for back; null for another key. */
const KEY_SHARES: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowDown: -STEP,
  ArrowRight: STEP,
  ArrowUp: STEP,
  PageDown: -PAGE,
  PageUp: PAGE,
};

/** Returns whether it was a key of the brush. */
function moveView(key: string, stage: Stage, run: Span | null): boolean {
  const share = KEY_SHARES[key];
  if (share !== undefined) stage.pan(-share * stage.plotPx);
  else if (key === 'Home' && run !== null) stage.goTo(run.fromMs, STEP);
  else if (key === 'End' && run !== null) stage.goTo(run.toMs, 1 - STEP);
  else if (key === '+' || key === '=') stage.zoom(ZOOM_STEP);
  else if (key === '-') stage.zoom(1 / ZOOM_STEP);
  else if (key === 'Enter') stage.fit();
  else return false;
  return true;
}

function moveEdge(key: string, stage: Stage, edge: Edge): boolean {
  const share = KEY_SHARES[key];
  if (share === undefined) return false;
  const view = viewOf(stage);
  const byMs = share * (view.toMs - view.fromMs);
  stage.showSpan(movedEdge(view, edge, (edge === 'from' ? view.fromMs : view.toMs) + byMs));
  return true;
}

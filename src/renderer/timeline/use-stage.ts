import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import type { LeapGroup } from '../../shared/model/leap';
import type { ClockReport } from '../../shared/model/pace';
import type { Layout } from './layout';
import { type Palette, readPalette } from './palette';
import { firstMsPerPx, runSpan } from './scene';
import { Stage } from './stage';

const NARROW_PX = 960;
const LABELS_PX = 232;
const NARROW_LABELS_PX = 188;

export type PlotSize = { readonly width: number; readonly height: number; readonly isNarrow: boolean };

type Canvases = {
  readonly axis: RefObject<HTMLCanvasElement | null>;
  readonly plot: RefObject<HTMLCanvasElement | null>;
};

/** The stage of these canvases, for as long as they are there. */
export function useNewStage({ axis, plot }: Canvases): Stage | null {
  const [stage, setStage] = useState<Stage | null>(null);
  useLayoutEffect(() => {
    if (axis.current === null || plot.current === null) return;
    const made = new Stage({ axis: axis.current, plot: plot.current });
    setStage(made);
    return () => made.dispose();
  }, [axis, plot]);
  return stage;
}

/** The room for the plot, in CSS px; the stage hears of it. */
export function usePlotSize(
  stage: Stage | null,
  root: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): PlotSize {
  const [size, setSize] = useState<PlotSize>({ width: 0, height: 0, isNarrow: false });
  useLayoutEffect(() => {
    const [frame, box] = [root.current, scroller.current];
    if (stage === null || frame === null || box === null) return;
    const measure = (): void => {
      const isNarrow = frame.clientWidth < NARROW_PX;
      const width = frame.clientWidth - (isNarrow ? NARROW_LABELS_PX : LABELS_PX);
      setSize({ width, height: box.clientHeight, isNarrow });
      stage.resize(width, box.clientHeight, window.devicePixelRatio);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    observer.observe(box);
    return () => observer.disconnect();
  }, [stage, root, scroller]);
  return size;
}

/** The theme's colours, read once a theme. */
export function usePalette(stage: Stage | null, root: RefObject<HTMLElement | null>, theme: string): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is why the tokens are read again
  useLayoutEffect(() => {
    if (stage === null || root.current === null) return;
    const read = readPalette(root.current);
    setPalette(read);
    stage.setPalette(read);
    // Text drawn before the fonts are there would keep their stand-ins.
    void document.fonts.ready.then(() => stage.invalidate());
  }, [stage, root, theme]);
  return palette;
}

type Shown = {
  readonly clock: ClockReport;
  readonly receivedAtMs: number;
  readonly isPast: boolean;
  readonly leaps: readonly LeapGroup[];
  readonly rows: readonly DeliveryRow[];
  readonly endpoints: readonly EndpointView[];
  readonly layout: Layout;
  readonly instants: Float64Array;
  readonly width: number;
};

/** Tells the stage what there is to show, and how it may move. */
export function useStageInput(stage: Stage | null, shown: Shown): void {
  const { clock, receivedAtMs, isPast, leaps, rows, endpoints, layout, instants, width } = shown;
  useLayoutEffect(() => stage?.setClock(clock, receivedAtMs), [stage, clock, receivedAtMs]);
  useLayoutEffect(() => stage?.setPast(isPast), [stage, isPast]);
  useLayoutEffect(() => stage?.setLeaps(leaps), [stage, leaps]);
  const run = useMemo(() => runSpan(rows), [rows]);
  useLayoutEffect(() => stage?.setRows(layout, instants, run), [stage, layout, instants, run]);

  const isEmpty = rows.length === 0;
  const hasZoom = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when there is something to show
  useEffect(() => {
    if (stage === null || width === 0 || isEmpty || hasZoom.current) return;
    hasZoom.current = true;
    stage.setZoom(firstMsPerPx(rows, endpoints, width));
  }, [stage, isEmpty, width > 0]);

  useEffect(() => {
    if (stage === null) return;
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const read = (): void => stage.setStill(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, [stage]);
}

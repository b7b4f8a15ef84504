import type { LeapGroup } from '../../shared/model/leap';
import { type ClockReport, virtualAt } from '../../shared/model/pace';
import { AXIS_PX, type CanvasFrame, fitCanvas } from './canvas-frame';
import { drawAxis } from './draw-axis';
import { FOLD_PX, foldsOf, type Span } from './folds';
import type { Layout, RowItem, SharedItem } from './layout';
import { type Emphasis, paintPlot } from './paint';
import type { Palette } from './palette';
import type { Placed } from './place';
import { type TimeScale, timeScale } from './scale';
import { FoldFinder, fitView, marksOf, scaleOf, spanView, type View } from './scene';
import type { Still } from './still';
import { ticks } from './ticks';
import { clampZoom, zoomLevel } from './zoom';

/** While following, *now* stands at this share of the plot. */
const NOW_SHARE = 2 / 3;
/** With reduced motion, following jumps by a quarter of the plot when *now* leaves the middle. */
const JUMP_FROM_SHARE = 0.85;
const JUMP_TO_SHARE = 0.6;
/** A step of the keyboard or of a button. */
export const ZOOM_STEP = 1.6;
/** So little virtual time is worth a look of its own. */
const SHORTEST_SPAN_MS = 20;
/** The now line is redrawn when it has moved by this much, in px. */
const VISIBLE_MOVE_PX = 0.34;

/** What the tool strip shows of the view. */
export type StageState = {
  readonly follow: boolean;
  readonly fold: boolean;
  /** Virtual time in the plot, folds left out, in ms. */
  readonly spanMs: number;
  readonly isDays: boolean;
};

type StageCanvases = { readonly axis: HTMLCanvasElement; readonly plot: HTMLCanvasElement };

/**
 * Holds the view – where, how far zoomed, what is folded – and paints it. A frame is asked for only while the clock
 * runs or when something changed; an idle timeline draws nothing.
 */
export class Stage {
  readonly #canvases: StageCanvases;
  readonly #finder = new FoldFinder();
  readonly #listeners = new Set<() => void>();
  readonly #frameListeners = new Set<() => void>();

  #view: View = { msPerPx: 75, anchorMs: 0, anchorPx: 0 };
  #state: StageState = { follow: true, fold: true, spanMs: 0, isDays: false };
  #openedFolds: readonly number[] = [];
  #instants: Float64Array = new Float64Array(0);
  #run: Span | null = null;
  #layout: Layout = { items: [], height: 0, rowHeight: 24 };
  #clock: ClockReport | null = null;
  #receivedAtMs = 0;
  #palette: Palette | null = null;
  #leaps: readonly LeapGroup[] = [];
  #emphasis: Emphasis = { hotRow: null, selected: null, bandRow: null };
  #size = { width: 0, height: 0, ratio: 1 };
  #scrollTop = 0;
  #scale: TimeScale = timeScale(75, [], { atMs: 0, px: 0 });
  #nowMs = 0;
  #isStill = false;
  #isPast = false;
  #dirty = false;
  #turns = false;
  #painted = { nowMs: 0, second: 0 };
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(canvases: StageCanvases) {
    this.#canvases = canvases;
  }

  get scale(): TimeScale {
    return this.#scale;
  }
  get nowMs(): number {
    return this.#nowMs;
  }
  get plotPx(): number {
    return this.#size.width;
  }
  get layout(): Layout {
    return this.#layout;
  }
  get scrollTop(): number {
    return this.#scrollTop;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): StageState => this.#state;

  /** Called after every painted frame: HTML that is tied to a mark moves with it. */
  onFrame(listener: () => void): () => void {
    this.#frameListeners.add(listener);
    this.invalidate();
    return () => this.#frameListeners.delete(listener);
  }

  setClock(clock: ClockReport, receivedAtMs: number): void {
    this.#clock = clock;
    this.#receivedAtMs = receivedAtMs;
    this.invalidate();
  }
  setRows(layout: Layout, instants: Float64Array, run: Span | null): void {
    this.#layout = layout;
    this.#run = run;
    this.#instants = instants;
    this.invalidate();
  }
  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.invalidate();
  }
  /** The clock stands at a time of the past that is looked at. */
  setPast(isPast: boolean): void {
    this.#isPast = isPast;
    this.invalidate();
  }
  /** @param leaps where the clock leapt, oldest first */
  setLeaps(leaps: readonly LeapGroup[]): void {
    this.#leaps = leaps;
    this.invalidate();
  }
  setStill(isStill: boolean): void {
    this.#isStill = isStill;
    this.invalidate();
  }
  setEmphasis(emphasis: Emphasis): void {
    const old = this.#emphasis;
    this.#emphasis = emphasis;
    if (old.hotRow !== emphasis.hotRow || old.selected !== emphasis.selected || old.bandRow !== emphasis.bandRow) {
      this.invalidate();
    }
  }
  /** @param width of the plot, without the labels; `ratio` is the screen's pixels a CSS pixel */
  resize(width: number, height: number, ratio: number): void {
    if (this.#size.width > 0 && width > 0 && !this.#state.follow) {
      this.#view = { ...this.#view, anchorPx: (this.#view.anchorPx * width) / this.#size.width };
    }
    this.#size = { width, height, ratio };
    this.invalidate();
  }
  scrollTo(top: number): void {
    this.#scrollTop = top;
    this.invalidate();
  }

  setFollow(follow: boolean): void {
    if (!follow) this.#holdCentre();
    this.#change({ follow });
  }
  setFold(fold: boolean): void {
    this.#holdCentre();
    this.#openedFolds = [];
    this.#change({ fold });
  }
  unfold({ fromMs, toMs }: Span): void {
    this.#holdCentre();
    this.#openedFolds = [...this.#openedFolds, (fromMs + toMs) / 2];
    this.invalidate();
  }
  setZoom(msPerPx: number): void {
    this.#view = { ...this.#view, msPerPx: clampZoom(msPerPx) };
    this.invalidate();
  }
  /** @param by above 1 zooms in @param px stays where it is, unless the view follows now */
  zoom(by: number, px: number = this.#size.width / 2): void {
    const anchorMs = this.#scale.t(px);
    this.#view = { msPerPx: clampZoom(this.#view.msPerPx / by), anchorMs, anchorPx: px };
    this.invalidate();
  }
  pan(byPx: number): void {
    this.#holdCentre();
    this.#view = { ...this.#view, anchorPx: this.#view.anchorPx + byPx };
    this.#change({ follow: false });
  }
  fit(): void {
    if (this.#run === null) return;
    this.#view = fitView(this.#run, this.#instants, this.#readNow(), this.#size.width, this.#state.fold);
    this.#openedFolds = [];
    this.#change({ follow: false });
  }
  /** Zooms and pans so that a span fills the plot, but for a margin at both ends. */
  showSpan(span: Span, marginPx = 0): void {
    const { width } = this.#size;
    const view = { instants: this.#instants, nowMs: this.#readNow(), plotPx: width, fold: this.#state.fold };
    this.#view = spanView(span, { ...view, marginPx: Math.min(marginPx, width / 8), leastMs: SHORTEST_SPAN_MS });
    this.#openedFolds = [];
    this.#change({ follow: false });
  }
  /** Zooms until the marks of a pill stand apart. */
  openPill({ from, to }: Placed, item: RowItem | SharedItem): void {
    const marks = marksOf(item);
    const [first, last] = [marks[from], marks[to - 1]];
    if (first === undefined || last === undefined) return;
    const spanMs = Math.max(20, last.atMs - first.atMs);
    const room = Math.min(this.#size.width * 0.6, (to - from) * 60);
    this.goTo((first.atMs + last.atMs) / 2, 0.5, Math.min(this.#view.msPerPx / 2, spanMs / room));
  }
  /** Brings an instant to a place of the plot, by default its middle. */
  goTo(atMs: number, share = 0.5, msPerPx: number = this.#view.msPerPx): void {
    this.#view = { msPerPx: clampZoom(msPerPx), anchorMs: atMs, anchorPx: this.#size.width * share };
    this.#change({ follow: false });
  }

  /** What is in view, or all rows over the whole run, for a picture; null while there is nothing to see. */
  still(part: 'view' | 'whole'): Omit<Still, 'title'> | null {
    const { width, height } = this.#size;
    if (this.#palette === null || this.#run === null || width <= 0) return null;
    const { fold } = this.#state;
    const layout = this.#layout;
    if (part === 'view') {
      const heightPx = Math.min(height, layout.height - this.#scrollTop);
      return { frame: this.#frameOf(this.#palette, this.#scale, heightPx), layout, scrollTop: this.#scrollTop };
    }
    const view = fitView(this.#run, this.#instants, this.#nowMs, width, fold);
    const folds = fold
      ? foldsOf({ instants: this.#instants, nowMs: this.#nowMs, msPerPx: view.msPerPx, plotPx: width, opened: [] })
      : [];
    return { frame: this.#frameOf(this.#palette, scaleOf(view, folds), layout.height), layout, scrollTop: 0 };
  }

  /** Asks for a frame; many calls make one. */
  invalidate(): void {
    this.#dirty = true;
    this.#schedule(0);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = undefined;
  }

  #change(change: Partial<StageState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
    this.invalidate();
  }

  /** Anchors the view at the instant in its middle, so that leaving *now* or folding does not make it jump. */
  #holdCentre(): void {
    const px = this.#size.width / 2;
    const fold = this.#scale.foldAtPx(px);
    const anchorMs = fold === null ? this.#scale.t(px) : fold.fromMs;
    this.#view = { ...this.#view, anchorMs, anchorPx: fold === null ? px : this.#scale.x(anchorMs) };
  }

  #readNow(): number {
    return this.#clock === null ? 0 : virtualAt(this.#clock, performance.now() - this.#receivedAtMs);
  }

  #schedule(delayMs: number): void {
    if (this.#frame !== 0) return;
    if (delayMs <= 24) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#frame = requestAnimationFrame(this.#step);
    } else if (this.#timer === undefined) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#schedule(0);
      }, delayMs);
    }
  }

  readonly #step = (): void => {
    this.#frame = 0;
    this.#nowMs = this.#readNow();
    if (this.#dirty || this.#shows()) this.#paint();
    const rate = this.#clock?.rate ?? 0;
    if (rate === 0) return;
    if (this.#isStill) this.#schedule(1_000);
    else if (this.#turns) this.#schedule(0);
    else {
      const toSecond = 1_000 - (this.#nowMs % 1_000);
      this.#schedule(Math.min(toSecond, VISIBLE_MOVE_PX * this.#view.msPerPx) / rate);
    }
  };

  /** Whether anything that a person could see has changed since the last paint. */
  #shows(): boolean {
    if (this.#turns || this.#isStill) return true;
    const moved = Math.abs(this.#nowMs - this.#painted.nowMs) / this.#view.msPerPx;
    return moved >= VISIBLE_MOVE_PX || Math.floor(this.#nowMs / 1_000) !== this.#painted.second;
  }

  #follow(): void {
    const { width } = this.#size;
    if (this.#isStill && this.#painted.nowMs > 0) {
      const px = this.#scale.x(this.#nowMs);
      const isInView = px > 0 && px < width * JUMP_FROM_SHARE;
      if (isInView && this.#scale.msPerPx === this.#view.msPerPx) return;
      this.#view = { ...this.#view, anchorMs: this.#nowMs, anchorPx: width * JUMP_TO_SHARE };
      return;
    }
    this.#view = { ...this.#view, anchorMs: this.#nowMs, anchorPx: width * NOW_SHARE };
  }

  #paint(): void {
    const { width, height, ratio } = this.#size;
    const palette = this.#palette;
    const axis = this.#canvases.axis.getContext('2d', { alpha: false });
    const plot = this.#canvases.plot.getContext('2d', { alpha: false });
    if (palette === null || axis === null || plot === null || width <= 0 || height <= 0) return;
    this.#dirty = false;
    if (this.#state.follow) this.#follow();
    const { msPerPx } = this.#view;
    const folds = this.#state.fold
      ? this.#finder.folds(this.#instants, this.#nowMs, msPerPx, width, this.#openedFolds)
      : [];
    const scale = scaleOf(this.#view, folds);
    this.#scale = scale;
    this.#painted = { nowMs: this.#nowMs, second: Math.floor(this.#nowMs / 1_000) };
    const turn = this.#isStill ? 0 : (performance.now() / 700) * Math.PI;
    const frame: CanvasFrame = { ...this.#frameOf(palette, scale, height), c: plot, turn };
    const grid = ticks(scale, width);
    fitCanvas(this.#canvases.plot, width, height, ratio);
    plot.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#turns = paintPlot(frame, grid, this.#layout, this.#scrollTop, this.#emphasis);
    fitCanvas(this.#canvases.axis, width, AXIS_PX, ratio);
    axis.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawAxis({ ...frame, c: axis }, grid);
    this.#measure(scale, width);
    for (const listener of this.#frameListeners) listener();
  }

  #frameOf(palette: Palette, scale: TimeScale, heightPx: number): Omit<CanvasFrame, 'c'> {
    const nowMs = this.#nowMs;
    const { width: plotPx } = this.#size;
    const shown = { palette, scale, level: zoomLevel(scale.msPerPx), isPast: this.#isPast, leaps: this.#leaps };
    return { ...shown, nowMs, nowPx: scale.x(nowMs), plotPx, heightPx, turn: 0 };
  }

  #measure(scale: TimeScale, width: number): void {
    const covered = scale.folds.reduce((sum, { fromMs }) => {
      const left = scale.x(fromMs);
      return sum + Math.max(0, Math.min(width, left + FOLD_PX) - Math.max(0, left));
    }, 0);
    const spanMs = (width - covered) * scale.msPerPx;
    const isDays = zoomLevel(scale.msPerPx) === 'days';
    if (Math.abs(spanMs - this.#state.spanMs) < spanMs / 200 && isDays === this.#state.isDays) return;
    this.#state = { ...this.#state, spanMs, isDays };
    for (const listener of this.#listeners) listener();
  }
}

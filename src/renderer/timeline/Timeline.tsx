import './timeline.css';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import type { DeliveryId } from '../../shared/model/ids';
import type { ClockReport } from '../../shared/model/pace';
import { useSlowly } from '../state/slowly';
import { shortDay } from '../view-models/instants';
import { zoneName } from '../view-models/zone';
import type { Span } from './folds';
import { listenToGestures } from './gestures';
import { Labels } from './Labels';
import { layOut, type Pasts } from './layout';
import { MarkTable } from './MarkTable';
import { Overview } from './Overview';
import { PastList } from './PastList';
import { type Palette, readPalette } from './palette';
import type { Scrub } from './Scrubber';
import { firstMsPerPx, runSpan, visibleItems } from './scene';
import {
  boxOf,
  CARD_PX,
  deliveryAt,
  firstTarget,
  openedAt,
  placeCard,
  pointedAt,
  sayTarget,
  whyTarget,
} from './spotlight';
import { Stage, type StageState } from './stage';
import { TimelineControls } from './TimelineControls';
import { useInstants } from './use-instants';
import { useLog } from './use-log';
import { useSpotlight } from './use-spotlight';
import { useTimelineKeys } from './use-timeline-keys';
import { useViewSpan } from './use-view-span';
import { WhyCard } from './WhyCard';
import { sayCount } from './words';

type TimelineProps = {
  readonly endpoints: readonly EndpointView[];
  readonly rows: readonly DeliveryRow[];
  readonly clock: ClockReport;
  /** `performance.now()` at which the clock report arrived. */
  readonly receivedAtMs: number;
  readonly selected: DeliveryId | null;
  readonly onSelect: (id: DeliveryId) => void;
  /** `n` is the attempt that was meant, null for none in particular. */
  readonly onOpen: (id: DeliveryId, n: number | null) => void;
  readonly theme: 'dark' | 'light';
  /** What endpoints went through, around what was last told to `onSpan`. */
  readonly pasts?: Pasts;
  readonly onSpan?: (span: Span) => void;
  /** Right click on a row, or the menu key on a focused mark; px from the window's top left corner. */
  readonly onMenu?: (id: DeliveryId, at: { readonly x: number; readonly y: number }) => void;
  /** Where fold, follow, zoom and fit go: a place in the screen's own tool bar. */
  readonly controlsIn: HTMLElement | null;
  /** Looking back along the run: `rows` and `clock` are then of the time that is looked at. */
  readonly scrub?: Scrub;
};

const NARROW_PX = 960;
/** Labels are rendered in steps of the scroll position, with as much to spare above and below. */
const WINDOW_PX = 240;
const NO_STATE: StageState = { follow: true, fold: true, spanMs: 0, isDays: false };
const noSubscription = () => () => {};

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

/** Deliveries over virtual time: what happened, what the policy plans, and why. */
export function Timeline(props: TimelineProps) {
  const { endpoints, rows, clock, receivedAtMs, selected, onSelect, onOpen, theme, pasts, onSpan, controlsIn } = props;
  const { scrub } = props;
  const root = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLCanvasElement>(null);
  const plot = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const lead = useRef<HTMLDivElement>(null);

  const [stage, setStage] = useState<Stage | null>(null);
  const [palette, setPalette] = useState<Palette | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0, isNarrow: false });
  const [windowTop, setWindowTop] = useState(0);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const view = useSyncExternalStore(stage?.subscribe ?? noSubscription, stage?.state ?? (() => NO_STATE));
  const spotlight = useSpotlight(stage);
  const instants = useInstants(rows, endpoints);

  const threadsIn = view.isDays ? size.height : null;
  const layout = useMemo(
    () =>
      layOut({ endpoints, rows, ...(pasts === undefined ? {} : { pasts }), collapsed, opened, selected, threadsIn }),
    [endpoints, rows, pasts, collapsed, opened, selected, threadsIn],
  );
  const items = useMemo(
    () => visibleItems(layout, windowTop - WINDOW_PX, windowTop + size.height + 2 * WINDOW_PX),
    [layout, windowTop, size.height],
  );
  const tableItems = useSlowly(items, 1_000);

  useLayoutEffect(() => {
    if (axis.current === null || plot.current === null) return;
    const made = new Stage({ axis: axis.current, plot: plot.current });
    setStage(made);
    return () => made.dispose();
  }, []);

  useLayoutEffect(() => stage?.setClock(clock, receivedAtMs), [stage, clock, receivedAtMs]);
  const isPast = scrub !== undefined && scrub.atMs !== null;
  useLayoutEffect(() => stage?.setPast(isPast), [stage, isPast]);
  const run = useMemo(() => runSpan(rows), [rows]);
  useLayoutEffect(() => stage?.setRows(layout, instants, run), [stage, layout, instants, run]);
  const wholeRows = scrub?.rows ?? rows;
  const wholeRun = useMemo(() => runSpan(wholeRows), [wholeRows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is why the tokens are read again
  useLayoutEffect(() => {
    if (stage === null || root.current === null) return;
    const read = readPalette(root.current);
    setPalette(read);
    stage.setPalette(read);
    // Text drawn before the fonts are there would keep their stand-ins.
    void document.fonts.ready.then(() => stage.invalidate());
  }, [stage, theme]);

  useLayoutEffect(() => {
    const [frame, box] = [root.current, scroller.current];
    if (stage === null || frame === null || box === null) return;
    const measure = (): void => {
      const isNarrow = frame.clientWidth < NARROW_PX;
      const width = frame.clientWidth - (isNarrow ? 188 : 232);
      setSize({ width, height: box.clientHeight, isNarrow });
      stage.resize(width, box.clientHeight, window.devicePixelRatio);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    observer.observe(box);
    return () => observer.disconnect();
  }, [stage]);

  const isEmpty = rows.length === 0;
  const hasZoom = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when there is something to show
  useEffect(() => {
    if (stage === null || size.width === 0 || isEmpty || hasZoom.current) return;
    hasZoom.current = true;
    stage.setZoom(firstMsPerPx(rows, endpoints, size.width));
  }, [stage, isEmpty, size.width > 0]);

  useEffect(() => {
    if (stage === null) return;
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const read = (): void => stage.setStill(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, [stage]);

  const { hotRow, focus, card: cardTarget, point, focusOn, close } = spotlight;
  const [hasFocus, setHasFocus] = useState(false);
  const focused = hasFocus ? focus : null;
  useLayoutEffect(() => {
    const bandTarget = cardTarget ?? focused;
    stage?.setEmphasis({
      hotRow: hotRow ?? focused?.rowKey ?? null,
      selected,
      bandRow: bandTarget?.markKey === 'next' ? bandTarget.rowKey : null,
    });
  }, [stage, hotRow, selected, cardTarget, focused]);

  // The gestures stay while the handlers change: a new frame of the feed must not end a drag.
  const select = useEffectEvent(onSelect);
  const open = useEffectEvent(onOpen);
  const menu = useEffectEvent((id: DeliveryId, at: { x: number; y: number }) => props.onMenu?.(id, at));
  useEffect(() => {
    const [surface, canvas, box] = [body.current, plot.current, scroller.current];
    if (stage === null || surface === null || canvas === null || box === null) return;
    return listenToGestures(surface, canvas, box, stage, {
      onHover: (at) => {
        const pointed = at === null ? null : pointedAt(stage, at.x, at.y);
        const item = pointed?.item;
        surface.classList.toggle('is-on-fold', at !== null && at.x >= 0 && stage.scale.foldAtPx(at.x) !== null);
        point(pointed, item === undefined ? null : item.kind === 'row' ? item.row.id : item.key);
      },
      onClick: (x, y) => {
        const pointed = pointedAt(stage, x, y);
        const fold = x < 0 ? null : stage.scale.foldAtPx(x);
        if (fold !== null && (pointed === null || pointed.kind !== 'mark')) return stage.unfold(fold);
        if (pointed === null) return;
        if (pointed.kind !== 'row') focusOn(pointed.target);
        if (pointed.kind === 'mark' && pointed.placed.to - pointed.placed.from > 1) {
          stage.openPill(pointed.placed, pointed.item);
        }
        if (pointed.item.kind === 'row') select(pointed.item.row.id);
      },
      onMenu: (x, y, at) => {
        const pointed = pointedAt(stage, x, y);
        if (pointed?.item.kind === 'row') menu(pointed.item.row.id, at);
      },
      onOpen: (x, y) => {
        const found = openedAt(stage, x, y);
        if (found === null) return false;
        open(found.deliveryId, found.n);
        return true;
      },
    });
  }, [stage, point, focusOn]);

  // The ring, the card and its line are tied to a mark, which moves: they are placed after every painted frame.
  const [, setSecond] = useState(0);
  useEffect(() => {
    if (stage === null) return;
    let toldAt = 0;
    return stage.onFrame(() => {
      placeRing(ring.current, focused === null ? null : boxOf(stage, focused), size.height);
      const box = cardTarget === null ? null : boxOf(stage, cardTarget);
      const isShown =
        box !== null && box.rowBottom > 0 && box.rowTop < size.height && box.px > -8 && box.px < size.width + 8;
      for (const element of [card.current, lead.current]) element?.toggleAttribute('hidden', !isShown);
      if (isShown && card.current !== null && lead.current !== null) {
        const at = placeCard(box, { height: card.current.offsetHeight }, size);
        card.current.style.transform = `translate(${at.left}px, ${at.top}px)`;
        const leadTop = at.isBelow ? box.rowBottom - 2 : box.rowTop - 8;
        const leadPx = Math.min(at.left + CARD_PX - 10, Math.max(at.left + 10, box.px));
        lead.current.style.transform = `translate(${leadPx - 0.6}px, ${leadTop}px)`;
      }
      if (cardTarget !== null && performance.now() - toldAt > 100) {
        toldAt = performance.now();
        setSecond(Math.floor(stage.nowMs / 1_000));
      }
    });
  }, [stage, focused, cardTarget, size]);

  useViewSpan(stage, onSpan);
  const onKeyDown = useTimelineKeys({ stage, scroller, spotlight, onOpen, onMenu: props.onMenu });
  const log = useLog(stage === null || cardTarget === null ? null : deliveryAt(stage, cardTarget));
  const why = stage === null || cardTarget === null ? null : whyTarget(stage, cardTarget, log);
  const spoken = stage === null || focused === null ? null : sayTarget(stage, focused);
  const news = useSlowly(sayNews(endpoints), 10_000);

  return (
    <section ref={root} className={size.isNarrow ? 'tl is-narrow' : 'tl'} aria-label="Timeline">
      {stage !== null && controlsIn !== null && createPortal(<TimelineControls stage={stage} />, controlsIn)}
      <div className="tl-axis">
        <div className="tl-axis-label">
          <span>{shortDay(clock.virtualMs)}</span>
          <span className="is-quiet">{zoneName(clock.virtualMs)}</span>
          <span className="is-quiet is-right">attempts</span>
        </div>
        <canvas ref={axis} />
      </div>
      <div ref={body} className="tl-body">
        <div
          ref={scroller}
          className="tl-scroll"
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the one tab stop; its marks are walked with the arrows
          tabIndex={0}
          aria-label="Timeline of deliveries. Arrow keys walk the attempts, Enter opens a delivery, N shows now, F fits everything."
          aria-describedby={why === null ? undefined : 'tl-why'}
          onKeyDown={onKeyDown}
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget || !currentTarget.matches(':focus-visible') || stage === null) return;
            setHasFocus(true);
            focusOn(focus ?? firstTarget(stage));
          }}
          onBlur={({ relatedTarget }) => {
            // The focus may go on into the card, to its rules.
            if (card.current?.contains(relatedTarget) === true) return;
            setHasFocus(false);
            close();
          }}
          onScroll={({ currentTarget: { scrollTop } }) => {
            stage?.scrollTo(scrollTop);
            setWindowTop(Math.floor(scrollTop / WINDOW_PX) * WINDOW_PX);
          }}
        >
          <div className="tl-stick">
            <canvas ref={plot} />
          </div>
          <div className="tl-rows" style={{ height: layout.height }}>
            <Labels
              items={items}
              hotRow={hotRow ?? focused?.rowKey ?? null}
              selected={selected}
              onCollapse={useCallback((id: string) => setCollapsed((set) => toggled(set, id)), [])}
              onOpenShared={useCallback((key: string) => setOpened((set) => toggled(set, key)), [])}
            />
          </div>
        </div>
        <div className="tl-over">
          <div ref={ring} className="tl-ring" hidden />
          {why !== null && (
            <>
              <div ref={lead} className="tl-lead" />
              <WhyCard why={why} cardRef={card} onEnter={spotlight.keepCard} onLeave={spotlight.leaveCard} />
            </>
          )}
        </div>
        <MarkTable items={tableItems} />
        <PastList items={tableItems} />
        <div className="tl-unseen" aria-live="polite">
          {spoken ?? news}
        </div>
      </div>
      {stage !== null && palette !== null && (
        <Overview
          stage={stage}
          rows={wholeRows}
          run={wholeRun}
          palette={palette}
          isTall={!size.isNarrow}
          width={size.width}
          scrub={scrub}
        />
      )}
    </section>
  );
}

function placeRing(ring: HTMLElement | null, box: ReturnType<typeof boxOf>, height: number): void {
  if (ring === null) return;
  const isShown = box !== null && box.bottom > 0 && box.top < height;
  ring.toggleAttribute('hidden', !isShown);
  if (!isShown) return;
  ring.style.transform = `translate(${box.left}px, ${box.top}px)`;
  ring.style.width = `${box.right - box.left}px`;
  ring.style.height = `${box.bottom - box.top}px`;
}

/** The state of things in one line; read out at most every ten seconds. */
function sayNews(endpoints: readonly EndpointView[]): string {
  const sum = { waiting: 0, inFlight: 0, delivered: 0, failed: 0 };
  for (const { counts } of endpoints) {
    sum.waiting += counts.waiting;
    sum.inFlight += counts.inFlight;
    sum.delivered += counts.delivered;
    sum.failed += counts.failed;
  }
  return `${sayCount(sum.waiting)} waiting, ${sayCount(sum.inFlight)} in flight, ${sayCount(sum.delivered)} delivered, ${sayCount(sum.failed)} failed`;
}

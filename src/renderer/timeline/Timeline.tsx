import './timeline.css';
import {
  type ComponentType,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import type { DeliveryId } from '../../shared/model/ids';
import type { LeapGroup } from '../../shared/model/leap';
import type { ClockReport } from '../../shared/model/pace';
import { useSlowly } from '../state/slowly';
import { shortDay } from '../view-models/instants';
import { zoneName } from '../view-models/zone';
import type { Span } from './folds';
import { type HeadProps, Labels } from './Labels';
import { LeapList, LeapTip } from './LeapTip';
import { layOut, type Pasts } from './layout';
import { MarkTable } from './MarkTable';
import { Overview } from './Overview';
import { PastList } from './PastList';
import type { Scrub } from './Scrubber';
import { SpanDrag } from './SpanDrag';
import { runSpan, visibleItems } from './scene';
import { deliveryAt, firstTarget, sayTarget, whyTarget } from './spotlight';
import type { StageState } from './stage';
import { TimelineControls } from './TimelineControls';
import { useInstants } from './use-instants';
import { useLog } from './use-log';
import { useKeptInSight, useOver } from './use-over';
import { usePictures } from './use-pictures';
import { usePointer } from './use-pointer';
import { useSpotlight } from './use-spotlight';
import { useNewStage, usePalette, usePlotSize, useStageInput } from './use-stage';
import { useTimelineActions } from './use-timeline-actions';
import { useTimelineKeys } from './use-timeline-keys';
import { useViewSpan } from './use-view-span';
import { useZoomTo } from './use-zoom-to';
import { WhyCard } from './WhyCard';
import { sayCount } from './words';

type TimelineProps = {
  /** The run's name: the title of its pictures. */
  readonly title: string;
  readonly endpoints: readonly EndpointView[];
  readonly rows: readonly DeliveryRow[];
  readonly clock: ClockReport;
  /** `performance.now()` at which the clock report arrived. */
  readonly receivedAtMs: number;
  readonly selected: DeliveryId | null;
  readonly onSelect: (id: DeliveryId) => void;
  /** By a click. `n` is the attempt that was meant, null for none in particular. */
  readonly onOpen: (id: DeliveryId, n: number | null) => void;
  /** By Enter; without it the same as by a click. */
  readonly onEnter?: (id: DeliveryId, n: number | null) => void;
  /** A click on empty ground. */
  readonly onClear: () => void;
  readonly theme: 'dark' | 'light';
  /** What endpoints went through, around what was last told to `onSpan`. */
  readonly pasts?: Pasts;
  /** Where the clock leapt, around what was last told to `onSpan`. */
  readonly leaps?: readonly LeapGroup[];
  readonly onSpan?: (span: Span) => void;
  /** Right click on a row, or the menu key on a focused mark; px from the window's top left corner. */
  readonly onMenu?: (id: DeliveryId, at: { readonly x: number; readonly y: number }) => void;
  /** What may be done with an endpoint, in its group's head; the same component as long as it is there. */
  readonly headOf?: ComponentType<HeadProps>;
  /** Where fold, follow, zoom and fit go: a place in the screen's own tool bar. */
  readonly controlsIn: HTMLElement | null;
  /** Looking back along the run: `rows` and `clock` are then of the time that is looked at. */
  readonly scrub?: Scrub;
};

/** Labels are rendered in steps of the scroll position, with as much to spare above and below. */
const WINDOW_PX = 240;
const NO_STATE: StageState = { follow: true, fold: true, spanMs: 0, isDays: false };
const NO_LEAPS: readonly LeapGroup[] = [];
const noSubscription = () => () => {};

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
};

/** Deliveries over virtual time: what happened, what the policy plans, and why. */
export function Timeline(props: TimelineProps) {
  const { endpoints, rows, clock, receivedAtMs, selected, onSelect, onOpen, onClear, theme, pasts, onSpan } = props;
  const { scrub, controlsIn, leaps = NO_LEAPS } = props;
  const root = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const axisBox = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLCanvasElement>(null);
  const plot = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const lead = useRef<HTMLDivElement>(null);

  const stage = useNewStage({ axis, plot });
  const palette = usePalette(stage, root, theme);
  const size = usePlotSize(stage, root, scroller);
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

  const width = size.width;
  const isPast = scrub !== undefined && scrub.atMs !== null;
  useStageInput(stage, { clock, receivedAtMs, isPast, leaps, rows, endpoints, layout, instants, width });
  const wholeRows = scrub?.rows ?? rows;
  const wholeRun = useMemo(() => runSpan(wholeRows), [wholeRows]);

  const { hotRow, focus, card: cardTarget, focusOn, close, isPinned } = spotlight;
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

  const zoomTo = useZoomTo(stage, rows, endpoints, selected);
  usePointer({ stage, body, plot, scroller, spotlight, onSelect, onOpen, onMenu: props.onMenu, onClear });
  useKeptInSight(stage, focus, width);
  useOver(stage, { ring, card, lead }, focused, cardTarget, size);
  useViewSpan(stage, onSpan);
  const onKeyDown = useTimelineKeys({
    stage,
    scroller,
    spotlight,
    onOpen: props.onEnter ?? onOpen,
    onZoomTo: zoomTo.run,
    onMenu: props.onMenu,
  });
  const savePicture = usePictures(stage, props.title);
  useTimelineActions(stage, zoomTo.run, savePicture);
  const log = useLog(stage === null || cardTarget === null ? null : deliveryAt(stage, cardTarget));
  const why = stage === null || cardTarget === null ? null : whyTarget(stage, cardTarget, log);
  const spoken = stage === null || focused === null ? null : sayTarget(stage, focused);
  const news = useSlowly(sayNews(endpoints), 10_000);

  return (
    <section ref={root} className={size.isNarrow ? 'tl is-narrow' : 'tl'} aria-label="Timeline">
      {stage !== null &&
        controlsIn !== null &&
        createPortal(<TimelineControls stage={stage} zoomTo={zoomTo} onPicture={savePicture} />, controlsIn)}
      <div className="tl-axis">
        <div className="tl-axis-label">
          <span>{shortDay(clock.virtualMs)}</span>
          <span className="is-quiet">{zoneName(clock.virtualMs)}</span>
          <span className="is-quiet is-right">attempts</span>
        </div>
        <div ref={axisBox} className="tl-axis-plot">
          <canvas ref={axis} />
        </div>
      </div>
      <div ref={body} className="tl-body">
        <div
          ref={scroller}
          className="tl-scroll"
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the one tab stop; its marks are walked with the arrows
          tabIndex={0}
          aria-label="Timeline of deliveries. Arrow keys walk the attempts, Enter opens one, P keeps its card, N shows now, F fits everything."
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
            if (!isPinned) close();
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
              headOf={props.headOf}
              onOpenShared={useCallback((key: string) => setOpened((set) => toggled(set, key)), [])}
            />
          </div>
        </div>
        <div className="tl-over">
          {stage !== null && <SpanDrag stage={stage} plot={plot} axis={axisBox} body={body} />}
          {stage !== null && <LeapTip stage={stage} axis={axisBox} leaps={leaps} />}
          <div ref={ring} className="tl-ring" hidden />
          {why !== null && (
            <>
              <div ref={lead} className="tl-lead" />
              <WhyCard
                why={why}
                cardRef={card}
                isPinned={isPinned}
                onPin={() => (cardTarget === null ? undefined : spotlight.pin(cardTarget))}
                onEnter={spotlight.keepCard}
                onLeave={spotlight.leaveCard}
              />
            </>
          )}
        </div>
        <MarkTable items={tableItems} />
        <PastList items={tableItems} />
        <LeapList leaps={leaps} />
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

import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { DeliveryRow } from '../../shared/contract/views';
import type { Span } from './folds';

/** Looking back along the run. Times are virtual epoch ms. */
export type Scrub = {
  /** The deliveries of the present, whatever is looked at. */
  readonly rows: readonly DeliveryRow[];
  /** The present. */
  readonly nowMs: () => number;
  /** The time that is looked at, or null for the present. */
  readonly atMs: number | null;
  /** Where that is, for those who hear it. */
  readonly says: string;
  readonly onInstant: (atMs: number) => void;
  /** Steps of the log, back when negative. */
  readonly onSteps: (by: number) => void;
  readonly onStart: () => void;
  readonly onLive: () => void;
};

const MANY = 10;
/** So near to now the hand means now, in px. */
const LIVE_PX = 4;
const PLACE_MS = 250;

type ScrubberProps = { readonly scrub: Scrub; readonly spanOf: () => Span | null };

/** The handle on the overview's now line: dragged back, everything shows the run as it was then. */
export function Scrubber({ scrub, spanOf }: ScrubberProps) {
  const handle = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLDivElement>(null);
  /** Where the hand is, while it drags. */
  const held = useRef<number | null>(null);
  const { atMs, nowMs } = scrub;

  useEffect(() => {
    const place = (): void => {
      const plot = handle.current?.parentElement;
      const span = spanOf();
      handle.current?.toggleAttribute('hidden', span === null);
      if (plot == null || span === null) return;
      const perMs = plot.clientWidth / (span.toMs - span.fromMs);
      const left = ((held.current ?? atMs ?? nowMs()) - span.fromMs) * perMs;
      const live = (nowMs() - span.fromMs) * perMs;
      if (handle.current !== null) handle.current.style.left = `${left}px`;
      if (after.current === null) return;
      after.current.style.left = `${left}px`;
      after.current.style.width = `${Math.max(0, live - left)}px`;
    };
    place();
    const timer = setInterval(place, PLACE_MS);
    return () => clearInterval(timer);
  }, [atMs, nowMs, spanOf]);

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const plot = event.currentTarget.parentElement;
    const span = spanOf();
    if (held.current === null || plot === null || span === null) return;
    event.stopPropagation();
    const box = plot.getBoundingClientRect();
    const perMs = box.width / (span.toMs - span.fromMs);
    const px = event.clientX - box.left;
    const now = nowMs();
    held.current = Math.min(now, Math.max(span.fromMs, span.fromMs + px / perMs));
    event.currentTarget.style.left = `${(held.current - span.fromMs) * perMs}px`;
    if (px >= (now - span.fromMs) * perMs - LIVE_PX) scrub.onLive();
    else scrub.onInstant(held.current);
  };
  const span = spanOf();
  return (
    <>
      <div ref={after} className="tl-after" hidden={atMs === null} />
      <div
        ref={handle}
        className={atMs === null ? 'tl-scrub' : 'tl-scrub is-past'}
        role="slider"
        tabIndex={0}
        aria-label="Time that is looked at"
        aria-valuemin={Math.floor(span?.fromMs ?? 0)}
        aria-valuemax={Math.ceil(nowMs())}
        aria-valuenow={Math.round(atMs ?? nowMs())}
        aria-valuetext={scrub.says}
        title="Drag back to see the run as it was"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = atMs ?? nowMs();
        }}
        onPointerMove={drag}
        onLostPointerCapture={() => {
          held.current = null;
        }}
        onKeyDown={(event) => {
          if (moveByKey(event, scrub)) event.preventDefault();
        }}
      />
    </>
  );
}

/** The keys of a slider. Returns whether it was one. */
function moveByKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { onSteps, onStart, onLive }: Scrub,
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const by = shiftKey ? MANY : 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      onSteps(-by);
      return true;
    case 'ArrowRight':
    case 'ArrowUp':
      onSteps(by);
      return true;
    case 'PageDown':
      onSteps(-MANY);
      return true;
    case 'PageUp':
      onSteps(MANY);
      return true;
    case 'Home':
      onStart();
      return true;
    case 'End':
    case 'Escape':
      onLive();
      return true;
    default:
      return false;
  }
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { EndpointId } from '../../../shared/model/ids';
import { useEngine, useMirror } from '../../state/engine-context';
import { past } from '../../state/past';
import type { Span } from '../../timeline/folds';
import type { Pasts } from '../../timeline/layout';
import { covers, pastOf, pastUntil } from '../../timeline/past';

/** Between two readings, real ms: a feed of 20 frames a second and a moving view ask no more often. */
const READ_GAP_MS = 400;
/** A reading of so many views' width is too coarse for what is seen of it. */
const COARSE = 8;
const NONE: Pasts = new Map();

/** The span of a reading: the view, and as much to both sides. */
const around = ({ fromMs, toMs }: Span): Span => ({ fromMs: fromMs - (toMs - fromMs), toMs: toMs + (toMs - fromMs) });

/**
 * What the endpoints went through, around what is in view: read again when the view leaves it or comes much nearer,
 * and, for an endpoint that the feed names, when it changed.
 */
export function usePasts(): { readonly pasts: Pasts; readonly onSpan: (span: Span) => void } {
  const { call, onFeed } = useEngine();
  const ids = useMirror((mirror) => mirror.endpoints.map(({ id }) => id).join(' '));
  const [pasts, setPasts] = useState(NONE);
  const asked = useRef<Span | null>(null);
  const stale = useRef(new Set<EndpointId>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAt = useRef(0);

  const soon = useCallback(() => {
    if (timer.current !== undefined) return;
    const wait = Math.max(0, readAt.current + READ_GAP_MS - performance.now());
    timer.current = setTimeout(async () => {
      timer.current = undefined;
      readAt.current = performance.now();
      const span = asked.current;
      if (span === null) return;
      const wanted = [...stale.current];
      stale.current.clear();
      const answers = await Promise.all(wanted.map((id) => call('endpoint.history', { id, ...span })));
      setPasts((before) => {
        const next = new Map(before);
        for (const [index, id] of wanted.entries()) {
          const answer = answers[index];
          if (answer?.ok === true) next.set(id, pastOf(answer.value, before.get(id)));
        }
        return next;
      });
    }, wait);
  }, [call]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const all = useCallback(() => {
    for (const id of ids.split(' ')) if (id !== '') stale.current.add(id as EndpointId);
    soon();
  }, [ids, soon]);
  useEffect(all, [all]);
  useEffect(
    () =>
      onFeed((news) => {
        if (news.kind === 'reload') return all();
        for (const { id } of news.frame.endpoints) stale.current.add(id);
        if (stale.current.size > 0) soon();
      }),
    [onFeed, all, soon],
  );

  const onSpan = useCallback(
    (view: Span) => {
      const known = asked.current;
      const isFine = known !== null && (known.toMs - known.fromMs) / (view.toMs - view.fromMs) < COARSE;
      if (known !== null && isFine && covers(known, view)) return;
      asked.current = around(view);
      all();
    },
    [all],
  );
  const view = useStore(past, (state) => state.shown?.view ?? null);
  const known = useMemo(
    () => (view === null ? pasts : new Map([...pasts].map(([id, one]) => [id, pastUntil(one, view)]))),
    [pasts, view],
  );
  return { pasts: known, onSpan };
}

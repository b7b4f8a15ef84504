import type { EndpointHistory, EndpointView, Level } from '../../shared/contract/views';
import type { Span } from './folds';

/** What an endpoint went through, as far as it is read; lanes that once had something to show stay. */
export type Past = EndpointHistory & { readonly hadStreak: boolean; readonly hadHeld: boolean };

const showed = (levels: readonly Level[]): boolean => levels.some(({ value }) => value > 0);

/** A newer reading takes the place of an older one. */
export const pastOf = (history: EndpointHistory, before: Past | undefined): Past => ({
  ...history,
  hadStreak: before?.hadStreak === true || showed(history.streak),
  hadHeld: before?.hadHeld === true || showed(history.held),
});

/** As it was known at a place of the log: what happened later is left out, and a lane that is there stays. */
export const pastUntil = (past: Past, { seq, atMs }: { readonly seq: number; readonly atMs: number }): Past => ({
  ...past,
  turns: past.turns.filter((turn) => turn.seq <= seq),
  held: past.held.filter(({ at }) => at <= atMs),
  streak: past.streak.filter(({ at }) => at <= atMs),
});

/** A stretch in which an endpoint received nothing, and whose doing it was. `toMs` null: it is not over. */
export type Closed = {
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly by: 'policy' | 'person';
  /** Exhausted in a row when the policy closed it. */
  readonly streak: number | null;
  /** Where in it the endpoint was half-open, from its first probe to where that failed, or to the stretch's end. */
  readonly halfOpen: readonly HalfOpen[];
};

export type HalfOpen = { readonly fromMs: number; readonly toMs: number | null };

type Closable = Pick<EndpointView, 'state' | 'condition'>;

/** The stretches in their order. What the log does not tell of now, the endpoint's own condition does. */
export function closedSpans(past: Past | null, { state, condition }: Closable): readonly Closed[] {
  const spans: Closed[] = [];
  let open = null as Closed | null;
  const close = (halfOpen: readonly HalfOpen[], toMs: number): readonly HalfOpen[] =>
    halfOpen.map((stretch) => (stretch.toMs === null ? { ...stretch, toMs } : stretch));
  const end = (toMs: number): void => {
    if (open !== null) spans.push({ ...open, halfOpen: close(open.halfOpen, toMs), toMs });
    open = null;
  };
  for (const { at, step } of past?.turns ?? []) {
    if (step.kind === 'suspend') {
      // Closed again by a probe that failed: the same stretch goes on.
      if (open === null) open = { fromMs: at, toMs: null, by: 'policy', streak: step.streak, halfOpen: [] };
      else open = { ...open, halfOpen: close(open.halfOpen, at) };
    }
    if (step.kind === 'probe' && open !== null && open.halfOpen.at(-1)?.toMs !== null) {
      open = { ...open, halfOpen: [...open.halfOpen, { fromMs: at, toMs: null }] };
    }
    if (step.kind === 'reopen') end(at);
    if (step.kind === 'disable') {
      end(at);
      open = { fromMs: at, toMs: null, by: 'person', streak: null, halfOpen: [] };
    }
  }
  const isClosed = state === 'disabled' || condition.suspendedAt !== null;
  if (open !== null && isClosed) spans.push(open);
  if (open === null && state === 'enabled' && condition.suspendedAt !== null) {
    spans.push({ fromMs: condition.suspendedAt, toMs: null, by: 'policy', streak: condition.streak, halfOpen: [] });
  }
  return spans;
}

/** The failure streak over time: its own steps, and back to 0 wherever the endpoint was opened again (f6). */
export function streakLine(past: Pick<EndpointHistory, 'streak' | 'turns'> | null): readonly Level[] {
  if (past === null) return [];
  const first = past.streak[0]?.at ?? Infinity;
  const reopened = past.turns
    .filter(({ at, step }) => step.kind === 'reopen' && at >= first)
    .map(({ at }): Level => ({ at, value: 0 }));
  return [...past.streak, ...reopened].sort((a, b) => a.at - b.at);
}

/** Whether `inner` lies in `outer`. */
export const covers = (outer: Span, inner: Span): boolean => outer.fromMs <= inner.fromMs && outer.toMs >= inner.toMs;

import { createStore } from 'zustand/vanilla';
import type { Call, CommandArgs } from '../../shared/contract/commands';
import { LIMITS } from '../../shared/contract/limits';
import type { DeliveryRow, PastView } from '../../shared/contract/views';
import type { Problem } from '../../shared/model/problem';

/** The run as it was, with the newest of the deliveries that it had then. */
export type Past = { readonly view: PastView; readonly rows: readonly DeliveryRow[] };

/**
 * The one place that says whether the page looks at the past. Everything that shows deliveries, endpoints, counts or
 * the clock reads it, by way of the mirror or of its seq.
 */
export const past = createStore<{ readonly shown: Past | null }>(() => ({ shown: null }));

/** The place in the log that is looked at, or null for the present: `asOf` of the commands that list and get. */
export const pastSeq = (): number | null => past.getState().shown?.view.seq ?? null;

/** Why nothing can be changed now, or null. */
export const PAST_REASON = 'You are looking at the past, where nothing can be changed. Press Esc to go back to live.';
export const whyNotNow = (): string | null => (past.getState().shown === null ? null : PAST_REASON);

/** Where to look: an instant (virtual epoch ms), some steps of the log back or on, or its first step. */
export type Move =
  | { readonly kind: 'instant'; readonly atMs: number }
  | { readonly kind: 'by'; readonly steps: number }
  | { readonly kind: 'start' };

type Ask = (to: CommandArgs<'past.look'>['to']) => Promise<Past | null>;

const MOST_STEPS = LIMITS.pageRows;

/**
 * Moves are made one after the other; those that come while one is made are taken together, so that a drag asks for
 * where the hand is and not for where it was.
 */
export class PastMoves {
  readonly #ask: Ask;
  #waiting: Move[] = [];
  #busy = false;
  /** Moves of before a return to live lead nowhere. */
  #round = 0;

  /** @param ask answers with null when it was refused, which is said by whoever asks */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  move(move: Move): void {
    this.#waiting.push(move);
    if (!this.#busy) void this.#make();
  }

  /** Back to the present, at once. */
  leave(): void {
    this.#round += 1;
    this.#waiting = [];
    past.setState({ shown: null });
  }

  async #make(): Promise<void> {
    this.#busy = true;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const round = this.#round;
      const { shown } = past.getState();
      // Beyond the newest step is the present.
      if (next.kind === 'by' && next.steps > 0 && (shown === null || !shown.view.hasAfter)) {
        this.leave();
        continue;
      }
      const found = await this.#ask(placeOf(next, shown));
      if (round === this.#round && found !== null) past.setState({ shown: found });
    }
    this.#busy = false;
  }

  /** The moves that wait, as one: what came before an instant or the start does not matter, steps add up. */
  #next(): Move | null {
    const [first, ...rest] = takeTogether(this.#waiting);
    this.#waiting = rest;
    return first ?? null;
  }
}

/** At most two moves with the same end: a place, and steps from there. */
export function takeTogether(moves: readonly Move[]): Move[] {
  const last = moves.findLastIndex(({ kind }) => kind !== 'by');
  const steps = moves.slice(last + 1).reduce((sum, move) => sum + (move.kind === 'by' ? move.steps : 0), 0);
  const place = moves[last];
  return [
    ...(place === undefined ? [] : [place]),
    ...(steps === 0 ? [] : [{ kind: 'by' as const, steps: Math.max(-MOST_STEPS, Math.min(MOST_STEPS, steps)) }]),
  ];
}

function placeOf(move: Move, shown: Past | null): CommandArgs<'past.look'>['to'] {
  switch (move.kind) {
    case 'instant':
      return move;
    case 'start':
      return { kind: 'step', seq: 0, by: 1 };
    case 'by':
      return { kind: 'step', seq: shown?.view.seq ?? null, by: move.steps };
  }
}

/** Asks the engine for a place of the log and for the newest deliveries that there were. */
export const askPast =
  (call: Call, onProblem: (problem: Problem) => void): Ask =>
  async (to) => {
    const view = await call('past.look', { to });
    if (!view.ok) {
      onProblem(view.problem);
      return null;
    }
    const page = await call('delivery.list', { asOf: view.value.seq, limit: LIMITS.pageRows });
    if (!page.ok) {
      onProblem(page.problem);
      return null;
    }
    return { view: view.value, rows: page.value.rows };
  };

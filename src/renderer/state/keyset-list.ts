import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Page } from '../../shared/contract/views';
import type { Problem, Result } from '../../shared/model/problem';

export type KeysetState<Row> = {
  readonly rows: readonly Row[];
  /** The cursor of the following page; null when the end is reached. */
  readonly next: string | null;
  readonly phase: 'first' | 'ready' | 'more';
  readonly problem: Problem | null;
  /** The window is full: older rows exist and are not held. */
  readonly full: boolean;
};

export type KeysetList<Row> = {
  readonly store: StoreApi<KeysetState<Row>>;
  readonly reload: () => Promise<void>;
  readonly more: () => Promise<void>;
  /** Takes changed rows in: known ones are replaced, new ones that belong are put in their place, others leave. */
  readonly merge: (changed: readonly Row[]) => void;
};

export type KeysetSource<Row> = {
  readonly load: (cursor: string | null) => Promise<Result<Page<Row>>>;
  readonly belongs: (row: Row) => boolean;
  /** The list's order, newest first. */
  readonly order: (a: Row, b: Row) => number;
};

/** A list holds this many rows at most; whoever looks for older ones narrows the filter. */
export const MOST_LIST_ROWS = 3_000;

/** A window over a list of the engine, read page by page on (time, id). */
export function keysetList<Row extends { readonly id: string }>(source: KeysetSource<Row>): KeysetList<Row> {
  const store = createStore<KeysetState<Row>>(() => ({
    rows: [],
    next: null,
    phase: 'first',
    problem: null,
    full: false,
  }));
  let round = 0;

  const reload = async (): Promise<void> => {
    round += 1;
    const mine = round;
    const page = await source.load(null);
    if (mine !== round) return;
    store.setState(
      page.ok
        ? { rows: page.value.rows, next: page.value.next, phase: 'ready', problem: null, full: false }
        : { phase: 'ready', problem: page.problem },
    );
  };

  const more = async (): Promise<void> => {
    const { next, phase, rows } = store.getState();
    if (next === null || phase !== 'ready') return;
    if (rows.length >= MOST_LIST_ROWS) {
      store.setState({ full: true });
      return;
    }
    const mine = round;
    store.setState({ phase: 'more' });
    const page = await source.load(next);
    if (mine !== round) return;
    if (!page.ok) {
      store.setState({ phase: 'ready', problem: page.problem });
      return;
    }
    const known = new Set(store.getState().rows.map((row) => row.id));
    const fresh = page.value.rows.filter((row) => !known.has(row.id));
    store.setState((state) => ({
      rows: [...state.rows, ...fresh],
      next: page.value.next,
      phase: 'ready',
      problem: null,
    }));
  };

  const merge = (changed: readonly Row[]): void => {
    if (changed.length === 0) return;
    const { rows, next } = store.getState();
    store.setState({ rows: mergeRows(rows, changed, source, next !== null) });
  };

  return { store, reload, more, merge };
}

/**
 * With `olderExist`, a new row below the last one we hold is left out: the page that it stands on will bring it, and
 * holding it now would hide the gap between.
 */
export function mergeRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  changed: readonly Row[],
  { belongs, order }: Pick<KeysetSource<Row>, 'belongs' | 'order'>,
  olderExist: boolean,
): readonly Row[] {
  const fresh = new Map(changed.map((row) => [row.id, row]));
  const known = new Set(rows.map((row) => row.id));
  const kept = rows.map((row) => fresh.get(row.id) ?? row).filter(belongs);
  const last = rows.at(-1);
  const added = changed.filter(
    (row) => !known.has(row.id) && belongs(row) && !(olderExist && last !== undefined && order(row, last) > 0),
  );
  if (added.length === 0) return kept;
  return [...added, ...kept].sort(order).slice(0, MOST_LIST_ROWS);
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import { LIMITS } from '../../shared/contract/limits';
import type { Page } from '../../shared/contract/views';
import type { Problem, Result } from '../../shared/model/problem';
import { coalesce } from './coalesce';

export type KeysetState<Row> = {
  readonly rows: readonly Row[];
  /** The cursor of the following page; null when the end is reached. */
  readonly next: string | null;
  readonly phase: 'first' | 'ready' | 'more';
  readonly problem: Problem | null;
  /** The window is full: further rows exist and are not held. */
  readonly full: boolean;
};

export type KeysetList<Row> = {
  readonly store: StoreApi<KeysetState<Row>>;
  readonly source: KeysetSource<Row>;
  readonly reload: () => Promise<void>;
  readonly more: () => Promise<void>;
  /** Takes changed rows in: known ones are replaced, new ones that belong are put in their place, others leave. */
  readonly merge: (changed: readonly Row[]) => void;
  /** The row that is read: it stays in the window whatever comes before it. Null while nobody reads. */
  readonly keep: (id: string | null) => void;
};

export type KeysetSource<Row> = {
  /**
   * @param limit rows of the page; null for as many as a page has by itself
   * @param wanted false once the answer is of no use any more
   */
  readonly load: (cursor: string | null, limit: number | null, wanted: () => boolean) => Promise<Result<Page<Row>>>;
  /** Null where only the engine can say: then the list is read again a little later. */
  readonly belongs: (row: Row) => boolean | null;
  /** The list's order, the same that `load` reads in. */
  readonly order: (a: Row, b: Row) => number;
};

/** A list holds this many rows at most, and twice as many while one of them is read; whoever looks for others narrows the filter. */
export const MOST_LIST_ROWS = 3_000;

/** In a burst the engine is asked this often at most which of the changed rows belong. */
const UNSURE_GAP_MS = 1_000;

/** A window over a list of the engine, read page by page. */
export function keysetList<Row extends { readonly id: string }>(source: KeysetSource<Row>): KeysetList<Row> {
  const store = createStore<KeysetState<Row>>(() => ({
    rows: [],
    next: null,
    phase: 'first',
    problem: null,
    full: false,
  }));
  let round = 0;
  let kept: string | null = null;

  const reload = async (): Promise<void> => {
    round += 1;
    const mine = round;
    const reads = kept !== null && store.getState().rows.some(({ id }) => id === kept) ? kept : null;
    const rows: Row[] = [];
    let next: string | null = null;
    do {
      const page: Result<Page<Row>> = await source.load(
        next,
        reads === null ? null : LIMITS.pageRows,
        () => mine === round,
      );
      if (mine !== round) return;
      if (!page.ok) {
        store.setState({ phase: 'ready', problem: page.problem });
        return;
      }
      rows.push(...page.value.rows);
      next = page.value.next;
      // Whoever reads further down gets all pages down to there at once, or would lose the place.
    } while (reads !== null && next !== null && rows.length < MOST_LIST_ROWS && !rows.some(({ id }) => id === reads));
    store.setState({ rows, next, phase: 'ready', problem: null, full: false });
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
    const page = await source.load(next, null, () => mine === round);
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

  const readAgain = coalesce(reload, UNSURE_GAP_MS);

  const merge = (changed: readonly Row[]): void => {
    if (changed.length === 0) return;
    if (changed.some((row) => source.belongs(row) === null)) readAgain();
    const { rows, next } = store.getState();
    const merged = mergeRows(rows, changed, source, next !== null);
    store.setState({
      rows: merged.slice(0, Math.max(MOST_LIST_ROWS, Math.min(2 * MOST_LIST_ROWS, lengthTo(merged, kept)))),
    });
  };

  return {
    store,
    source,
    reload,
    more,
    merge,
    keep: (id) => {
      kept = id;
    },
  };
}

/** Rows below the one that is read which stay too, so that its surroundings do. */
const BELOW = 100;

const lengthTo = <Row extends { readonly id: string }>(rows: readonly Row[], id: string | null): number =>
  id === null ? 0 : rows.findIndex((row) => row.id === id) + 1 + BELOW;

/**
 * With `olderExist`, a new row beyond the last one we hold is left out: the page that it stands on will bring it, and
 * holding it now would hide the gap between. A known row whose place in the order changed is put there, or leaves in
 * the same way.
 */
export function mergeRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  changed: readonly Row[],
  { belongs, order }: Pick<KeysetSource<Row>, 'belongs' | 'order'>,
  olderExist: boolean,
): readonly Row[] {
  const fresh = new Map(changed.map((row) => [row.id, row]));
  const stays = new Set<string>();
  const kept: Row[] = [];
  for (const row of rows) {
    const now = fresh.get(row.id);
    if (now !== undefined && order(row, now) !== 0) continue;
    stays.add(row.id);
    if (belongs(now ?? row) !== false) kept.push(now ?? row);
  }
  const last = rows.at(-1);
  const added = [...fresh.values()].filter(
    (row) => !stays.has(row.id) && belongs(row) === true && !(olderExist && last !== undefined && order(row, last) > 0),
  );
  return added.length === 0 ? kept : [...added, ...kept].sort(order);
}

import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DeliveryRow, Page } from '../../../shared/contract/views';
import type { DeliveryId } from '../../../shared/model/ids';
import type { Result } from '../../../shared/model/problem';
import type { Picks } from '../../parts/VirtualList';
import { useEngine } from '../../state/engine-context';
import type { KeysetList } from '../../state/keyset-list';
import { sayProblem } from '../../state/toasts';
import { type ChosenRow, type ChosenRows, chosenOf, withChanged } from '../../view-models/chosen';

export type Chosen = {
  readonly rows: ChosenRows;
  /** How many of them the list's filter leaves out. */
  readonly outside: number;
  readonly picks: Picks<DeliveryRow>;
  readonly clear: () => void;
  /** Chooses all that match, page by page, until `stop` is aborted. */
  readonly addAll: (
    read: (cursor: string | null) => Promise<Result<Page<DeliveryRow>>>,
    stop: AbortSignal,
  ) => Promise<void>;
};

const NONE: ChosenRows = new Map();

/** The deliveries that are chosen, by id: they stay chosen when they leave the list's window or its filter. */
export function useChosen(list: KeysetList<DeliveryRow>, belongs: (row: ChosenRow) => boolean | null): Chosen {
  const [rows, setRows] = useState(NONE);
  const { onFeed } = useEngine();
  const read = useStore(list.store, (state) => state.rows);
  useEffect(() => setRows((known) => withChanged(known, read)), [read]);
  useEffect(
    () =>
      onFeed((news) => {
        if (news.kind === 'frame') setRows((known) => withChanged(known, news.frame.deliveries));
      }),
    [onFeed],
  );
  const add = useCallback(
    (more: readonly DeliveryRow[]) =>
      setRows(
        (known) => new Map<DeliveryId, ChosenRow>([...known, ...more.map((row) => [row.id, chosenOf(row)] as const)]),
      ),
    [],
  );
  const picks = useMemo<Picks<DeliveryRow>>(
    () => ({
      count: rows.size,
      has: (row) => rows.has(row.id),
      toggle: (row) =>
        setRows((known) => {
          const next = new Map(known);
          if (!next.delete(row.id)) next.set(row.id, chosenOf(row));
          return next;
        }),
      add,
    }),
    [rows, add],
  );
  const clear = useCallback(() => setRows(NONE), []);
  const addAll = useCallback<Chosen['addAll']>(
    async (readPage, stop) => {
      let cursor: string | null = null;
      do {
        const page: Result<Page<DeliveryRow>> = await readPage(cursor);
        if (stop.aborted) return;
        if (!page.ok) {
          sayProblem(page.problem.message);
          return;
        }
        add(page.value.rows);
        cursor = page.value.next;
      } while (cursor !== null);
    },
    [add],
  );
  const outside = useMemo(() => [...rows.values()].filter((row) => belongs(row) === false).length, [rows, belongs]);
  return { rows, outside, picks, clear, addAll };
}

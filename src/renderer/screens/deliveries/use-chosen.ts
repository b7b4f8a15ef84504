import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DeliveryRow, Page } from '../../../shared/contract/views';
import type { DeliveryId, EndpointId } from '../../../shared/model/ids';
import type { Result } from '../../../shared/model/problem';
import type { Picks } from '../../parts/VirtualList';
import { sayProblem } from '../../state/toasts';

export type Chosen = {
  readonly rows: ReadonlyMap<DeliveryId, EndpointId>;
  readonly picks: Picks<DeliveryRow>;
  readonly clear: () => void;
  /** Chooses all that match, page by page, until `stop` is aborted. */
  readonly addAll: (
    read: (cursor: string | null) => Promise<Result<Page<DeliveryRow>>>,
    stop: AbortSignal,
  ) => Promise<void>;
};

const NONE: ReadonlyMap<DeliveryId, EndpointId> = new Map();

/** The deliveries that are chosen in a list; another list begins with none. */
export function useChosen(list: unknown): Chosen {
  const [rows, setRows] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is the reason to begin anew
  useEffect(() => setRows(NONE), [list]);
  const add = useCallback(
    (more: readonly DeliveryRow[]) =>
      setRows((known) => new Map([...known, ...more.map((row) => [row.id, row.endpointId] as const)])),
    [],
  );
  const picks = useMemo<Picks<DeliveryRow>>(
    () => ({
      has: (row) => rows.has(row.id),
      toggle: (row) =>
        setRows((known) => {
          const next = new Map(known);
          if (!next.delete(row.id)) next.set(row.id, row.endpointId);
          return next;
        }),
      add,
    }),
    [rows, add],
  );
  const clear = useCallback(() => setRows(NONE), []);
  const addAll = useCallback<Chosen['addAll']>(
    async (read, stop) => {
      let cursor: string | null = null;
      do {
        const page: Result<Page<DeliveryRow>> = await read(cursor);
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
  return { rows, picks, clear, addAll };
}

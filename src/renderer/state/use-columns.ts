import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ColumnId, ListName, SortOf } from '../../shared/contract/lists';
import {
  type ColumnChoice,
  type ColumnSpec,
  columnTracks,
  leastWidth,
  type ShownColumn,
  shownColumns,
} from '../view-models/columns';
import { usePreferences, useSetPreferences } from './preferences';

/** The columns of a list as a person wants them, as far as there is room, and the ways to change that. */
export type Columns<L extends ListName = ListName> = {
  readonly specs: readonly ColumnSpec<L>[];
  readonly choice: ColumnChoice<L>;
  readonly shown: readonly ShownColumn<L>[];
  /** CSS `grid-template-columns` of a row. */
  readonly tracks: string;
  /** CSS px that the columns take at least. */
  readonly leastPx: number;
  readonly sort: SortOf<L>;
  /** Why the order cannot be chosen now. */
  readonly unsorted: string | null;
  readonly isChanged: boolean;
  readonly setRoom: (px: number) => void;
  readonly show: (id: ColumnId<L>, on: boolean) => void;
  /** `px` null: its own width again. `done`: keep it; until then it is only shown. */
  readonly size: (id: ColumnId<L>, px: number | null, done: boolean) => void;
  readonly sortBy: (sort: SortOf<L>) => void;
  readonly reset: () => void;
};

const AMPLE_PX = 10_000;

export function useColumns<L extends ListName>(
  list: L,
  specs: readonly ColumnSpec<L>[],
  unsorted: string | null = null,
): Columns<L> {
  const { columns } = usePreferences();
  const set = useSetPreferences();
  const [room, setRoom] = useState(AMPLE_PX);
  const [drag, setDrag] = useState<{ readonly id: ColumnId<L>; readonly px: number } | null>(null);
  // What was chosen and is not answered yet: a second choice is made on top of it, not of what it replaces.
  const [ahead, setAhead] = useState<ColumnChoice<L> | null>(null);
  const latest = useRef<{ all: typeof columns; ahead: ColumnChoice<L> | null; asked: number }>({
    all: columns,
    ahead: null,
    asked: 0,
  });
  useEffect(() => {
    latest.current.all = columns;
    if (latest.current.asked > 0) return;
    latest.current.ahead = null;
    setAhead(null);
  }, [columns]);
  const kept: ColumnChoice<L> = ahead ?? columns[list];

  const change = useCallback(
    (make: (now: ColumnChoice<L>) => object) => {
      const now = latest.current;
      const before: ColumnChoice<L> = now.ahead ?? now.all[list];
      const next = { ...before, ...make(before) };
      const show = (choice: ColumnChoice<L> | null): void => {
        now.ahead = choice;
        setAhead(choice);
      };
      now.asked += 1;
      show(next);
      void set({ columns: { ...now.all, [list]: next } }).then((done) => {
        now.asked -= 1;
        if (!done) show(null);
      });
    },
    [list, set],
  );
  const choice = useMemo<ColumnChoice<L>>(
    () => (drag === null ? kept : { ...kept, widths: { ...kept.widths, [drag.id]: drag.px } }),
    [kept, drag],
  );
  const shown = useMemo(() => shownColumns(specs, choice, room), [specs, choice, room]);
  const size = useCallback<Columns<L>['size']>(
    (id, px, done) => {
      if (px !== null && !done) {
        setDrag({ id, px });
        return;
      }
      setDrag(null);
      change(({ widths }) => {
        const { [id as string]: _former, ...others } = widths as Readonly<Record<string, number>>;
        return { widths: px === null ? others : { ...others, [id]: px } };
      });
    },
    [change],
  );
  return useMemo(
    () => ({
      specs,
      choice,
      shown,
      tracks: columnTracks(shown),
      leastPx: leastWidth(shown),
      sort: unsorted === null ? (kept.sort ?? 'newest') : 'newest',
      unsorted,
      isChanged: kept.sort !== null || Object.keys({ ...kept.shown, ...kept.widths }).length > 0,
      setRoom,
      show: (id, on) => change(({ shown: before }) => ({ shown: { ...before, [id]: on } })),
      size,
      sortBy: (sort) => change(() => ({ sort: sort === 'newest' ? null : sort })),
      reset: () => change(() => ({ shown: {}, widths: {}, sort: null })),
    }),
    [specs, choice, shown, kept, unsorted, change, size],
  );
}

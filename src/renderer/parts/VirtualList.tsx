// biome-ignore-all lint/a11y/useSemanticElements: only what is in sight is drawn, which no table can
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the keys
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { ColumnId, ListName } from '../../shared/contract/lists';
import { isKeyOf } from '../state/shortcuts';
import type { Columns } from '../state/use-columns';
import { SORT_WORDS } from '../view-models/columns';
import { ColumnHead } from './ColumnHead';
import { ColumnsMenu } from './ColumnsMenu';
import { asksForMenu, placeBy } from './list-keys';
import { NewRows } from './NewRows';
import { useReading } from './use-reading';
import { useRoom } from './use-room';

export type Picks<Row> = {
  readonly count: number;
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly add: (rows: readonly Row[]) => void;
};

/** How far from a row's left edge its menu opens, in px. */
const MENU_INSET = 24;
/** The headers, CSS px. */
const HEAD = 27;

/**
 * A list of any length, in columns: only what is in sight is drawn. One tab stop for the rows; arrows, j and k, Home,
 * End, Page keys move the selection, Enter opens it. It follows its newest row until one is read.
 */
export function VirtualList<L extends ListName, Row extends { readonly id: string }>({
  name,
  columns,
  className,
  rows,
  rowHeight,
  selectedId,
  onSelect,
  onOpen,
  onNearEnd,
  onKeep,
  draw,
  picks,
  onMenu,
}: {
  /** What it lists; its order is added to it. */
  readonly name: string;
  readonly columns: Columns<L>;
  /** Of a row. */
  readonly className: string;
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly selectedId: string | null;
  readonly onSelect: (row: Row) => void;
  readonly onOpen?: (row: Row) => void;
  readonly onNearEnd?: () => void;
  /** Told which row is read, so that it stays in the list's window; null while the newest is followed. */
  readonly onKeep: (id: string | null) => void;
  readonly draw: (row: Row, column: ColumnId<L>) => ReactNode;
  /** Where several can be chosen: X and a click on the mark choose one, Shift a range, Ctrl or Cmd A all. */
  readonly picks?: Picks<Row>;
  /** Right click on a row; Shift F10 or the menu key for the selected one. In px from the window's top left corner. */
  readonly onMenu?: (row: Row, at: { readonly x: number; readonly y: number }) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  useRoom(scroller, columns.setRoom, picks === undefined ? 0 : 22);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastDrawn >= rows.length - 20 && rows.length > 0) onNearEnd?.();
  }, [lastDrawn, rows.length, onNearEnd]);
  const reading = useReading({
    ids: useMemo(() => rows.map(({ id }) => id), [rows]),
    rowHeight,
    headHeight: HEAD,
    selected: selectedId ?? (picks !== undefined && picks.count > 0 ? 'some' : null),
    scroller,
    inner,
    onKeep,
  });

  const choose = (index: number): void => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[bounded];
    if (row === undefined) return;
    onSelect(row);
    virtual.scrollToIndex(bounded);
  };
  const addUpTo = (index: number): void => {
    const at = Math.max(
      0,
      rows.findIndex((row) => row.id === selectedId),
    );
    picks?.add(rows.slice(Math.min(at, index), Math.max(at, index) + 1));
  };
  /** Below the selected row, when it is in sight. */
  const openMenuBelow = (): void => {
    const row = rows.find(({ id }) => id === selectedId);
    const element = row === undefined ? null : document.getElementById(`row-${row.id}`);
    if (row === undefined || element === null) return;
    const { left, bottom } = element.getBoundingClientRect();
    onMenu?.(row, { x: left + MENU_INSET, y: bottom });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The headers have keys of their own.
    if (event.target !== scroller.current) return;
    if (onMenu !== undefined && asksForMenu(event)) {
      event.preventDefault();
      openMenuBelow();
      return;
    }
    if (picks !== undefined && isKeyOf(event, 'choose-all')) {
      event.preventDefault();
      picks.add(rows);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex((row) => row.id === selectedId);
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / rowHeight) - 1);
    const next = placeBy(event, at, rows.length - 1, page);
    if (next !== undefined) {
      event.preventDefault();
      if (event.shiftKey) addUpTo(Math.max(0, Math.min(rows.length - 1, next)));
      choose(next);
      return;
    }
    const row = rows[at];
    if (isKeyOf(event, 'choose') && row !== undefined && picks !== undefined) {
      event.preventDefault();
      picks.toggle(row);
      return;
    }
    if (event.key === 'Enter' && row !== undefined && onOpen !== undefined) {
      event.preventDefault();
      onOpen(row);
    }
  };
  const onRowClick = (event: MouseEvent, row: Row, index: number): void => {
    // A row may be scrolled out of the page; the list keeps the keys.
    scroller.current?.focus();
    const onMark = event.target instanceof Element && event.target.closest('.pick') !== null;
    if (picks !== undefined && event.shiftKey) addUpTo(index);
    else if (picks !== undefined && (onMark || event.ctrlKey || event.metaKey)) picks.toggle(row);
    else onSelect(row);
  };
  const selectedDrawn = items.some((item) => rows[item.index]?.id === selectedId);
  return (
    <div className={picks === undefined ? 'list-frame' : 'list-frame picked'}>
      <NewRows
        count={reading.fresh}
        onFollow={() => {
          reading.follow();
          scroller.current?.focus();
        }}
      />
      <ColumnsMenu columns={columns} />
      <div
        ref={scroller}
        className="virtual inset-focus"
        role="grid"
        tabIndex={0}
        aria-label={`${name}, ${SORT_WORDS[columns.sort]}`}
        aria-rowcount={rows.length + 1}
        aria-multiselectable={picks !== undefined}
        aria-activedescendant={selectedDrawn && selectedId !== null ? `row-${selectedId}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={reading.onScroll}
        onPointerMove={reading.onPointerMove}
        onPointerLeave={reading.onPointerLeave}
        onContextMenu={(event) => {
          if (onMenu === undefined) return;
          event.preventDefault();
          // By the keyboard it comes to the list as a whole.
          if (event.target === scroller.current) openMenuBelow();
        }}
      >
        <ColumnHead columns={columns} className={className} />
        <div
          ref={inner}
          role="rowgroup"
          className="list-rows"
          style={{ height: virtual.getTotalSize(), minWidth: columns.leastPx }}
        >
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const selected = row.id === selectedId;
            const picked = picks?.has(row) === true;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the grid
              <div
                key={item.key}
                id={`row-${row.id}`}
                data-row={row.id}
                role="row"
                tabIndex={-1}
                aria-selected={selected || picked}
                aria-rowindex={item.index + 2}
                className={selected ? 'row selected' : 'row'}
                style={{ height: rowHeight, transform: `translateY(${item.start - HEAD}px)` }}
                onClick={(event) => onRowClick(event, row, item.index)}
                onDoubleClick={() => onOpen?.(row)}
                onContextMenu={(event) => {
                  if (onMenu === undefined) return;
                  event.preventDefault();
                  event.stopPropagation();
                  scroller.current?.focus();
                  onMenu(row, { x: event.clientX, y: event.clientY });
                }}
              >
                {picks === undefined ? null : <span className={picked ? 'pick on' : 'pick'} aria-hidden="true" />}
                <div role="presentation" className={className} style={{ gridTemplateColumns: columns.tracks }}>
                  {columns.shown.map((column) => (
                    <div key={column.id} role="gridcell" className={column.right === true ? 'cell right' : 'cell'}>
                      {draw(row, column.id)}
                    </div>
                  ))}
                </div>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

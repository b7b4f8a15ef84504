import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { isKeyOf } from '../state/shortcuts';

export type Picks<Row> = {
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly add: (rows: readonly Row[]) => void;
};

/** How far from a row's left edge its menu opens, in px. */
const MENU_INSET = 24;

/**
 * A list of any length: only what is in sight is drawn. One tab stop; arrows, j and k, Home, End, Page keys move the
 * selection, Enter opens it.
 */
export function VirtualList<Row extends { readonly id: string }>({
  label,
  rows,
  rowHeight,
  selectedId,
  onSelect,
  onOpen,
  onNearEnd,
  draw,
  picks,
  onMenu,
  className = '',
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly selectedId: string | null;
  readonly onSelect: (row: Row) => void;
  readonly onOpen?: (row: Row) => void;
  readonly onNearEnd?: () => void;
  readonly draw: (row: Row) => ReactNode;
  /** Where several can be chosen: X and a click on the mark choose one, Shift a range, Ctrl or Cmd A all. */
  readonly picks?: Picks<Row>;
  /** Right click on a row; Shift F10 or the menu key for the selected one. In px from the window's top left corner. */
  readonly onMenu?: (row: Row, at: { readonly x: number; readonly y: number }) => void;
  readonly className?: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastDrawn >= rows.length - 20 && rows.length > 0) onNearEnd?.();
  }, [lastDrawn, rows.length, onNearEnd]);

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
    if (onMenu !== undefined && (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))) {
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
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const target: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    };
    const next = target[stepOf(event)];
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
  const selectedDrawn = items.some((item) => rows[item.index]?.id === selectedId);
  return (
    <div
      ref={scroller}
      className={`virtual inset-focus ${className}`}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={picks !== undefined}
      aria-activedescendant={selectedDrawn && selectedId !== null ? `row-${selectedId}` : undefined}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        if (onMenu === undefined) return;
        event.preventDefault();
        // By the keyboard it comes to the list as a whole.
        if (event.target === scroller.current) openMenuBelow();
      }}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const selected = row.id === selectedId;
          const picked = picks?.has(row) === true;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the listbox
            <div
              key={item.key}
              id={`row-${row.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={selected || picked}
              aria-posinset={item.index + 1}
              aria-setsize={rows.length}
              className={selected ? 'row selected' : 'row'}
              style={{
                position: 'absolute',
                top: 0,
                left: 0,
                right: 0,
                height: rowHeight,
                transform: `translateY(${item.start}px)`,
              }}
              onClick={(event) => {
                // A row may be scrolled out of the page; the list keeps the keys.
                scroller.current?.focus();
                const onMark = event.target instanceof Element && event.target.closest('.pick') !== null;
                if (picks !== undefined && event.shiftKey) {
                  addUpTo(item.index);
                  return;
                }
                if (picks !== undefined && (onMark || event.ctrlKey || event.metaKey)) {
                  picks.toggle(row);
                  return;
                }
                onSelect(row);
              }}
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
              {draw(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The arrow that a key stands for; Shift chooses on the way. */
function stepOf(event: KeyboardEvent): string {
  const bare = { key: event.key, code: event.code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  if (isKeyOf(bare, 'next')) return 'ArrowDown';
  return isKeyOf(bare, 'previous') ? 'ArrowUp' : event.key;
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

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
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex((row) => row.id === selectedId);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const target: Record<string, number> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      k: at < 0 ? 0 : at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    };
    const next = target[event.key];
    if (next !== undefined) {
      event.preventDefault();
      choose(next);
      return;
    }
    const row = rows[at];
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
      aria-activedescendant={selectedDrawn && selectedId !== null ? `row-${selectedId}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const selected = row.id === selectedId;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the listbox
            <div
              key={item.key}
              id={`row-${row.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={selected}
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
              onClick={() => {
                // A row may be scrolled out of the page; the list keeps the keys.
                scroller.current?.focus();
                onSelect(row);
              }}
              onDoubleClick={() => onOpen?.(row)}
            >
              {draw(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

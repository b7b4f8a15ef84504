// biome-ignore-all lint/a11y/useSemanticElements: the headers of a grid that no table can be
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons and edges in them take the keys
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { LEAST_COLUMN, type ListName, MOST_COLUMN } from '../../shared/contract/lists';
import type { Columns } from '../state/use-columns';
import { ariaSort, boundWidth, nextSort, type ShownColumn, SORT_WORDS } from '../view-models/columns';
import { Icon } from './Icon';
import { Term } from './Term';
import { Tip } from './Tip';

/** CSS px by which an arrow key sizes a column, alone and with Shift. */
const STEP_PX = 8;
const LEAP_PX = 40;

/** The headers of a list: press one to sort by it, drag its edge to size it. */
export function ColumnHead<L extends ListName>({
  columns,
  className,
}: {
  readonly columns: Columns<L>;
  readonly className: string;
}) {
  return (
    <div role="rowgroup" className="list-head" style={{ minWidth: columns.leastPx }}>
      <div role="row" aria-rowindex={1} className={`${className} head`} style={{ gridTemplateColumns: columns.tracks }}>
        {columns.shown.map((column) => (
          <HeadCell key={column.id} columns={columns} column={column} />
        ))}
      </div>
    </div>
  );
}

function HeadCell<L extends ListName>({
  columns,
  column,
}: {
  readonly columns: Columns<L>;
  readonly column: ShownColumn<L>;
}) {
  const order = ariaSort(column, columns.sort);
  const next = nextSort(column, columns.sort);
  return (
    <div role="columnheader" aria-sort={order} className={column.right === true ? 'head-cell right' : 'head-cell'}>
      {order === undefined ? (
        <span className="cut">
          {column.term === undefined ? column.name : <Term of={column.term}>{column.name}</Term>}
        </span>
      ) : (
        <Tip
          says={columns.unsorted ?? `Sort: ${SORT_WORDS[next]}`}
          {...(column.term === undefined ? {} : { term: column.term })}
        >
          <button
            type="button"
            className="cut head-sort"
            aria-disabled={columns.unsorted !== null}
            onClick={() => (columns.unsorted === null ? columns.sortBy(next) : undefined)}
          >
            {column.name}
            {order === 'none' ? null : <Icon of={order === 'ascending' ? ArrowUp : ArrowDown} size={11} />}
          </button>
        </Tip>
      )}
      <Edge columns={columns} column={column} />
    </div>
  );
}

/** The edge by which a column is sized: dragged, with the arrows, and with a double click or Enter as it was. */
function Edge<L extends ListName>({
  columns,
  column,
}: {
  readonly columns: Columns<L>;
  readonly column: ShownColumn<L>;
}) {
  const begun = useRef<{ readonly x: number; readonly px: number } | null>(null);
  const edge = useRef<HTMLDivElement>(null);
  const drawn = (): number => edge.current?.parentElement?.getBoundingClientRect().width ?? column.px;
  const at = (event: PointerEvent): number | null =>
    begun.current === null ? null : boundWidth(begun.current.px + event.clientX - begun.current.x);
  const end = (event: PointerEvent): void => {
    const px = at(event);
    const moved = begun.current !== null && Math.abs(event.clientX - begun.current.x) >= 1;
    begun.current = null;
    if (px !== null && moved) columns.size(column.id, px, true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by !== undefined) {
      columns.size(column.id, boundWidth(drawn() + by * (event.shiftKey ? LEAP_PX : STEP_PX)), true);
    } else if (event.key === 'Enter') {
      columns.size(column.id, null, true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${column.name}`}
      aria-valuenow={column.px}
      aria-valuemin={LEAST_COLUMN}
      aria-valuemax={MOST_COLUMN}
      aria-valuetext={`${column.px} px`}
      title="Drag to size, double click to reset"
      className="column-edge"
      onKeyDown={onKeyDown}
      onDoubleClick={() => columns.size(column.id, null, true)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        begun.current = { x: event.clientX, px: drawn() };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const px = at(event);
        if (px !== null) columns.size(column.id, px, false);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

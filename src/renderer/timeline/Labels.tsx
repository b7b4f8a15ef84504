import { ArrowRight, ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { FINAL_STATES } from '../../shared/model/delivery';
import { shortId } from '../../shared/model/ids';
import { GlyphIcon } from './GlyphIcon';
import { glyphOf, glyphOfState } from './glyphs';
import { rowKeyOf } from './keyboard';
import { type HeaderItem, type LayoutItem, ROW_PX, type RowItem, type SharedItem } from './layout';
import { sayCount, sayShared, sayState } from './words';

type LabelsProps = {
  readonly items: readonly LayoutItem[];
  readonly hotRow: string | null;
  readonly selected: string | null;
  readonly onCollapse: (id: string) => void;
  readonly onOpenShared: (key: string) => void;
};

/** The label column, and the words of the group headers across the plot. Only the items on screen are here. */
export function Labels({ items, hotRow, selected, onCollapse, onOpenShared }: LabelsProps) {
  return items.map((item) => {
    if (item.kind === 'header') return <Header key={`h/${item.endpoint.id}`} item={item} onCollapse={onCollapse} />;
    if (item.height < ROW_PX) return null;
    const key = rowKeyOf(item);
    const mood = `${key === hotRow ? ' is-hot' : ''}${key === selected ? ' is-selected' : ''}`;
    if (item.kind === 'shared') return <Shared key={key} item={item} mood={mood} onOpen={onOpenShared} />;
    return <Row key={key} row={item.row} endpoint={item.endpoint} y={item.y} mood={mood} />;
  });
}

const Header = memo(function Header({
  item: { endpoint, rows, collapsed, y },
  onCollapse,
}: {
  readonly item: HeaderItem;
  readonly onCollapse: (id: string) => void;
}) {
  const Chevron = collapsed ? ChevronRight : ChevronDown;
  const isActive = endpoint.state === 'enabled';
  return (
    <>
      <div className="tl-label tl-head" style={{ top: y }}>
        <button
          type="button"
          className="tl-collapse"
          tabIndex={-1}
          aria-expanded={!collapsed}
          aria-label={`${collapsed ? 'Show' : 'Hide'} the deliveries of ${endpoint.name}`}
          onClick={() => onCollapse(endpoint.id)}
        >
          <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
          <b>{endpoint.name}</b>
        </button>
        <span className="tl-chip">{endpoint.policy.name}</span>
      </div>
      <div className="tl-headline" style={{ top: y }}>
        <ArrowRight size={13} strokeWidth={1.75} aria-hidden="true" />
        <span className="tl-url">{endpoint.url}</span>
        <span className={isActive ? 'tl-chip is-ok' : 'tl-chip'}>
          {isActive ? 'Active' : endpoint.state === 'disabled' ? 'Disabled' : 'Deleted'}
        </span>
        <span>{sayCounts(endpoint.counts, rows.length)}</span>
      </div>
    </>
  );
});

function sayCounts({ waiting, inFlight }: HeaderItem['endpoint']['counts'], rows: number): string {
  const parts: string[] = [];
  if (inFlight > 0) parts.push(`${sayCount(inFlight)} in flight`);
  if (waiting > 0) parts.push(`${sayCount(waiting)} waiting`);
  if (parts.length === 0) parts.push(rows === 0 ? 'no deliveries yet' : 'nothing is waiting');
  return parts.join(', ');
}

const Row = memo(function Row({
  row,
  endpoint,
  y,
  mood,
}: {
  readonly row: RowItem['row'];
  readonly endpoint: RowItem['endpoint'];
  readonly y: number;
  readonly mood: string;
}) {
  const last = row.marks[row.marks.length - 1];
  const { glyph, final } = glyphOfState(row.state, last === undefined ? null : glyphOf(last.outcome));
  // After an interruption history and budget differ; what counts against the budget is what the policy knows.
  const counted = row.state === 'processing' ? row.counter + 1 : row.counter;
  const isOver = FINAL_STATES.includes(row.state);
  return (
    <div className={`tl-label tl-row${mood}`} style={{ top: y }} title={`${row.eventType} ${row.id}: ${sayState(row)}`}>
      <GlyphIcon glyph={glyph} final={final} />
      <span className={isOver ? 'tl-type is-over' : 'tl-type'}>{row.eventType}</span>
      <span className="tl-id">{shortId(row.id)}</span>
      <span className="tl-count">
        {counted}/{Math.max(endpoint.policy.attempts, counted)}
      </span>
    </div>
  );
});

const Shared = memo(function Shared({
  item,
  mood,
  onOpen,
}: {
  readonly item: SharedItem;
  readonly mood: string;
  readonly onOpen: (key: string) => void;
}) {
  const last = item.rows[0]?.marks.at(-1);
  const { glyph, final } = glyphOfState(item.state, last === undefined ? null : glyphOf(last.outcome));
  const Chevron = item.opened ? ChevronDown : ChevronRight;
  return (
    <div className={`tl-label tl-row is-shared${mood}`} style={{ top: item.y }}>
      <GlyphIcon glyph={glyph} final={final} />
      <button
        type="button"
        className="tl-collapse"
        tabIndex={-1}
        aria-expanded={item.opened}
        onClick={() => onOpen(item.key)}
      >
        <span className="tl-type">{sayShared(item.rows)}</span>
        <Chevron size={12} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
});

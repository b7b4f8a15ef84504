import './labels.css';
import { ArrowRight, ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { FINAL_STATES } from '../../shared/model/delivery';
import { shortId } from '../../shared/model/ids';
import { throttleOf } from '../../shared/rules/throttle';
import { GlyphIcon } from './GlyphIcon';
import { glyphOf, glyphOfState } from './glyphs';
import { rowKeyOf } from './keyboard';
import { MOST_PIPS, streakLimit } from './lanes';
import { type HeaderItem, type LaneItem, type LayoutItem, ROW_PX, type RowItem, type SharedItem } from './layout';
import { sayClock } from './ticks';
import { sayCount, sayShared, sayShort, sayState } from './words';

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
    if (item.kind === 'lane') return <Lane key={`l/${item.endpoint.id}/${item.lane}`} item={item} />;
    if (item.height < ROW_PX) return null;
    const key = rowKeyOf(item);
    const mood = `${key === hotRow ? ' is-hot' : ''}${key === selected ? ' is-selected' : ''}`;
    if (item.kind === 'shared') return <Shared key={key} item={item} mood={mood} onOpen={onOpenShared} />;
    return <Row key={key} row={item.row} y={item.y} mood={mood} />;
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
        <StateChip endpoint={endpoint} />
        <span>{sayCounts(endpoint, rows.length)}</span>
      </div>
    </>
  );
});

/** Whether the endpoint receives, and if not, what keeps it from it: a word and a hue. */
function StateChip({ endpoint: { state, condition } }: { readonly endpoint: HeaderItem['endpoint'] }) {
  if (state === 'deleted') return <span className="tl-chip">Deleted</span>;
  if (state === 'disabled') return <span className="tl-chip is-held">Disabled</span>;
  if (condition.suspendedAt !== null) return <span className="tl-chip is-held">Suspended</span>;
  if (!condition.everVerified) return <span className="tl-chip is-held">Not verified</span>;
  return <span className="tl-chip is-ok">Active</span>;
}

function sayCounts(endpoint: HeaderItem['endpoint'], rows: number): string {
  const { waiting, inFlight } = endpoint.counts;
  const { condition, policy } = endpoint;
  const limit = streakLimit(endpoint);
  const parts: string[] = [];
  if (condition.suspendedAt !== null && policy.suspension !== null) {
    parts.push(policy.suspension.newEvents === 'hold' ? 'new events are held' : 'new events are only stored');
  }
  if (limit !== null && limit > MOST_PIPS && condition.streak > 0) parts.push(`streak ${condition.streak}/${limit}`);
  if (inFlight > 0) parts.push(`${sayCount(inFlight)} in flight`);
  if (waiting > 0) parts.push(`${sayCount(waiting)} waiting`);
  if (parts.length === 0) parts.push(rows === 0 ? 'no deliveries yet' : 'nothing is waiting');
  return parts.join(', ');
}

const Lane = memo(function Lane({ item: { lane, endpoint, rows, y, height } }: { readonly item: LaneItem }) {
  return (
    <div className="tl-label tl-lane" style={{ top: y, height }}>
      {lane === 'streak' && <StreakLabel endpoint={endpoint} />}
      {lane === 'suspension' && <SuspensionLabel endpoint={endpoint} rows={rows} />}
      {lane === 'throttle' && <ThrottleLabel endpoint={endpoint} />}
    </div>
  );
});

type LaneLabel = { readonly endpoint: LaneItem['endpoint'] };

function StreakLabel({ endpoint }: LaneLabel) {
  const limit = streakLimit(endpoint) ?? 0;
  const { streak } = endpoint.condition;
  return (
    <>
      <span>Failure streak</span>
      <span className="tl-pips" aria-hidden="true">
        {Array.from({ length: limit }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pip is its place
          <i key={n} className={n < streak ? 'tl-pip is-failed' : 'tl-pip is-idle'} />
        ))}
      </span>
      <b>
        {streak}/{limit}
      </b>
    </>
  );
}

function SuspensionLabel({ endpoint, rows }: LaneLabel & { readonly rows: LaneItem['rows'] }) {
  const held = rows.reduce((sum, { state }) => sum + (state === 'held' ? 1 : 0), 0);
  const limit = endpoint.policy.suspension?.holdLimit ?? null;
  const since = endpoint.condition.suspendedAt;
  return (
    <>
      <span>Suspension</span>
      {held > 0 && (
        <b className="is-held">
          {sayCount(held)} held{limit === null ? '' : ` of ${sayCount(limit)}`}
        </b>
      )}
      {held === 0 && since !== null && <b className="is-held">since {sayClock(since)}</b>}
    </>
  );
}

function ThrottleLabel({ endpoint }: LaneLabel) {
  const throttle = throttleOf(endpoint.policy, endpoint.channel);
  if (throttle === null) return null;
  return (
    <>
      <span>Throttle</span>
      <b>{sayCount(throttle.limit)}</b>
      <i>per {throttle.windowMs === 60_000 ? 'minute' : sayShort(throttle.windowMs)}</i>
      {throttle.rules[0] !== undefined && <span className="tl-chip">{throttle.rules[0]}</span>}
    </>
  );
}

const Row = memo(function Row({
  row,
  y,
  mood,
}: {
  readonly row: RowItem['row'];
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
        {counted}/{Math.max(row.budget, counted)}
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

import './labels.css';
import { ArrowRight, ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentType, memo } from 'react';
import type { EndpointView } from '../../shared/contract/views';
import { FINAL_STATES } from '../../shared/model/delivery';
import { shortId } from '../../shared/model/ids';
import { throttleOf } from '../../shared/rules/throttle';
import { endpointWord } from '../../shared/words/provider-words';
import { endpointLook } from '../view-models/endpoint-look';
import { exactTime } from '../view-models/instants';
import { GlyphIcon } from './GlyphIcon';
import { glyphOf, glyphOfState } from './glyphs';
import { rowKeyOf } from './keyboard';
import { MOST_PIPS, streakLimit, suspensionFigure } from './lanes';
import { type HeaderItem, type LaneItem, type LayoutItem, ROW_PX, type RowItem, type SharedItem } from './layout';
import { sayCount, sayShared, sayShort, sayStates } from './words';

type LabelsProps = {
  readonly items: readonly LayoutItem[];
  readonly hotRow: string | null;
  readonly selected: string | null;
  readonly onCollapse: (id: string) => void;
  readonly onOpenShared: (key: string) => void;
  /** What may be done with an endpoint, in its group's head. */
  readonly headOf: ComponentType<HeadProps> | undefined;
};

export type HeadProps = { readonly endpoint: EndpointView };

/** The label column, and the words of the group headers across the plot. Only the items on screen are here. */
export function Labels({ items, hotRow, selected, onCollapse, onOpenShared, headOf }: LabelsProps) {
  return items.map((item) => {
    if (item.kind === 'header') {
      return <Header key={`h/${item.endpoint.id}`} item={item} onCollapse={onCollapse} headOf={headOf} />;
    }
    if (item.kind === 'lane') return <Lane key={`l/${item.endpoint.id}/${item.lane}`} item={item} />;
    if (item.height < ROW_PX) return null;
    const key = rowKeyOf(item);
    const mood = `${key === hotRow ? ' is-hot' : ''}${key === selected ? ' is-selected' : ''}`;
    if (item.kind === 'shared') return <Shared key={key} item={item} mood={mood} onOpen={onOpenShared} />;
    return <Row key={key} row={item.row} policy={item.endpoint.policy} y={item.y} mood={mood} />;
  });
}

const Header = memo(function Header({
  item: { endpoint, rows, collapsed, y },
  onCollapse,
  headOf: Acts,
}: Pick<LabelsProps, 'onCollapse' | 'headOf'> & { readonly item: HeaderItem }) {
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
          <b title={endpoint.name}>{endpoint.name}</b>
        </button>
        <span className="tl-chip" title={endpoint.policy.name}>
          {endpoint.policy.name}
        </span>
      </div>
      <div className="tl-headline" style={{ top: y }}>
        <ArrowRight size={13} strokeWidth={1.75} aria-hidden="true" />
        <span className="tl-url">{endpoint.url}</span>
        <StateChip endpoint={endpoint} />
        <span>{sayCounts(endpoint, rows.length)}</span>
        {Acts !== undefined && (
          <span className="tl-head-acts">
            <Acts endpoint={endpoint} />
          </span>
        )}
      </div>
    </>
  );
});

/** Whether the endpoint receives, and if not, what keeps it from it: our word, the provider's, and a hue. */
function StateChip({ endpoint }: { readonly endpoint: HeaderItem['endpoint'] }) {
  const { kind, word } = endpointLook(endpoint);
  if (kind === 'deleted') return <span className="tl-chip">{word}</span>;
  const provider = endpointWord(endpoint.policy, endpoint);
  const isSame = provider.toLowerCase() === word.toLowerCase();
  return (
    <span className={kind === 'active' ? 'tl-chip is-ok' : 'tl-chip is-held'}>
      {word}
      {isSame ? null : <small>{provider}</small>}
    </span>
  );
}

function sayCounts(endpoint: HeaderItem['endpoint'], rows: number): string {
  const { waiting, inFlight } = endpoint.counts;
  const { condition, policy } = endpoint;
  const limit = streakLimit(endpoint);
  const parts: string[] = [];
  if (condition.suspendedAt !== null && condition.probe !== undefined) parts.push('half-open: one probe at a time');
  else if (condition.suspendedAt !== null && policy.suspension !== null) {
    parts.push(policy.suspension.newEvents === 'hold' ? 'new events are held' : 'new events are only stored');
  }
  if (limit !== null && limit > MOST_PIPS && condition.streak > 0) parts.push(`streak ${condition.streak}/${limit}`);
  if (inFlight > 0) parts.push(`${sayCount(inFlight)} in flight`);
  if (waiting > 0) parts.push(`${sayCount(waiting)} waiting`);
  if (parts.length === 0) parts.push(rows === 0 ? 'no deliveries yet' : 'nothing is waiting');
  return parts.join(', ');
}

const Lane = memo(function Lane({ item: { lane, endpoint, y, height } }: { readonly item: LaneItem }) {
  return (
    <div className="tl-label tl-lane" style={{ top: y, height }}>
      {lane === 'streak' && <StreakLabel endpoint={endpoint} />}
      {lane === 'suspension' && <SuspensionLabel endpoint={endpoint} />}
      {lane === 'held' && <HeldLabel endpoint={endpoint} />}
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

function SuspensionLabel({ endpoint }: LaneLabel) {
  const since = endpoint.condition.suspendedAt;
  const figure = suspensionFigure(endpoint);
  return (
    <>
      <span>Suspension</span>
      {since === null ? (
        <i>{figure}</i>
      ) : (
        <b className="is-held" title={`${endpointLook(endpoint).says ?? ''} Since ${exactTime(since)}.`}>
          {figure}
        </b>
      )}
    </>
  );
}

function HeldLabel({ endpoint: { counts, policy } }: LaneLabel) {
  const limit = policy.suspension?.holdLimit ?? null;
  return (
    <>
      <span>Held</span>
      <b className={counts.held > 0 ? 'is-held' : ''}>{sayCount(counts.held)}</b>
      {limit !== null && <i>/ {sayCount(limit)}</i>}
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
  policy,
  y,
  mood,
}: {
  readonly row: RowItem['row'];
  readonly policy: RowItem['endpoint']['policy'];
  readonly y: number;
  readonly mood: string;
}) {
  const last = row.marks[row.marks.length - 1];
  const { glyph, final } = glyphOfState(row.state, last === undefined ? null : glyphOf(last.outcome));
  // After an interruption history and budget differ; what counts against the budget is what the policy knows.
  const counted = row.state === 'processing' ? row.counter + 1 : row.counter;
  const isOver = FINAL_STATES.includes(row.state);
  return (
    <div
      className={`tl-label tl-row${mood}`}
      style={{ top: y }}
      title={`${row.eventType} ${row.id}: ${sayStates(row, policy)}`}
    >
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

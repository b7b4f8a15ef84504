import { useStore } from 'zustand';
import type { DeliveryRow, EndpointView } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { Empty } from '../../parts/Empty';
import { Mark } from '../../parts/Mark';
import { Pips } from '../../parts/Pips';
import { type Picks, VirtualList } from '../../parts/VirtualList';
import { useMirror } from '../../state/engine-context';
import { type KeysetList, MOST_LIST_ROWS } from '../../state/keyset-list';
import { openOverlay } from '../../state/overlays';
import { sayCount } from '../../view-models/numbers';
import { stateLook } from '../../view-models/outcome-look';
import { providerBeside } from '../../view-models/provider-label';
import type { Place } from './DeliveryMenu';
import { RowSigns } from './Kinship';
import { CreatedAt, NextOrLast } from './row-times';

const ROW = 32;

export function DeliveryList({
  list,
  onShowAll,
  selectedId,
  onOpen,
  picks,
  onMenu,
}: {
  readonly list: KeysetList<DeliveryRow>;
  /** Null where nothing narrows the list. */
  readonly onShowAll: (() => void) | null;
  readonly selectedId: string | null;
  readonly onOpen: (row: DeliveryRow) => void;
  readonly picks: Picks<DeliveryRow>;
  readonly onMenu: (row: DeliveryRow, at: Place) => void;
}) {
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
  const full = useStore(list.store, (state) => state.full);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const endpointOf = (row: DeliveryRow): EndpointView | undefined =>
    endpoints.find((candidate) => candidate.id === row.endpointId);

  return (
    <div id="deliveries-list" className="list-panel" role="tabpanel" aria-label="Deliveries">
      <div className="delivery-row head" aria-hidden="true">
        <span>State, provider’s label</span>
        <span>Event</span>
        <span className="endpoint">Endpoint</span>
        <span>Attempts</span>
        <span className="right">Next or last</span>
        <span className="right created">Created</span>
      </div>
      {problem === null ? null : (
        <p className="list-problem" role="alert">
          {problem.message}{' '}
          <button type="button" className="link" onClick={() => void list.reload()}>
            Read again
          </button>
        </p>
      )}
      {rows.length === 0 && phase !== 'first' && problem === null ? (
        <NothingHere onShowAll={onShowAll} />
      ) : (
        <VirtualList
          label="Deliveries, newest first"
          rows={rows}
          rowHeight={ROW}
          selectedId={selectedId}
          onSelect={onOpen}
          onNearEnd={list.more}
          picks={picks}
          onMenu={onMenu}
          draw={(row) => <DeliveryCells row={row} endpoint={endpointOf(row)} />}
        />
      )}
      {full ? (
        <p className="list-problem">
          The newest {sayCount(MOST_LIST_ROWS)} are held. Narrow the filter to see older ones.
        </p>
      ) : null}
    </div>
  );
}

function NothingHere({ onShowAll }: { readonly onShowAll: (() => void) | null }) {
  const any = useMirror((mirror) => mirror.totals.deliveries > 0);
  if (onShowAll !== null) {
    return (
      <Empty says="No delivery matches the filter.">
        <button type="button" className="button" onClick={onShowAll}>
          Clear the filter
        </button>
      </Empty>
    );
  }
  return (
    <Empty
      says={
        any ? 'No delivery is in this state.' : 'A delivery is one event on its way to one endpoint. There is none yet.'
      }
    >
      <button type="button" className="button" onClick={() => openOverlay({ kind: 'compose' })}>
        Send an event
      </button>
    </Empty>
  );
}

function DeliveryCells({ row, endpoint }: { readonly row: DeliveryRow; readonly endpoint: EndpointView | undefined }) {
  const look = stateLook(row);
  const label = providerBeside(endpoint?.policy, row, look.word);
  return (
    <div className="delivery-row">
      <span className="state">
        <Mark hue={look.hue} shape={look.shape} final={look.final} />
        {look.word}
        {label === null ? null : <small>{label}</small>}
      </span>
      <span className="event">
        <span className="cut" title={row.eventType}>
          {row.eventType}
        </span>
        <small>{shortId(row.eventId)}</small>
        <RowSigns row={row} policy={endpoint?.policy} />
      </span>
      <span className="endpoint cut">{endpoint?.name ?? 'deleted'}</span>
      <Pips row={row} />
      <NextOrLast row={row} />
      <CreatedAt at={row.createdAt} />
    </div>
  );
}

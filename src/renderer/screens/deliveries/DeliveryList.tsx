import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { DeliveryRow } from '../../../shared/contract/views';
import type { DeliveryId } from '../../../shared/model/ids';
import { Empty } from '../../parts/Empty';
import { ListNotes } from '../../parts/ListNotes';
import { type Picks, VirtualList } from '../../parts/VirtualList';
import { useMirror } from '../../state/engine-context';
import type { KeysetList } from '../../state/keyset-list';
import { openOverlay } from '../../state/overlays';
import type { Columns } from '../../state/use-columns';
import type { Place } from './DeliveryMenu';
import { drawDelivery } from './delivery-columns';
import { useRow } from './use-selected-row';

const ROW = 32;

export function DeliveryList({
  list,
  columns,
  onShowAll,
  selectedId,
  onOpen,
  picks,
  onMenu,
}: {
  readonly list: KeysetList<DeliveryRow>;
  readonly columns: Columns<'deliveries'>;
  /** Null where nothing narrows the list. */
  readonly onShowAll: (() => void) | null;
  readonly selectedId: DeliveryId | null;
  readonly onOpen: (row: DeliveryRow) => void;
  readonly picks: Picks<DeliveryRow>;
  readonly onMenu: (row: DeliveryRow, at: Place) => void;
}) {
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const endpointOf = useMemo(() => new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])), [endpoints]);
  const selected = useRow(selectedId);

  return (
    <div id="deliveries-list" className="list-panel" role="tabpanel" aria-label="Deliveries">
      {rows.length === 0 && phase !== 'first' && problem === null ? (
        <NothingHere onShowAll={onShowAll} />
      ) : (
        <VirtualList
          name="Deliveries"
          columns={columns}
          className="delivery-row"
          rows={rows}
          rowHeight={ROW}
          selectedId={selectedId}
          onSelect={onOpen}
          onNearEnd={list.more}
          onKeep={list.keep}
          picks={picks}
          onMenu={onMenu}
          draw={(row, column) => drawDelivery(row, column, endpointOf.get(row.endpointId))}
        />
      )}
      <ListNotes list={list} selectedId={selectedId} selected={selected} onShowAll={onShowAll} />
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

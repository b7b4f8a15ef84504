import type { ReactNode } from 'react';
import type { ColumnId } from '../../../shared/contract/lists';
import type { DeliveryRow, EndpointView } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { Mark } from '../../parts/Mark';
import { Pips } from '../../parts/Pips';
import type { ColumnSpec } from '../../view-models/columns';
import { elderOf } from '../../view-models/elder';
import { stateLook } from '../../view-models/outcome-look';
import { providerBeside } from '../../view-models/provider-label';
import { RowSigns } from './Kinship';
import { ListedAt, NextOrLast } from './row-times';

export const DELIVERY_COLUMNS: readonly ColumnSpec<'deliveries'>[] = [
  {
    id: 'state',
    name: 'State, provider’s label',
    width: 146,
    grows: 0,
    rank: 0,
    stays: true,
    sorts: ['state'],
    term: 'delivery state',
  },
  { id: 'event', name: 'Event', width: 116, grows: 10, rank: 0, stays: true, term: 'event' },
  { id: 'endpoint', name: 'Endpoint', width: 76, grows: 5, rank: 3, sorts: ['endpoint'], term: 'endpoint' },
  { id: 'attempts', name: 'Attempts', width: 118, grows: 3, rank: 2, term: 'attempt' },
  { id: 'next', name: 'Next or last', width: 104, grows: 0, rank: 1, right: true, sorts: ['due'], term: 'due time' },
  { id: 'created', name: 'Created', width: 84, grows: 0, rank: 4, right: true, sorts: ['newest', 'oldest'] },
  { id: 'changed', name: 'Changed', width: 84, grows: 0, rank: null, right: true },
  { id: 'error', name: 'Last error', width: 160, grows: 5, rank: null },
  { id: 'id', name: 'Delivery’s id', width: 64, grows: 0, rank: null },
];

/** A delivery in one of its list's columns. */
export function drawDelivery(
  row: DeliveryRow,
  column: ColumnId<'deliveries'>,
  endpoint: EndpointView | undefined,
): ReactNode {
  switch (column) {
    case 'state':
      return <State row={row} endpoint={endpoint} />;
    case 'event':
      return (
        <span className="event">
          <span className="cut" title={row.eventType}>
            {row.eventType}
          </span>
          <small title={row.eventId}>{shortId(row.eventId)}</small>
          <RowSigns row={row} policy={endpoint?.policy} />
        </span>
      );
    case 'endpoint':
      return <span className="cut second">{endpoint?.name ?? 'deleted'}</span>;
    case 'attempts':
      return <Pips row={row} />;
    case 'next':
      return <NextOrLast row={row} elder={elderOf(row, endpoint)} />;
    case 'created':
      return <ListedAt at={row.createdAt} />;
    case 'changed':
      return <ListedAt at={row.changedAt} />;
    case 'error':
      return (
        <span className="cut second" title={row.lastError ?? undefined}>
          {row.lastError ?? ''}
        </span>
      );
    case 'id':
      return (
        <span className="mono second cut" title={row.id}>
          {shortId(row.id)}
        </span>
      );
  }
}

function State({ row, endpoint }: { readonly row: DeliveryRow; readonly endpoint: EndpointView | undefined }) {
  const look = stateLook(row);
  const label = providerBeside(endpoint?.policy, row, look.word);
  return (
    <span className="state">
      <Mark hue={look.hue} shape={look.shape} final={look.final} />
      {look.word}
      {label === null ? null : <small>{label}</small>}
    </span>
  );
}

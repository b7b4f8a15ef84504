import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ColumnId } from '../../../shared/contract/lists';
import type { EndpointView } from '../../../shared/contract/views';
import type { EventSummary } from '../../../shared/model/event';
import { type EndpointId, shortId } from '../../../shared/model/ids';
import { Icon } from '../../parts/Icon';
import { useVirtualNow } from '../../state/virtual-now';
import type { ColumnSpec } from '../../view-models/columns';
import { sayBytes, sayCount } from '../../view-models/numbers';
import { sayWhoPurged } from '../../view-models/purged-event';
import { ListedAt } from '../deliveries/row-times';

export const EVENT_COLUMNS: readonly ColumnSpec<'events'>[] = [
  { id: 'type', name: 'Type', width: 110, grows: 4, rank: 0, stays: true, term: 'event' },
  { id: 'id', name: 'Id', width: 60, grows: 0, rank: 4 },
  { id: 'content', name: 'Content type', width: 130, grows: 1, rank: null },
  { id: 'body', name: 'Body', width: 70, grows: 0, rank: 2, right: true },
  { id: 'deliveries', name: 'Deliveries', width: 74, grows: 0, rank: 3, right: true, term: 'delivery' },
  { id: 'created', name: 'Created', width: 84, grows: 0, rank: 1, right: true, sorts: ['newest', 'oldest'] },
];

/** An event in one of its list's columns. */
export function drawEvent(
  event: EventSummary,
  column: ColumnId<'events'>,
  endpoints: ReadonlyMap<EndpointId, EndpointView>,
): ReactNode {
  switch (column) {
    case 'type':
      return (
        <span className="event">
          <span className="cut name" title={event.type}>
            {event.type}
          </span>
          <PurgedSign event={event} endpoints={endpoints} />
        </span>
      );
    case 'id':
      return (
        <span className="mono muted cut" title={event.id}>
          {shortId(event.id)}
        </span>
      );
    case 'content':
      return <span className="second cut">{event.contentType}</span>;
    case 'body':
      return (
        <span className="mono" title={`${sayCount(event.bodyBytes)} bytes`}>
          {sayBytes(event.bodyBytes)}
        </span>
      );
    case 'deliveries':
      return <span className="mono">{sayCount(event.deliveries)}</span>;
    case 'created':
      return <ListedAt at={event.createdAt} />;
  }
}

const MINUTE_MS = 60_000;

/** That providers have deleted the event (F34, R11). */
function PurgedSign({
  event,
  endpoints,
}: {
  readonly event: EventSummary;
  readonly endpoints: ReadonlyMap<EndpointId, EndpointView>;
}) {
  const now = useVirtualNow(MINUTE_MS);
  const policies = event.endpointIds.flatMap((id) => endpoints.get(id)?.policy ?? []);
  const says = sayWhoPurged(policies, event.id, now);
  return says === null ? null : (
    <span className="sign" role="img" aria-label={says} title={says}>
      <Icon of={Trash2} size={12} />
    </span>
  );
}

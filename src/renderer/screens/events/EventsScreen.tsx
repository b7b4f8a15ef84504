import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Frame } from '../../../shared/contract/views';
import type { EventSummary } from '../../../shared/model/event';
import { shortId } from '../../../shared/model/ids';
import { Acts } from '../../parts/Acts';
import { Empty } from '../../parts/Empty';
import { VirtualList } from '../../parts/VirtualList';
import { useEngine, useFed, useLiveMirror } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { navigation } from '../../state/navigation';
import { sayBytes, sayCount } from '../../view-models/numbers';
import { CreatedAt } from '../deliveries/row-times';
import { ComposeForm } from './ComposeForm';
import { EventPane } from './EventPane';
import { PlannedSends } from './PlannedSends';

const eventsOf = (frame: Frame): readonly EventSummary[] => frame.events;
const ROW = 32;

export function EventsScreen() {
  const { call } = useEngine();
  const openId = useStore(navigation, (state) => state.eventId);
  const total = useLiveMirror((mirror) => mirror.totals.events);
  const list = useMemo(
    () =>
      keysetList<EventSummary>({
        load: (cursor) => call('event.list', { cursor }),
        belongs: () => true,
        order: (a, b) => b.createdAt - a.createdAt || b.ordinal - a.ordinal,
      }),
    [call],
  );
  useFed(list, eventsOf);
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
  return (
    <main className="section events" aria-label="Events">
      <div className="split">
        <div className="split-list">
          <div className="list-title">
            <h1>Events</h1>
            <span className="mono muted">{sayCount(total)}</span>
          </div>
          <PlannedSends />
          <div className="event-row head" aria-hidden="true">
            <span>Type</span>
            <span>Id</span>
            <span className="right">Body</span>
            <span className="right">Deliveries</span>
            <span className="right">Created</span>
          </div>
          {problem === null ? null : (
            <p className="list-problem" role="alert">
              {problem.message}
            </p>
          )}
          {rows.length === 0 && phase !== 'first' ? (
            <Empty says="No event was sent yet. Write one beside this list." />
          ) : (
            <VirtualList
              label="Events, newest first"
              rows={rows}
              rowHeight={ROW}
              selectedId={openId}
              onSelect={(event) => navigation.setState({ eventId: event.id })}
              onNearEnd={list.more}
              draw={(event) => <EventCells event={event} />}
            />
          )}
        </div>
        {openId === null ? (
          <aside className="pane compose-pane" aria-label="Send an event">
            <div className="pane-head">
              <div className="line">
                <h2>Send an event</h2>
              </div>
            </div>
            <Acts label="Write an event">
              <ComposeForm onSent={() => undefined} />
            </Acts>
          </aside>
        ) : (
          <EventPane key={openId} id={openId} onClose={() => navigation.setState({ eventId: null })} />
        )}
      </div>
    </main>
  );
}

function EventCells({ event }: { readonly event: EventSummary }) {
  return (
    <div className="event-row">
      <span className="cut name" title={event.type}>
        {event.type}
      </span>
      <span className="mono muted cut">{shortId(event.id)}</span>
      <span className="mono right">{sayBytes(event.bodyBytes)}</span>
      <span className="mono right">{sayCount(event.deliveries)}</span>
      <CreatedAt at={event.createdAt} />
    </div>
  );
}

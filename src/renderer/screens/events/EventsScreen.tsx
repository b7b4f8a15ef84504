import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Frame } from '../../../shared/contract/views';
import type { EventSummary } from '../../../shared/model/event';
import { newestFirst } from '../../../shared/rules/list-order';
import { Acts } from '../../parts/Acts';
import { Empty } from '../../parts/Empty';
import { ListNotes } from '../../parts/ListNotes';
import { useFileDrop } from '../../parts/use-file-drop';
import { VirtualList } from '../../parts/VirtualList';
import { useEngine, useFed, useLiveMirror } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { navigation } from '../../state/navigation';
import { useColumns } from '../../state/use-columns';
import { sayCount } from '../../view-models/numbers';
import { ComposeForm } from './ComposeForm';
import { EventPane } from './EventPane';
import { drawEvent, EVENT_COLUMNS } from './event-columns';
import { PlannedSends } from './PlannedSends';
import { useImportHar } from './use-import-har';

const eventsOf = (frame: Frame): readonly EventSummary[] => frame.events;
const ROW = 32;

export function EventsScreen() {
  const { call } = useEngine();
  const { take } = useImportHar();
  const drop = useFileDrop(take);
  const openId = useStore(navigation, (state) => state.eventId);
  const total = useLiveMirror((mirror) => mirror.totals.events);
  const columns = useColumns('events', EVENT_COLUMNS);
  const { sort } = columns;
  const list = useMemo(
    () =>
      keysetList<EventSummary>({
        load: (cursor, limit) => call('event.list', { cursor, sort, ...(limit === null ? {} : { limit }) }),
        belongs: () => true,
        order: sort === 'newest' ? newestFirst : (a, b) => newestFirst(b, a),
      }),
    [call, sort],
  );
  useFed(list, eventsOf);
  const endpoints = useLiveMirror((mirror) => mirror.endpoints);
  const endpointOf = useMemo(() => new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])), [endpoints]);
  const rows = useStore(list.store, (state) => state.rows);
  const phase = useStore(list.store, (state) => state.phase);
  const problem = useStore(list.store, (state) => state.problem);
  return (
    <main className={drop.over ? 'section events dropping' : 'section events'} aria-label="Events" {...drop.handlers}>
      <div className="split">
        <div className="split-list">
          <div className="list-title">
            <h1>Events</h1>
            <span className="mono muted">{sayCount(total)}</span>
          </div>
          <PlannedSends />
          {rows.length === 0 && phase !== 'first' && problem === null ? (
            <Empty says="No event was sent yet. Write one beside this list." />
          ) : (
            <VirtualList
              name="Events"
              columns={columns}
              className="event-row"
              rows={rows}
              rowHeight={ROW}
              selectedId={openId}
              onSelect={(event) => navigation.setState({ eventId: event.id })}
              onNearEnd={list.more}
              onKeep={list.keep}
              draw={(event, column) => drawEvent(event, column, endpointOf)}
            />
          )}
          <ListNotes list={list} selectedId={openId} selected={undefined} />
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

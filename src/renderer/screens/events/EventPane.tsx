import { RotateCcw, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { DeliveryRow, EventDetail, Frame } from '../../../shared/contract/views';
import { type EventId, shortId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import { newestFirst } from '../../../shared/rules/list-order';
import { BodyView } from '../../parts/BodyView';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { ProblemNote } from '../../parts/ProblemNote';
import { useEngine, useFed } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { useShortcut } from '../../state/shortcuts';
import { exactTime } from '../../view-models/instants';
import { cutMiddle } from '../../view-models/numbers';
import { DeliveryLine } from '../deliveries/DeliveryLine';
import { useComposeAgain } from './use-compose-again';

const rowsOf = (frame: Frame): readonly DeliveryRow[] => frame.deliveries;
const ID_CHARS = 30;

/** One event: its bytes, and where it went. */
export function EventPane({ id, onClose }: { readonly id: EventId; readonly onClose: () => void }) {
  useShortcut('escape', onClose);
  const { call } = useEngine();
  const [event, setEvent] = useState<EventDetail | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const composeAgain = useComposeAgain();
  useEffect(() => {
    let gone = false;
    void call('event.get', { id }).then((result) => {
      if (gone) return;
      if (result.ok) setEvent(result.value);
      else setProblem(result.problem);
    });
    return () => {
      gone = true;
    };
  }, [call, id]);
  return (
    <aside className="pane" aria-label="Event">
      <div className="pane-head">
        <div className="line">
          <h2 className="cut">{event?.type ?? ''}</h2>
          <span className="mono muted cut" title={id}>
            {cutMiddle(id, ID_CHARS)}
          </span>
          <CopyButton text={id} says="Copy the event’s id" />
          <span className="grow" />
          <button type="button" className="square plain small" aria-label="Close the event" onClick={onClose}>
            <Icon of={X} size={15} />
          </button>
        </div>
        <div className="line actions">
          <button type="button" className="button small" onClick={() => void composeAgain(id, [])}>
            <Icon of={RotateCcw} size={13} />
            Send again as a new event
          </button>
          {event === null ? null : (
            <span className="muted cut">
              {event.contentType}, {exactTime(event.createdAt)}
            </span>
          )}
        </div>
      </div>
      {problem === null ? null : <ProblemNote problem={problem} />}
      <Deliveries id={id} />
      <div className="pane-body">
        {event === null ? null : (
          <BodyView
            id={event.id}
            base64={event.body}
            trueBytes={event.bodyBytes}
            contentType={event.contentType}
            fileStem={`event-${shortId(event.id)}`}
          />
        )}
      </div>
    </aside>
  );
}

function Deliveries({ id }: { readonly id: EventId }) {
  const { call } = useEngine();
  const list = useMemo(
    () =>
      keysetList<DeliveryRow>({
        load: (cursor) => call('delivery.list', { cursor, eventId: id }),
        belongs: (row) => row.eventId === id,
        order: newestFirst,
      }),
    [call, id],
  );
  useFed(list, rowsOf);
  const rows = useStore(list.store, (state) => state.rows);
  return (
    <ul className="event-deliveries" aria-label="Deliveries of this event">
      {rows.map((row) => (
        <DeliveryLine key={row.id} row={row} />
      ))}
    </ul>
  );
}

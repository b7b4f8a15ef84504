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
import { Mark } from '../../parts/Mark';
import { Pips } from '../../parts/Pips';
import { ProblemNote } from '../../parts/ProblemNote';
import { useEngine, useFed, useMirror } from '../../state/engine-context';
import { keysetList } from '../../state/keyset-list';
import { goTo } from '../../state/navigation';
import { useShortcut } from '../../state/shortcuts';
import { elderOf } from '../../view-models/elder';
import { exactTime } from '../../view-models/instants';
import { cutMiddle } from '../../view-models/numbers';
import { stateLook } from '../../view-models/outcome-look';
import { providerBeside } from '../../view-models/provider-label';
import { RowSigns } from '../deliveries/Kinship';
import { NextOrLast } from '../deliveries/row-times';
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
  const endpoints = useMirror((mirror) => mirror.endpoints);
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
      {rows.map((row) => {
        const look = stateLook(row);
        const endpoint = endpoints.find((candidate) => candidate.id === row.endpointId);
        const beside = providerBeside(endpoint?.policy, row, look.word);
        return (
          <li key={row.id}>
            <button
              type="button"
              className="inset-focus"
              onClick={() => goTo('deliveries', { deliveryId: row.id, markedId: row.id })}
            >
              <Mark hue={look.hue} shape={look.shape} final={look.final} />
              <span>{look.word}</span>
              {beside === null ? null : <small className="mono muted">{beside}</small>}
              <span className="second cut">{endpoint?.name ?? 'deleted endpoint'}</span>
              <RowSigns row={row} policy={endpoint?.policy} />
              <Pips row={row} />
              <NextOrLast row={row} elder={elderOf(row, endpoint)} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

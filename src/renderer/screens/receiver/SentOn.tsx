import { useEffect, useState } from 'react';
import type { CaptureDetail, DeliveryRow } from '../../../shared/contract/views';
import { newestFirst } from '../../../shared/rules/list-order';
import { useEngine } from '../../state/engine-context';
import { DeliveryLine } from '../deliveries/DeliveryLine';

/** By which deliveries a captured request was sent on, and what was answered; true while the pane is open. */
export function SentOn({ capture }: { readonly capture: CaptureDetail }) {
  const { call, onFeed } = useEngine();
  const { id } = capture;
  const [rows, setRows] = useState<readonly DeliveryRow[]>(capture.sentOn);
  useEffect(() => {
    let gone = false;
    const read = async (): Promise<void> => {
      const result = await call('capture.get', { id });
      if (!gone && result.ok) setRows(result.value.sentOn);
    };
    const stop = onFeed((news) => {
      // A capture that is told of again was sent on.
      if (news.kind === 'reload' || news.frame.captures.some((row) => row.id === id)) void read();
      if (news.kind === 'reload') return;
      const changed = new Map(news.frame.deliveries.map((row) => [row.id, row]));
      setRows((known) =>
        known.some((row) => changed.has(row.id))
          ? known.map((row) => changed.get(row.id) ?? row).toSorted(newestFirst)
          : known,
      );
    });
    return () => {
      gone = true;
      stop();
    };
  }, [call, onFeed, id]);
  if (rows.length === 0) return null;
  return (
    <ul className="event-deliveries" aria-label="Sent on as">
      {rows.map((row) => (
        <DeliveryLine key={row.id} row={row} />
      ))}
    </ul>
  );
}

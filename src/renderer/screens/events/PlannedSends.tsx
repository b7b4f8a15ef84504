import { Square } from 'lucide-react';
import { sayCountdown } from '../../../shared/words/duration';
import { Icon } from '../../parts/Icon';
import { useMirror, usePerform } from '../../state/engine-context';
import { say } from '../../state/toasts';
import { useVirtualNow } from '../../state/virtual-now';
import { exactTime } from '../../view-models/instants';
import { plural } from '../../view-models/numbers';
import { sayPlannedSend } from '../../view-models/send-plan';

/** What is still being sent at a rate, each with a way to stop it. */
export function PlannedSends() {
  const sends = useMirror((mirror) => mirror.sends);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const perform = usePerform();
  const now = useVirtualNow(1_000);
  if (sends.length === 0) return null;
  const stop = async (seq: number): Promise<void> => {
    const stopped = await perform('event.stopSending', { seq });
    if (stopped !== null) say(`Stopped; ${plural(stopped.dropped, 'event')} will not be sent.`);
  };
  return (
    <ul className="planned-sends" aria-label="Being sent">
      {sends.map((send) => {
        const names = send.endpointIds.map(
          (id) => endpoints.find((one) => one.id === id)?.name ?? 'a deleted endpoint',
        );
        return (
          <li key={send.seq} className="line">
            <span className="cut grow">
              {sayPlannedSend(send)} <span className="muted">to {names.join(', ')}</span>
            </span>
            <span className="mono hue-plan" title={exactTime(send.nextAt)}>
              next in {sayCountdown(send.nextAt - now)}
            </span>
            <button
              type="button"
              className="button small"
              aria-label={`Stop sending ${send.type}`}
              onClick={() => void stop(send.seq)}
            >
              <Icon of={Square} size={12} />
              Stop
            </button>
          </li>
        );
      })}
    </ul>
  );
}

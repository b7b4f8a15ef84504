import type { DeliveryRow } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import type { Elder } from '../../../shared/model/step';
import { sayCountdown, sayDuration } from '../../../shared/words/duration';
import { sayWaitsFor } from '../../../shared/words/elder';
import { useVirtualNow } from '../../state/virtual-now';
import { exactTime, listTime } from '../../view-models/instants';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** `4:12` below an hour, `1 h 43 m` above: a list needs no seconds then. */
const sayWait = (ms: number): string =>
  ms < HOUR_MS ? sayCountdown(ms) : sayDuration(Math.ceil(ms / 60_000) * 60_000);

/** When the next attempt is due, or when the delivery last changed. */
export function NextOrLast({ row, elder = null }: { readonly row: DeliveryRow; readonly elder?: Elder | null }) {
  const now = useVirtualNow(1_000);
  if (elder !== null) {
    return (
      <span className="next planned" title={sayWaitsFor(elder)}>
        waits for {shortId(elder.id)}
      </span>
    );
  }
  if (row.dueAt !== null) {
    const wait = row.dueAt - now;
    return (
      <span className="next planned" title={exactTime(row.dueAt)}>
        #{row.attempts + 1} {wait <= 0 ? 'is due' : `in ${sayWait(wait)}`}
      </span>
    );
  }
  return (
    <span className="next" title={exactTime(row.changedAt)}>
      {listTime(row.changedAt, now)}
    </span>
  );
}

/** An instant as a list writes it, the exact one on hover. */
export function ListedAt({ at }: { readonly at: number }) {
  // The day decides how it is written; a minute's step is more than fine enough.
  const now = useVirtualNow(DAY_MS / 1_440);
  return (
    <span className="listed-at" title={exactTime(at)}>
      {listTime(at, now)}
    </span>
  );
}

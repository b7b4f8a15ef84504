import type { DeliveryRow } from '../../shared/contract/views';
import type { Policy } from '../../shared/policies/policy';
import { sayOutcome } from '../../shared/words/explain';
import { sayCount, sayShort } from '../../shared/words/figures';
import { sayProvider } from '../view-models/provider-label';

export { sayCount, sayOutcome, sayShort };

/** A countdown of one width: `4:12`, from an hour on `1 h 43 m`, from a day on `2 d 04 h`. */
export function sayAhead(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1_000));
  if (total >= 3_600) return sayShort(Math.ceil(total / 60) * 60_000);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

/** What stands beside a planned attempt: `#4 in 4:12`, and `#4 due` once its time has come. */
export const sayPlanned = (n: number, aheadMs: number): string =>
  aheadMs <= 0 ? `#${n} due` : `#${n} in ${sayAhead(aheadMs)}`;

const STATE_WORDS: Readonly<Record<DeliveryRow['state'], string>> = {
  queued: 'Queued',
  processing: 'Sending',
  retrying: 'Retrying',
  held: 'Held',
  stale: 'Stale',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

function sayState({ state, reason }: Pick<DeliveryRow, 'state' | 'reason'>): string {
  return reason === null || reason === 'endpoint-disabled' ? STATE_WORDS[state] : `Failed, ${reason}`;
}

/** `Retrying (Fianto: Retrying, PENDING)`: our word for the state, and the provider's two. */
export function sayStates(row: Pick<DeliveryRow, 'state' | 'reason' | 'counter'>, policy: Policy): string {
  const provider = sayProvider(policy, row);
  return provider === null ? sayState(row) : `${sayState(row)} (${provider})`;
}

/** What a shared row is called: `53 delivered`, `3 exhausted`. */
export function sayShared(rows: readonly DeliveryRow[]): string {
  const [first] = rows;
  const same = first !== undefined && rows.every(({ reason }) => reason === first.reason);
  const word = same && first.reason !== null && first.reason !== 'endpoint-disabled' ? first.reason : first?.state;
  return `${sayCount(rows.length)} ${word ?? ''}`.trim();
}

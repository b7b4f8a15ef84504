import type { DeliveryRow } from '../../shared/contract/views';
import type { Outcome } from '../../shared/model/outcome';
import type { Policy } from '../../shared/policies/policy';
import { sayDuration } from '../../shared/words/duration';
import { sayFault } from '../../shared/words/explain';
import { reasonPhrase } from '../../shared/words/status';
import { sayProvider } from '../view-models/provider-label';

/** `503 Service Unavailable`, `Refused`, `Interrupted`, `Sending`. */
export function sayOutcome(outcome: Outcome | null): string {
  if (outcome === null) return 'Sending';
  switch (outcome.kind) {
    case 'response':
      return `${outcome.status} ${reasonPhrase(outcome.status)}`.trim();
    case 'no-response':
      return sayFault(outcome.fault);
    case 'interrupted':
      return 'Interrupted';
  }
}

/** The two largest units of a duration: `22 m`, `1 h 37 m`, `5 d 16 h`. */
export const sayShort = (ms: number): string => sayDuration(ms).split(' ').slice(0, 4).join(' ');

/** A duration to the tenth of a second, for figures that are compared: `35 m 21.1 s`. */
export function sayExact(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const tenths = Math.round(ms / 100);
  const seconds = (tenths % 600) / 10;
  const minutes = Math.floor(tenths / 600);
  if (minutes === 0) return `${seconds.toFixed(1)} s`;
  const hours = Math.floor(minutes / 60);
  const tail = `${seconds.toFixed(1).padStart(4, '0')} s`;
  if (hours === 0) return `${minutes} m ${tail}`;
  const days = Math.floor(hours / 24);
  const head = days === 0 ? `${hours} h` : `${days} d ${hours % 24} h`;
  return `${head} ${String(minutes % 60).padStart(2, '0')} m ${tail}`;
}

/** A countdown of one width: `4:12`, from an hour on `1 h 43 m`, from a day on `2 d 04 h`. */
export function sayAhead(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1_000));
  if (total >= 3_600) return sayShort(Math.ceil(total / 60) * 60_000);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

/** What stands beside a planned attempt: `#4 in 4:12`, and `#4 due` once its time has come. */
export const sayPlanned = (n: number, aheadMs: number): string =>
  aheadMs <= 0 ? `#${n} due` : `#${n} in ${sayAhead(aheadMs)}`;

/** `1st`, `2nd`, `3rd`, `11th` … */
export function sayOrdinal(n: number): string {
  const tail = n % 100;
  const ending = tail >= 11 && tail <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

/** `1,240` */
export const sayCount = (n: number): string => n.toLocaleString('en-GB');

/** What the policy does after the nth failure, in one sentence. */
export function sayWaitRule(policy: Policy, failures: number, baseMs: number): string {
  const start = `After the ${sayOrdinal(failures)} failure ${policy.name} waits`;
  const base = sayDuration(baseMs);
  switch (policy.jitter.kind) {
    case 'none':
      return `${start} exactly ${base}.`;
    case 'proportional':
      return `${start} ${base}, stretched or shortened by up to ${Math.round(policy.jitter.ratio * 100)} %.`;
    case 'full':
      return `${start} anywhere from zero to ${base}.`;
    case 'equal':
      return `${start} half of ${base}, and anywhere up to the other half.`;
  }
}

/** A wait that a policy would draw, in short: `2 h ± 20 %`, `0 to 16 s`. */
export function sayWaitRange(policy: Policy, baseMs: number): string {
  const base = sayShort(baseMs);
  switch (policy.jitter.kind) {
    case 'none':
      return base;
    case 'proportional':
      return `${base} ± ${Math.round(policy.jitter.ratio * 100)} %`;
    case 'full':
      return `0 to ${base}`;
    case 'equal':
      return `${sayShort(baseMs / 2)} to ${base}`;
  }
}

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

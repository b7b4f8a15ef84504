import type { Delivery } from '../model/delivery';
import { isFinal } from '../model/delivery';
import { timeOf } from '../model/ids';
import type { Policy } from '../policies/policy';
import type { Sweep } from '../policies/window';
import { isEventPurged, purgedAt } from './retention';

/** Older than the policy allows, to the millisecond: an age of exactly the limit still goes (a9). */
export const isExpired = (
  policy: Pick<Policy, 'maxAge'>,
  delivery: Pick<Delivery, 'createdAt'>,
  now: number,
): boolean => policy.maxAge !== null && now - delivery.createdAt > policy.maxAge.ms;

/** What the background sweep does with a delivery. */
export type Swept =
  | { readonly kind: 'stale'; readonly rules: readonly string[] }
  | {
      readonly kind: 'queue-again';
      readonly because: 'never-picked-up' | 'lost-retry' | 'stuck';
      readonly rules: readonly string[];
    }
  | { readonly kind: 'expire'; readonly rules: readonly string[] };

/** What of a policy the sweep reads. */
type SweepPolicy = Pick<Policy, 'sweep' | 'maxAge' | 'retention'>;

type Sweepable = Pick<
  Delivery,
  'state' | 'eventId' | 'counter' | 'createdAt' | 'changedAt' | 'dueAt' | 'lostDueAt' | 'touchedAt' | 'stuckSince'
>;

/**
 * The first sweep at or after virtual `now` that changes something about a delivery, if nothing else happens to it:
 * virtual epoch ms, or null. Sweeps run at whole multiples of the policy's interval.
 */
export function sweepAt(policy: SweepPolicy, delivery: Sweepable, now: number): number | null {
  // F22, f14: what is held goes with its event, which may be older than the delivery.
  if (delivery.state === 'held') return later(purgedAt(policy, timeOf(delivery.eventId)), now);
  if (policy.sweep === null || isFinal(delivery.state)) return null;
  const { everyMs } = policy.sweep;
  const recovery = recoverableFrom(policy.sweep, delivery);
  const recoveredAt = recovery === null ? null : atOrAfter(everyMs, recovery);
  const expiredAt =
    policy.maxAge === null || delivery.state === 'processing'
      ? null
      : strictlyAfter(everyMs, delivery.createdAt + policy.maxAge.ms);
  if (recoveredAt === null && expiredAt === null) return null;
  const first = Math.min(recoveredAt ?? Number.POSITIVE_INFINITY, expiredAt ?? Number.POSITIVE_INFINITY);
  return Math.max(first, atOrAfter(everyMs, now));
}

/** From when on a sweep recovers a delivery, virtual epoch ms; null while it waits for nothing that got lost. */
function recoverableFrom(sweep: Sweep, delivery: Sweepable): number | null {
  const lost = delivery.dueAt === null;
  switch (delivery.state) {
    case 'queued': {
      if (delivery.counter > 0) return lost ? delivery.changedAt + sweep.lostRetryAfterMs : null;
      return (delivery.dueAt ?? delivery.lostDueAt ?? delivery.touchedAt) + sweep.staleAfterMs;
    }
    case 'stale':
      return lost ? delivery.touchedAt + sweep.requeueAfterMs : null;
    case 'retrying':
      return lost ? delivery.changedAt + sweep.lostRetryAfterMs : null;
    case 'processing':
      return delivery.stuckSince === null ? null : delivery.stuckSince + sweep.stuckAfterMs;
    default:
      return null;
  }
}

const later = (instant: number | null, now: number): number | null =>
  instant === null ? null : Math.max(instant, now);

const atOrAfter = (everyMs: number, instant: number): number => Math.ceil(instant / everyMs) * everyMs;

/** At exactly 24 hours nothing has expired yet (a9). */
const strictlyAfter = (everyMs: number, instant: number): number => (Math.floor(instant / everyMs) + 1) * everyMs;

/** What a sweep at virtual `now` does with a delivery, or null when there is nothing to do. */
export function sweep(policy: SweepPolicy, delivery: Sweepable, now: number): Swept | null {
  if (delivery.state === 'held') {
    return isEventPurged(policy, delivery.eventId, now)
      ? { kind: 'expire', rules: policy.retention?.rules ?? [] }
      : null;
  }
  if (policy.sweep === null || isFinal(delivery.state)) return null;
  const { rules } = policy.sweep;
  if (delivery.state !== 'processing' && isExpired(policy, delivery, now)) {
    return { kind: 'expire', rules: rules.expired };
  }
  const from = recoverableFrom(policy.sweep, delivery);
  if (from === null || from > now) return null;
  switch (delivery.state) {
    case 'queued':
      return delivery.counter > 0
        ? { kind: 'queue-again', because: 'lost-retry', rules: rules.lostRetry }
        : { kind: 'stale', rules: rules.stale };
    case 'stale':
      return { kind: 'queue-again', because: 'never-picked-up', rules: rules.requeue };
    case 'retrying':
      return { kind: 'queue-again', because: 'lost-retry', rules: rules.lostRetry };
    case 'processing':
      return { kind: 'queue-again', because: 'stuck', rules: rules.stuck };
    default:
      return null;
  }
}

import type { Delivery } from '../model/delivery';
import { isFinal } from '../model/delivery';
import type { Policy } from '../policies/policy';

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

type Sweepable = Pick<
  Delivery,
  'state' | 'counter' | 'createdAt' | 'changedAt' | 'dueAt' | 'lostDueAt' | 'touchedAt' | 'stuckSince'
>;

/**
 * The first sweep that changes something about a delivery, if nothing else happens to it: virtual epoch ms, or null.
 * Sweeps run at whole multiples of the policy's interval.
 */
export function sweepAt(policy: Pick<Policy, 'sweep' | 'maxAge'>, delivery: Sweepable): number | null {
  if (policy.sweep === null || isFinal(delivery.state) || delivery.state === 'held') return null;
  const next = recoveryAt(policy.sweep, delivery);
  const expiry = policy.maxAge === null ? null : after(policy.sweep.everyMs, delivery.createdAt + policy.maxAge.ms);
  if (delivery.state === 'processing') return next;
  if (next === null) return expiry;
  return expiry === null ? next : Math.min(next, expiry);
}

function recoveryAt(sweep: NonNullable<Policy['sweep']>, delivery: Sweepable): number | null {
  const at = (from: number): number => Math.ceil(from / sweep.everyMs) * sweep.everyMs;
  const lost = delivery.dueAt === null;
  switch (delivery.state) {
    case 'queued': {
      if (delivery.counter > 0) return lost ? at(delivery.changedAt + sweep.lostRetryAfterMs) : null;
      return at((delivery.dueAt ?? delivery.lostDueAt ?? delivery.touchedAt) + sweep.staleAfterMs);
    }
    case 'stale':
      return lost ? at(delivery.touchedAt + sweep.requeueAfterMs) : null;
    case 'retrying':
      return lost ? at(delivery.changedAt + sweep.lostRetryAfterMs) : null;
    case 'processing':
      return delivery.stuckSince === null ? null : at(delivery.stuckSince + sweep.stuckAfterMs);
    default:
      return null;
  }
}

/** The first sweep strictly after an instant: at exactly 24 hours nothing has expired yet (a9). */
const after = (everyMs: number, instant: number): number => (Math.floor(instant / everyMs) + 1) * everyMs;

/** What the sweep at `now` does with a delivery whose `sweepAt` has come. */
export function sweep(policy: Pick<Policy, 'sweep' | 'maxAge'>, delivery: Sweepable, now: number): Swept | null {
  if (policy.sweep === null) return null;
  const { rules } = policy.sweep;
  if (delivery.state !== 'processing' && isExpired(policy, delivery, now)) {
    return { kind: 'expire', rules: rules.expired };
  }
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

import { type EventId, timeOf } from '../model/ids';
import type { Policy } from '../policies/policy';

/**
 * When the provider deletes what was created at `createdAt` (F34, f13): with the first purge at which it is older
 * than the retention, or at once where no purge is described. Virtual epoch ms; null when it keeps everything.
 */
export function purgedAt(policy: Pick<Policy, 'retention'>, createdAt: number): number | null {
  const { retention } = policy;
  if (retention === null) return null;
  if (retention.purgeEveryMs === null) return createdAt + retention.ms + 1;
  return (Math.floor((createdAt + retention.ms) / retention.purgeEveryMs) + 1) * retention.purgeEveryMs;
}

/** Whether the provider has deleted it by virtual `now`: it can be neither read nor sent again (R11). */
export function isPurged(policy: Pick<Policy, 'retention'>, createdAt: number, now: number): boolean {
  const at = purgedAt(policy, createdAt);
  return at !== null && now >= at;
}

/** Whether the provider has deleted an event by virtual `now`, which takes all of its deliveries along, copies too. */
export const isEventPurged = (policy: Pick<Policy, 'retention'>, eventId: EventId, now: number): boolean =>
  isPurged(policy, timeOf(eventId), now);

const DAY_MS = 86_400_000;

/** `Deleted by Fianto after 90 days (F34)`; the rules stand apart where there is room for them. */
export function sayPurged({ name, retention }: Pick<Policy, 'name' | 'retention'>): string {
  const days = Math.round((retention?.ms ?? 0) / DAY_MS);
  const rules = retention === null || retention.rules.length === 0 ? '' : ` (${retention.rules.join(', ')})`;
  return `Deleted by ${name} after ${days} ${days === 1 ? 'day' : 'days'}${rules}`;
}

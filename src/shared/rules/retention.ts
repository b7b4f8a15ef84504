import type { Policy } from '../policies/policy';

/**
 * Whether the provider has deleted what was created at `createdAt` by virtual `now` (F34, f13): gone with the first
 * purge at which it is older than the retention, or at once where no purge is described.
 */
export function isPurged(policy: Pick<Policy, 'retention'>, createdAt: number, now: number): boolean {
  const { retention } = policy;
  if (retention === null) return false;
  if (retention.purgeEveryMs === null) return now - createdAt > retention.ms;
  const purge = (Math.floor((createdAt + retention.ms) / retention.purgeEveryMs) + 1) * retention.purgeEveryMs;
  return now >= purge;
}

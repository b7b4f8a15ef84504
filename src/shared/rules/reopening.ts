import type { Condition } from '../model/condition';
import type { DeliveryId } from '../model/ids';
import { LONGEST_WAIT_MS } from '../policies/bounds';
import type { Suspension } from '../policies/circuit';
import type { Policy } from '../policies/policy';

/** How a suspension goes on by itself: how long it lasts, ms, and which one in a row without a success it is. */
export type Lasting = { readonly forMs?: number | undefined; readonly round?: number | undefined };

/** The nth suspension in a row: each one longer than the one before it, to the cap. Whole ms. */
export function cooldownMs({ ms, factor, capMs }: NonNullable<Suspension['cooldown']>, round: number): number {
  return Math.round(Math.min(ms * factor ** (round - 1), capMs ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS));
}

/**
 * How long a suspension lasts that begins now. A success since the last one began starts the row anew; `probeFailed`
 * carries it on, whatever succeeded before.
 */
export function lastingOf(suspension: Suspension, before: Condition, probeFailed = false): Lasting {
  const { cooldown } = suspension;
  if (cooldown === undefined) return {};
  const { round = 0, lastSuspendedAt, lastSuccessAt } = before;
  const anew = !probeFailed && lastSuspendedAt !== undefined && (lastSuccessAt ?? -Infinity) > lastSuspendedAt;
  const next = anew ? 1 : round + 1;
  return { forMs: cooldownMs(cooldown, next), round: next };
}

/** The endpoint as it is suspended at virtual `at`, epoch ms. */
export const closedFor = (before: Condition, at: number, { forMs, round }: Lasting): Condition => ({
  ...before,
  suspendedAt: at,
  ...(forMs === undefined ? {} : { reopensAt: at + forMs, round, lastSuspendedAt: at, probe: undefined }),
});

/** Half-open: a delivery is under way as a probe, or the next one that there is will be. */
export const probing = (before: Condition, deliveryId: DeliveryId | null, passed: number): Condition => ({
  ...before,
  reopensAt: undefined,
  probe: { passed, deliveryId },
});

/** How many probes must succeed. */
export const probesNeeded = ({ suspension }: Pick<Policy, 'suspension'>): number => suspension?.probes ?? 1;

/** Whether a delivery goes as the probe of its half-open endpoint. */
export const isProbe = ({ suspendedAt, probe }: Condition, deliveryId: DeliveryId): boolean =>
  suspendedAt !== null && probe?.deliveryId === deliveryId;

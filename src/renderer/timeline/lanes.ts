import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import type { Throttle } from '../../shared/policies/window';
import { throttleOf, windowOf } from '../../shared/rules/throttle';

/** What an endpoint's policy keeps count of, above its rows. Heights are in px. */
export type LaneKind = 'streak' | 'suspension' | 'throttle';
export const LANE_PX: Readonly<Record<LaneKind, number>> = { streak: 28, suspension: 26, throttle: 38 };

/** Up to this threshold the failure streak has a lane with pips; above it the header says it in words. */
export const MOST_PIPS = 8;

/** Deliveries in a row that suspend an endpoint, or null where the policy does not count them. */
export const streakLimit = ({ policy }: Pick<EndpointView, 'policy'>): number | null =>
  policy.suspension?.trigger.kind === 'exhausted-in-a-row' ? policy.suspension.trigger.count : null;

/** The lanes of an endpoint, shown only when its policy has them and they say something. */
export function lanesOf(endpoint: EndpointView): LaneKind[] {
  const lanes: LaneKind[] = [];
  const { condition } = endpoint;
  const limit = streakLimit(endpoint);
  if (limit !== null && limit <= MOST_PIPS && condition.streak > 0) lanes.push('streak');
  if (condition.suspendedAt !== null) lanes.push('suspension');
  if (throttleOf(endpoint.policy, endpoint.channel) !== null) lanes.push('throttle');
  return lanes;
}

/** A throttle window: requests that it took, those it turned away, and those that are promised a place in it. */
export type Cell = {
  readonly fromMs: number;
  readonly used: number;
  readonly deferred: number;
  readonly planned: number;
};

/** Windows in which something was or will be, by their beginning, oldest first. */
export function throttleCells(throttle: Throttle, rows: readonly DeliveryRow[]): readonly Cell[] {
  const cells = new Map<number, { fromMs: number; used: number; deferred: number; planned: number }>();
  const cellAt = (atMs: number) => {
    const fromMs = windowOf(throttle, atMs);
    const known = cells.get(fromMs);
    if (known !== undefined) return known;
    const made = { fromMs, used: 0, deferred: 0, planned: 0 };
    cells.set(fromMs, made);
    return made;
  };
  for (const { marks, dueAt, deferredFrom } of rows) {
    for (const mark of marks) {
      cellAt(mark.startedAt).used++;
      if (mark.deferredFrom !== null) cellAt(mark.deferredFrom).deferred++;
    }
    if (dueAt !== null) cellAt(dueAt).planned++;
    if (deferredFrom !== null) cellAt(deferredFrom).deferred++;
  }
  return [...cells.values()].sort((a, b) => a.fromMs - b.fromMs);
}

/** From an instant on the streak has this height. */
export type StreakStep = { readonly atMs: number; readonly streak: number };

/**
 * The failure streak as the ends of deliveries made it: any success resets it, a cancelled delivery is passed over.
 * Only as much as these rows tell; when they do not lead to the endpoint's own count, older ends are missing and the
 * steps are none.
 */
export function streakSteps(rows: readonly DeliveryRow[], current: number): readonly StreakStep[] {
  const ends = rows
    .filter(({ state, reason }) => state === 'delivered' || (state === 'failed' && reason === 'exhausted'))
    .sort((a, b) => a.changedAt - b.changedAt);
  const steps: StreakStep[] = [];
  let streak = 0;
  for (const { state, changedAt } of ends) {
    const next = state === 'delivered' ? 0 : streak + 1;
    if (next !== streak) steps.push({ atMs: changedAt, streak: next });
    streak = next;
  }
  return streak === current ? steps : [];
}

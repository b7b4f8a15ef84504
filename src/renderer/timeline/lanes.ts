import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import type { Trigger } from '../../shared/policies/trigger';
import type { Throttle } from '../../shared/policies/window';
import { probesNeeded } from '../../shared/rules/reopening';
import { throttleOf, windowOf } from '../../shared/rules/throttle';
import { clockTime } from '../view-models/instants';
import { closedSpans, type Past } from './past';

/** What an endpoint's policy keeps count of, above its rows. Heights are in px. */
export type LaneKind = 'streak' | 'suspension' | 'held' | 'throttle';
export const LANE_PX: Readonly<Record<LaneKind, number>> = { streak: 28, suspension: 26, held: 38, throttle: 38 };

/** Up to this threshold the failure streak has a lane with pips; above it the header says it in words. */
export const MOST_PIPS = 8;

const countsInARow = (
  trigger: Trigger,
): trigger is Extract<Trigger, { kind: 'exhausted-in-a-row' | 'failures-in-a-row' }> =>
  trigger.kind === 'exhausted-in-a-row' || trigger.kind === 'failures-in-a-row';

/** Deliveries, or attempts, in a row that suspend an endpoint, or null where the policy does not count them. */
export const streakLimit = ({ policy }: Pick<EndpointView, 'policy'>): number | null =>
  policy.suspension !== null && countsInARow(policy.suspension.trigger) ? policy.suspension.trigger.count : null;

/** How far a suspension is, in the few characters that a label has room for. */
export function suspensionFigure({ condition, policy, state }: EndpointView): string {
  const { suspendedAt, probe, reopensAt } = condition;
  if (suspendedAt === null) return state === 'disabled' ? 'disabled' : 'over';
  if (probe !== undefined) return `half-open ${probe.passed}/${probesNeeded(policy)}`;
  return reopensAt === undefined ? `since ${clockTime(suspendedAt)}` : `until ${clockTime(reopensAt)}`;
}

/** The lanes of an endpoint, shown only when its policy has them and they say something. */
export function lanesOf(endpoint: EndpointView, past: Past | null): LaneKind[] {
  const lanes: LaneKind[] = [];
  const { condition, counts } = endpoint;
  const limit = streakLimit(endpoint);
  const hadStreak = condition.streak > 0 || past?.hadStreak === true;
  if (limit !== null && limit <= MOST_PIPS && hadStreak) lanes.push('streak');
  if (closedSpans(past, endpoint).length > 0) lanes.push('suspension');
  if (counts.held > 0 || past?.hadHeld === true) lanes.push('held');
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

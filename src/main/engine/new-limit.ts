import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Throttle } from '../../shared/policies/window';
import { isSliding, slotFor, throttleOf, throttleWindow, windowOf, windowUpTo } from '../../shared/rules/throttle';
import type { RunContext } from './run-context';

const PAGE = 500;

/**
 * An endpoint's channel or policy was changed, and with it perhaps its limit: whoever has a place under the former one
 * gets another in the same order, so that no minute carries more than the new limit (A15), nor less than it could.
 * Only inside `commit`, with the endpoint as it is stored now.
 */
export function lineUpAgain(context: RunContext, former: Endpoint, endpoint: Endpoint, now: number): void {
  const before = throttleOf(former.policy, former.channel);
  const throttle = throttleOf(endpoint.policy, endpoint.channel);
  if (before === null || isSameLimit(before, throttle)) return;
  const line = placesOf(context, endpoint);
  for (const delivery of line) context.gates.giveBack(endpoint.id, delivery);
  for (const delivery of line) place(context, endpoint, throttle, before, delivery, now);
}

const isSameLimit = (before: Throttle, after: Throttle | null): boolean =>
  before.limit === after?.limit && before.windowMs === after.windowMs && isSliding(before) === isSliding(after);

function placesOf(context: RunContext, { id }: Endpoint): readonly Delivery[] {
  const line: Delivery[] = [];
  let after = 0;
  for (;;) {
    const page = context.ports.store.waiting(id, after, PAGE);
    line.push(...page.filter(({ slotAt }) => slotAt !== null));
    after = page.at(-1)?.ordinal ?? after;
    if (page.length < PAGE) break;
  }
  return line.sort(
    (a, b) =>
      (a.slotAt ?? 0) - (b.slotAt ?? 0) || (a.deferredFrom ?? 0) - (b.deferredFrom ?? 0) || a.ordinal - b.ordinal,
  );
}

function place(
  context: RunContext,
  endpoint: Endpoint,
  throttle: Throttle | null,
  former: Throttle,
  delivery: Delivery,
  now: number,
): void {
  if (throttle !== null && isSliding(throttle)) {
    // Due at once, each takes its place when it comes to the gate, in the same order.
    const { rules } = throttle;
    const fromAt = Math.max(delivery.dueAt ?? now, now);
    const window = windowUpTo(throttle, now, 0);
    context.apply(endpoint, delivery, { kind: 'advance', fromAt, toAt: now, window, rules }, now);
    return;
  }
  const { store } = context.ports;
  const used = (windowAt: number): number => store.slotsUsed(endpoint.id, windowAt);
  const of = throttle ?? former;
  const here = windowOf(of, now);
  const slot = throttle === null ? here : slotFor(throttle, now, used, store.lastSlot(endpoint.id));
  store.takeSlot(endpoint.id, slot);
  if (slot === delivery.slotAt) return;
  const window = throttleWindow(of, slot, used(slot));
  const { limit, windowMs, rules } = of;
  const dueAt = delivery.dueAt ?? now;
  if (slot === here) {
    context.apply(endpoint, delivery, { kind: 'advance', fromAt: Math.max(dueAt, now), toAt: now, window, rules }, now);
  } else {
    const fromAt = delivery.deferredFrom ?? dueAt;
    context.apply(endpoint, delivery, { kind: 'defer', fromAt, toAt: slot, limit, windowMs, window, rules }, now);
  }
}

import type { Channel } from '../model/channel';
import type { Policy } from '../policies/policy';
import type { Throttle } from '../policies/window';

/** The limit that a policy sets on a channel, or null. */
export const throttleOf = (policy: Pick<Policy, 'throttles'>, channel: Channel): Throttle | null =>
  policy.throttles.find((throttle) => throttle.channels.includes(channel)) ?? null;

/** The window that holds an instant; its edge belongs to the later one (a11). Epoch ms. */
export const windowOf = (throttle: Pick<Throttle, 'windowMs'>, at: number): number =>
  Math.floor(at / throttle.windowMs) * throttle.windowMs;

/**
 * The window in which a delivery that is due `at` may go: its own if there is room, else the first later one with
 * room (first come, first served). `used` counts what is taken or promised in a window; `hint` is a window before
 * which all from `at`'s on are known to be full.
 */
export function slotFor(throttle: Throttle, at: number, used: (windowAt: number) => number, hint = at): number {
  let windowAt = Math.max(windowOf(throttle, at), windowOf(throttle, hint));
  while (used(windowAt) >= throttle.limit) windowAt += throttle.windowMs;
  return windowAt;
}

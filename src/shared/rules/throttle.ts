import type { Channel } from '../model/channel';
import type { ThrottleWindow } from '../model/step';
import type { Policy } from '../policies/policy';
import type { Throttle } from '../policies/window';

/** The limit that a policy sets on a channel, or null. */
export const throttleOf = (policy: Pick<Policy, 'throttles'>, channel: Channel): Throttle | null =>
  policy.throttles.find((throttle) => throttle.channels.includes(channel)) ?? null;

/** The window that holds an instant; its edge belongs to the later one (a11). Epoch ms. */
export const windowOf = (throttle: Pick<Throttle, 'windowMs'>, at: number): number =>
  Math.floor(at / throttle.windowMs) * throttle.windowMs;

/** A window as steps keep it, with `used` of its places taken. */
export const throttleWindow = ({ windowMs, limit }: Throttle, windowAt: number, used: number): ThrottleWindow => ({
  fromAt: windowAt,
  toAt: windowAt + windowMs,
  used,
  limit,
});

/**
 * The window in which a delivery that is due `at` may go: behind everyone who waits for a later one (a11: first come,
 * first served), else its own if there is room, else the next. `used` counts what is taken or promised in a window;
 * `last` is the last window in which anything is, or null.
 */
export function slotFor(
  throttle: Throttle,
  at: number,
  used: (windowAt: number) => number,
  last: number | null,
): number {
  const here = windowOf(throttle, at);
  const windowAt = last === null ? here : Math.max(here, windowOf(throttle, last));
  return used(windowAt) < throttle.limit ? windowAt : windowAt + throttle.windowMs;
}

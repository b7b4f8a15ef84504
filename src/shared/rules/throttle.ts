import type { Channel } from '../model/channel';
import type { ThrottleWindow } from '../model/step';
import type { Policy } from '../policies/policy';
import type { Throttle } from '../policies/window';

/** The limit that a policy sets on a channel, or null. */
export const throttleOf = (policy: Pick<Policy, 'throttles'>, channel: Channel): Throttle | null =>
  policy.throttles.find((throttle) => throttle.channels.includes(channel)) ?? null;

/** Whether the limit holds in any window of its length, and not in those of the clock alone. */
export const isSliding = ({ window }: Pick<Throttle, 'window'>): boolean => window === 'sliding';

/** A place in the line of a sliding limit, virtual epoch ms: taken by a request, promised to one, or given back. */
export type Place = {
  /** 1, 2, 3 … in the order of the line. */
  readonly n: number;
  readonly at: number;
  readonly state: 'started' | 'promised' | 'free';
};

/**
 * The earliest instant at which a place may be used. Places go round in as many lanes as the limit has: each waits
 * until a whole window after the one before it in its lane, so that no window holds two of a lane, nor more than the
 * limit in all. @param before the place `limit` places ahead of it, or null
 */
export function slideFor({ windowMs }: Pick<Throttle, 'windowMs'>, before: Place | null, now: number): number {
  if (before === null) return now;
  // One that is late itself has not begun its window yet.
  const from = before.state === 'promised' ? Math.max(before.at, now) : before.at;
  return Math.max(now, from + windowMs);
}

/** The window that ends with an instant, as steps keep it. */
export const windowUpTo = ({ windowMs, limit }: Throttle, at: number, used: number): ThrottleWindow => ({
  fromAt: at - windowMs,
  toAt: at,
  used,
  limit,
});

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

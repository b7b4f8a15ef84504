import type { Moment } from '../model/moment';
import type { Policy } from '../policies/policy';
import { drawFromSource } from './draw';
import { drawFrom } from './jitter';
import { waitBand } from './schedule';

/**
 * The wait that was drawn after the failure before the nth, ms; null before the second failure. It is drawn again from
 * the same source, so that neither an interruption nor a restart changes the plan (law 4).
 */
export function drawnBefore(
  policy: Pick<Policy, 'schedule' | 'jitter'>,
  failures: number,
  { draw, roll }: Pick<Moment, 'draw' | 'roll'>,
): number | null {
  let beforeMs: number | null = null;
  for (let n = 1; n < failures; n++) {
    const again = draw === undefined ? roll : drawFromSource({ seed: draw.seed, key: [...draw.key.slice(0, -1), n] });
    beforeMs = drawFrom(waitBand(policy, n, { beforeMs }), again).drawnMs;
  }
  return beforeMs;
}

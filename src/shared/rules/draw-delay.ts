import { LIMITS } from '../contract/limits';
import type { AnswerDelay } from '../model/script';

/** A delay in whole ms for a draw of 0 to below 1: the same draw gives the same delay. */
export function drawDelay(delay: AnswerDelay, roll: number): number {
  if (typeof delay === 'number') return delay;
  if ('length' in delay) return delay[0] + Math.floor(roll * (delay[1] - delay[0] + 1));
  const { from = 0, to = LIMITS.answerDelayMs } = delay;
  return Math.round(Math.min(to, Math.max(from, curve(delay, roll))));
}

/** The distribution's value below which the share `roll` of all draws lies. */
function curve(delay: Exclude<AnswerDelay, number | readonly [number, number]>, roll: number): number {
  if ('exponential' in delay) return -delay.exponential * Math.log(1 - roll);
  if ('normal' in delay) return delay.normal + delay.deviation * normalQuantile(roll);
  return delay.lognormal * Math.exp(delay.spread * normalQuantile(roll));
}

/** Below this a draw counts as this, so that no delay is infinite: about eight deviations. */
const LEAST = 1e-15;

/** The standard normal distribution's quantile, off by at most 0.00045 (Abramowitz and Stegun 26.2.23). */
function normalQuantile(share: number): number {
  const p = Math.min(1 - LEAST, Math.max(LEAST, share));
  const tail = Math.min(p, 1 - p);
  const t = Math.sqrt(-2 * Math.log(tail));
  const guess = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  return p < 0.5 ? -guess : guess;
}

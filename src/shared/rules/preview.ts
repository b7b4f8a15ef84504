import type { Policy } from '../policies/policy';
import { waitBand } from './schedule';

export type Range = { readonly min: number; readonly nominal: number; readonly max: number };

/** One attempt of a schedule: the wait before it, and its age since the first send. Waits only, in ms. */
export type PreviewAttempt = { readonly n: number; readonly delayMs: Range; readonly ageMs: Range };

const AT_ONCE: Range = { min: 0, nominal: 0, max: 0 };

/**
 * The wait after `failures` failed attempts and the age that it leads to, from the age at which it begins, all in ms
 * since the first attempt. Bands widen: the sum of the shortest waits to the sum of the longest; offsets narrow them
 * again, since each is counted from the first attempt.
 */
export function waitFrom(
  policy: Pick<Policy, 'schedule' | 'jitter'>,
  failures: number,
  age: Range,
): { readonly delayMs: Range; readonly ageMs: Range } {
  const [early, usual, late] = [age.min, age.nominal, age.max].map((sinceFirstMs) =>
    waitBand(policy, failures, { sinceFirstMs }),
  );
  if (early === undefined || usual === undefined || late === undefined) return { delayMs: AT_ONCE, ageMs: age };
  return {
    delayMs: {
      min: Math.min(early.minMs, late.minMs),
      nominal: usual.nominalMs,
      max: Math.max(early.maxMs, late.maxMs),
    },
    ageMs: {
      min: Math.min(age.min + early.minMs, age.max + late.minMs),
      nominal: age.nominal + usual.nominalMs,
      max: Math.max(age.min + early.maxMs, age.max + late.maxMs),
    },
  };
}

/** The whole schedule of a policy, as its page would print it; request time comes on top. */
export function previewSchedule(policy: Pick<Policy, 'attempts' | 'schedule' | 'jitter'>): readonly PreviewAttempt[] {
  const rows: PreviewAttempt[] = [{ n: 1, delayMs: AT_ONCE, ageMs: AT_ONCE }];
  let age = AT_ONCE;
  for (let n = 2; n <= policy.attempts; n++) {
    const { delayMs, ageMs } = waitFrom(policy, n - 1, age);
    age = ageMs;
    rows.push({ n, delayMs, ageMs });
  }
  return rows;
}

import type { Policy } from '../policies/policy';
import { waitBand } from './schedule';

export type Range = { readonly min: number; readonly nominal: number; readonly max: number };

/** One attempt of a schedule: the wait before it, and its age since the first send. Waits only, in ms. */
export type PreviewAttempt = { readonly n: number; readonly delayMs: Range; readonly ageMs: Range };

/** The whole schedule of a policy, as its page would print it; request time comes on top. */
export function previewSchedule(policy: Pick<Policy, 'attempts' | 'schedule' | 'jitter'>): readonly PreviewAttempt[] {
  const rows: PreviewAttempt[] = [];
  let age: Range = { min: 0, nominal: 0, max: 0 };
  for (let n = 1; n <= policy.attempts; n++) {
    const band = n === 1 ? { minMs: 0, nominalMs: 0, maxMs: 0 } : waitBand(policy, n - 1);
    const delayMs = { min: band.minMs, nominal: band.nominalMs, max: band.maxMs };
    age = { min: age.min + delayMs.min, nominal: age.nominal + delayMs.nominal, max: age.max + delayMs.max };
    rows.push({ n, delayMs, ageMs: age });
  }
  return rows;
}

import { previewSchedule } from '../../rules/preview';
import { sayDuration } from '../../words/duration';
import type { Policy } from '../policy';

/** What a policy says of itself where nobody wrote a summary: `4 attempts, the last one 1 m 50 s after the first.` */
export function summaryOf(policy: Policy): string {
  const { min = 0, nominal = 0, max = 0 } = previewSchedule(policy).at(-1)?.ageMs ?? {};
  if (policy.attempts === 1) return '1 attempt, no retry.';
  if (max === 0) return `${policy.attempts} attempts, one right after the other.`;
  const span = min === max ? sayDuration(nominal) : `${sayDuration(min)} to ${sayDuration(max)}`;
  return `${policy.attempts} attempts, the last one ${span} after the first.`;
}

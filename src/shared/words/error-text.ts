import type { Policy } from '../policies/policy';

/** An endpoint's own error text, cut to what the policy keeps: Unicode code points, no ellipsis (A35, a18). */
export function cutErrorText(policy: Pick<Policy, 'errorLimit'>, text: string): string {
  if (policy.errorLimit === null) return text;
  let end = 0;
  let kept = 0;
  for (const point of text) {
    if (kept === policy.errorLimit.codePoints) break;
    kept += 1;
    end += point.length;
  }
  return text.slice(0, end);
}

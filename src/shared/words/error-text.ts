import type { Policy } from '../policies/policy';

/** What a policy keeps of an endpoint's own error text: so many code points without an ellipsis (A35, a18), or none. */
export function cutErrorText(policy: Pick<Policy, 'errorLimit'>, text: string): string {
  if (policy.errorLimit === null) return '';
  let end = 0;
  let kept = 0;
  for (const point of text) {
    if (kept === policy.errorLimit.codePoints) break;
    kept += 1;
    end += point.length;
  }
  return text.slice(0, end);
}

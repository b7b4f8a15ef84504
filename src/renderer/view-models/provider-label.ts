import type { Delivery, FailReason } from '../../shared/model/delivery';
import type { Policy } from '../../shared/policies/policy';
import { providerWords } from '../../shared/words/provider-words';

const REASONS: Readonly<Record<FailReason, string>> = {
  exhausted: 'exhausted',
  permanent: 'permanent',
  expired: 'expired',
  'endpoint-disabled': 'endpoint closed',
};

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * What stands beside our own word for a state: the provider's label where it is another word, and its status where
 * that is another still; a failure under the same word says its reason. Null when there is nothing to add.
 */
export function providerBeside(
  policy: Policy | undefined,
  row: Pick<Delivery, 'state' | 'counter' | 'reason'>,
  word: string,
): string | null {
  const words = policy === undefined ? null : providerWords(policy, row);
  const parts: string[] = [];
  if (words !== null && !same(words.label, word) && !same(words.label, words.status)) parts.push(words.label);
  if (words !== null && !same(words.status, word)) parts.push(words.status);
  if (parts.length > 0) return parts.join(' ');
  return row.reason === null ? null : REASONS[row.reason];
}

/** `Fianto: Queued, PENDING`: both of the provider's words, once where they are the same. */
export function sayProvider(policy: Policy, row: Pick<Delivery, 'state' | 'counter'>): string | null {
  const words = providerWords(policy, row);
  if (words === null) return null;
  return `${policy.name}: ${same(words.label, words.status) ? words.status : `${words.label}, ${words.status}`}`;
}

import type { Delivery, FailReason } from '../../shared/model/delivery';
import type { Policy } from '../../shared/policies/policy';
import { type ProviderWords, providerWords } from '../../shared/words/provider-words';

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
  const parts = words === null ? [] : otherWords(words, word);
  if (parts.length > 0) return parts.join(' ');
  return row.reason === null ? null : REASONS[row.reason];
}

/** `Fianto: PENDING`, `Fianto: Retrying, PENDING`: what the provider says besides our word, or that it says the same. */
export function providerChip(policy: Policy, row: Pick<Delivery, 'state' | 'counter'>, word: string): string | null {
  const words = providerWords(policy, row);
  if (words === null) return null;
  const parts = otherWords(words, word);
  return `${policy.name}: ${parts.length === 0 ? words.status : parts.join(', ')}`;
}

const otherWords = ({ label, status }: ProviderWords, word: string): readonly string[] => [
  ...(same(label, word) || same(label, status) ? [] : [label]),
  ...(same(status, word) ? [] : [status]),
];

/** `Fianto: Queued, PENDING`: both of the provider's words, once where they are the same. */
export function sayProvider(policy: Policy, row: Pick<Delivery, 'state' | 'counter'>): string | null {
  const words = providerWords(policy, row);
  if (words === null) return null;
  return `${policy.name}: ${same(words.label, words.status) ? words.status : `${words.label}, ${words.status}`}`;
}

import type { Delivery } from '../model/delivery';
import type { Policy } from '../policies/policy';

export type ProviderWords = { readonly status: string; readonly label: string };

/** The provider's own status and label for a delivery, or null where its page has no word for the state. */
export function providerWords(policy: Policy, delivery: Pick<Delivery, 'state' | 'counter'>): ProviderWords | null {
  const { words } = policy;
  if (delivery.state !== 'processing') return words[delivery.state] ?? null;
  return words.processing ?? (delivery.counter === 0 ? words.queued : words.retrying) ?? null;
}

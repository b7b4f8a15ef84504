import type { Delivery } from '../model/delivery';
import type { Endpoint } from '../model/endpoint';
import type { Policy } from '../policies/policy';

export type ProviderWords = { readonly status: string; readonly label: string };

/** The provider's own status and label for a delivery, or null where its page has no word for the state. */
export function providerWords(policy: Policy, delivery: Pick<Delivery, 'state' | 'counter'>): ProviderWords | null {
  const { words } = policy;
  if (delivery.state !== 'processing') return words[delivery.state] ?? null;
  return words.processing ?? (delivery.counter === 0 ? words.queued : words.retrying) ?? null;
}

/** The provider's own word for an endpoint's state (F18, R9). A person's disabling outranks a suspension. */
export function endpointWord(
  { endpointWords }: Pick<Policy, 'endpointWords'>,
  { state, condition }: Pick<Endpoint, 'state' | 'condition'>,
): string {
  if (state !== 'enabled') return endpointWords.disabled;
  if (condition.suspendedAt !== null) return endpointWords.suspended;
  return condition.everVerified ? endpointWords.enabled : endpointWords.unverified;
}

import type { EndpointView } from '../../shared/contract/views';
import { plural, sayCount } from './numbers';

type Acted = Pick<EndpointView, 'state' | 'condition' | 'policy' | 'counts' | 'url' | 'verification'>;

/** What an act does to the endpoint and to what waits for it, before the click, with the rules behind it. */
export type ActWords = { readonly says: string; readonly rules: readonly string[] };

/** What opening does with what is held. */
function sayHeld({ policy, counts, state, condition }: Acted): ActWords {
  const { suspension } = policy;
  const isClosed = state === 'disabled' || condition.suspendedAt !== null;
  if (!isClosed || suspension === null) return { says: '', rules: [] };
  const { held: count } = counts;
  if (count === 0) return { says: 'Nothing is held.', rules: suspension.rules.end };
  const rules = [...suspension.rules.end, ...suspension.rules.atEnd];
  const held = plural(count, 'held delivery', 'held deliveries');
  return suspension.atEnd === 'send'
    ? { says: `${held} ${count === 1 ? 'is' : 'are'} sent at once, oldest first.`, rules }
    : { says: `${held} ${count === 1 ? 'stays' : 'stay'} held until replayed.`, rules };
}

/** What Enable does. */
export function sayEnabling(endpoint: Acted): ActWords {
  const { says, rules } = sayHeld(endpoint);
  return { says: `It receives again, and the failure streak starts from zero. ${says}`.trim(), rules };
}

/** What Verify does, and to which URL. */
export function sayVerifying(endpoint: Acted): ActWords {
  const { condition, verification, policy } = endpoint;
  const url = condition.newerUrl ?? endpoint.url;
  const how = {
    assume: 'It is taken to pass; no challenge is sent.',
    'any-2xx': `A challenge is sent to ${url}; any 2xx passes.`,
    echo: `A challenge is sent to ${url}; the answer has to carry it.`,
  }[verification];
  const moved = condition.newerUrl === null ? '' : `Once it passes, events go to ${condition.newerUrl}.`;
  const held = sayHeld(endpoint);
  const rules = held.rules.length > 0 ? held.rules : (policy.verification?.rules ?? []);
  return { says: [how, moved, held.says].filter((part) => part !== '').join(' '), rules };
}

/** `6,214 of 10,000`, while a policy that holds holds; null otherwise. */
export function heldOf({ policy, condition, counts }: Acted): string | null {
  if (condition.suspendedAt === null || policy.suspension?.waiting !== 'hold') return null;
  const { holdLimit } = policy.suspension;
  return holdLimit === null ? sayCount(counts.held) : `${sayCount(counts.held)} of ${sayCount(holdLimit)}`;
}

import type { EndpointView } from '../../shared/contract/views';
import type { Suspension } from '../../shared/policies/circuit';
import type { Policy } from '../../shared/policies/policy';
import { sayTriggers } from '../../shared/words/suspension';
import { clockTime } from './instants';
import { sayCount } from './numbers';

export type EndpointLook = {
  readonly kind: 'active' | 'suspended' | 'unverified' | 'disabled' | 'deleted';
  readonly word: string;
  /** The provider's own word for the state, where it differs. */
  readonly label: string | null;
  /** Why, and what follows, in one sentence; null while it simply receives. */
  readonly says: string | null;
  readonly rules: readonly string[];
  /** The one act that opens it again. */
  readonly remedy: 'verify' | 'enable' | null;
};

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const differs = (label: string, word: string): string | null =>
  label.toLowerCase() === word.toLowerCase() ? null : label;

/** What an endpoint's state and condition mean to a person. */
export function endpointLook(endpoint: Pick<EndpointView, 'state' | 'condition' | 'policy'>): EndpointLook {
  const { state, condition, policy } = endpoint;
  const { endpointWords, suspension } = policy;
  if (state === 'deleted') {
    return { kind: 'deleted', word: 'Deleted', label: null, says: null, rules: [], remedy: null };
  }
  if (state === 'disabled') {
    const { canEnable } = policy.whenRemoved;
    return {
      kind: 'disabled',
      word: 'Disabled',
      label: differs(endpointWords.disabled, 'Disabled'),
      says: canEnable
        ? `You disabled it. ${sayNewEvents(policy.whenRemoved.newEvents)}`
        : `You disabled it. ${policy.name} keeps it so.`,
      rules: policy.rules.removed,
      remedy: canEnable ? 'enable' : null,
    };
  }
  if (condition.suspendedAt !== null && suspension !== null) {
    return {
      kind: 'suspended',
      word: 'Suspended',
      label: differs(endpointWords.suspended, 'Suspended'),
      says: `${capital(sayTriggers(suspension))}. ${sayNewEvents(suspension.newEvents)}${sayWhatNext(condition, suspension)}`,
      rules: [...suspension.rules.trigger, ...suspension.rules.hold],
      remedy: suspension.endsBy === 'verify' ? 'verify' : 'enable',
    };
  }
  if (!condition.verified) {
    return {
      kind: 'unverified',
      word: 'Not verified',
      label: differs(endpointWords.unverified, 'Not verified'),
      says: condition.everVerified
        ? 'Its URL did not pass the challenge. New events are held.'
        : 'No URL of it ever passed the challenge. New events are stored without a delivery.',
      rules: policy.verification?.rules ?? [],
      remedy: 'verify',
    };
  }
  return { kind: 'active', word: 'Active', label: null, says: null, rules: [], remedy: null };
}

/** What it waits for, where it goes on by itself. */
function sayWhatNext({ reopensAt, probe }: EndpointView['condition'], { endsBy, probes = 1 }: Suspension): string {
  if (probe !== undefined) {
    const going = probe.deliveryId === null ? 'the next delivery goes as a probe' : 'a probe is under way';
    return ` Half-open: ${going}, ${probe.passed} of ${probes} passed.`;
  }
  if (reopensAt === undefined) return '';
  return endsBy === 'probe' ? ` At ${clockTime(reopensAt)} a probe goes.` : ` It is over at ${clockTime(reopensAt)}.`;
}

const sayNewEvents = (become: 'hold' | 'store'): string =>
  become === 'hold' ? 'New events are held.' : 'New events are stored without a delivery.';

/** The failure streak against its threshold, where the policy counts one. */
export function streakOf(endpoint: Pick<EndpointView, 'condition' | 'policy'>): { at: number; of: number } | null {
  const trigger = endpoint.policy.suspension?.trigger;
  return trigger?.kind === 'exhausted-in-a-row' || trigger?.kind === 'failures-in-a-row'
    ? { at: endpoint.condition.streak, of: trigger.count }
    : null;
}

/** What disabling by hand does, for the confirmation. */
export function sayDisabling(policy: Policy, waiting: number): string {
  const become = { fail: 'fail', cancel: 'are cancelled', hold: 'are held' }[policy.whenRemoved.waiting];
  const what = waiting === 0 ? 'Nothing waits for it.' : `What waits (${sayCount(waiting)}): they ${become}.`;
  const forGood = policy.whenRemoved.canEnable ? '' : ` ${policy.name} cannot enable it again.`;
  const rules = policy.rules.removed.length === 0 ? '' : ` (${policy.rules.removed.join(', ')})`;
  return `${what} ${sayNewEvents(policy.whenRemoved.newEvents)}${forGood}${rules}`;
}

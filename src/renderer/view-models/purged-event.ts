import type { EventId } from '../../shared/model/ids';
import type { Policy } from '../../shared/policies/policy';
import { isEventPurged, sayPurged } from '../../shared/rules/retention';

type Keeper = Pick<Policy, 'id' | 'name' | 'retention'>;

/** Which of the providers that an event went to have deleted it by virtual `now`, each once; null where none has. */
export function sayWhoPurged(policies: readonly Keeper[], eventId: EventId, now: number): string | null {
  const said = policies.filter((policy) => isEventPurged(policy, eventId, now)).map(sayPurged);
  return said.length === 0 ? null : [...new Set(said)].join('; ');
}

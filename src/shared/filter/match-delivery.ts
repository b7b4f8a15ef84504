import type { Attempt } from '../model/attempt';
import type { Delivery } from '../model/delivery';
import type { Filter, FilterCondition } from './filter';
import { isLike, type Matched, matched, passes } from './match';

/** What is asked of a delivery; of its attempts the newest is enough. */
export type FilteredDelivery = Pick<
  Delivery,
  'id' | 'eventId' | 'eventType' | 'endpointId' | 'state' | 'reason' | 'attempts' | 'deferredFrom' | 'createdAt'
> & { readonly pinned: boolean } & { readonly marks: readonly Pick<Attempt, 'outcome'>[] };

/**
 * Whether a delivery belongs into a list with this filter, as far as its row tells; null where only the engine, which
 * has headers and bodies, can say.
 * @param endpoint of the delivery; null when it is not known
 * @param nowMs virtual epoch ms
 */
export const matchDelivery = (
  filter: Filter,
  row: FilteredDelivery,
  endpoint: { readonly name: string; readonly url: string } | null,
  nowMs: number,
): Matched => matched(filter, (condition) => judgeDelivery(condition, row, endpoint, nowMs));

/** As `matchDelivery`, of one condition. */
export function judgeDelivery(
  { field, test }: FilterCondition,
  row: FilteredDelivery,
  endpoint: { readonly name: string; readonly url: string } | null,
  nowMs: number,
): Matched {
  const passing = (value: string | number | null): boolean => passes(test, value, nowMs);
  const outcome = row.marks.at(-1)?.outcome ?? null;
  switch (field) {
    case 'state':
      return passing(row.state) || (row.deferredFrom !== null && passing('deferred'));
    case 'reason':
      return passing(row.reason);
    case 'status':
      return passing(outcome?.kind === 'response' ? outcome.status : null);
    case 'fault':
      return passing(outcome?.kind === 'no-response' ? outcome.fault : null);
    case 'type':
      return passing(row.eventType);
    case 'endpoint':
      return endpoint === null ? null : passing(endpoint.name);
    case 'attempts':
      return passing(row.attempts);
    case 'id':
      return passing(row.id) || passing(row.eventId);
    case 'time':
      return passing(row.createdAt);
    case 'pinned':
      return passing(row.pinned ? 'yes' : 'no');
    case 'url':
      // An attempt may have gone to an older URL.
      return endpoint !== null && passing(endpoint.url) && row.marks.length === 0 ? true : null;
    case 'text': {
      if (test.kind !== 'like') return false;
      const inRow = [row.eventType, row.id, row.eventId].some((value) => isLike(test.text, false, value));
      return inRow || null;
    }
    case 'header':
    case 'body':
      return null;
    case 'method':
    case 'path':
    case 'from':
    case 'seen':
    case 'answer':
      return false;
  }
}

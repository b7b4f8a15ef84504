import { DELIVERY_STATES } from '../../../shared/model/delivery';
import type { RunId } from '../../../shared/model/ids';
import type { DeliveryQuery } from '../../engine/views-port';
import { DELIVERY_COLUMNS } from '../rows/delivery-row';
import type { Condition } from './text-match';

export type Search = { readonly sql: string; readonly values: Readonly<Record<string, string | number | null>> };

/**
 * The query behind a page of deliveries. Whatever is filtered by, it walks ranges of an index in the order of the
 * list, one range per state, merged; nothing is sorted, so that a page costs a page.
 * @param text the condition that a text makes, null without one
 * @param before the ordinal that all rows lie below
 */
export function deliverySearch(runId: RunId, query: DeliveryQuery, text: Condition | null, before: number): Search {
  const wanted = query.states;
  const states = wanted === null ? null : DELIVERY_STATES.filter((state) => wanted.includes(state));
  const also = ['d.ordinal < @before', '+d.run_id = @runId', ...(text === null ? [] : [text.sql])];
  const { endpointId, eventId } = query;
  const values = { ...text?.values, runId, before, take: query.limit + 1, endpointId, eventId };

  if (eventId !== null) {
    if (endpointId !== null) also.push('+d.endpoint_id = @endpointId');
    if (states !== null) also.push('+d.state IN (SELECT value FROM json_each(@states))');
    return { sql: merged(['d.event_id = @eventId'], also), values: { ...values, states: JSON.stringify(states) } };
  }
  if (endpointId !== null) {
    return { sql: merged(perState('d.endpoint_id = @endpointId', states ?? DELIVERY_STATES), also), values };
  }
  if (states !== null) return { sql: merged(perState('d.run_id = @runId', states), also), values };
  if (text !== null) return { sql: `${selectOf(ROWS_OF_RUN, also)} ORDER BY d.rowid DESC LIMIT @take`, values };
  return { sql: merged(['d.run_id = @runId'], also), values };
}

/**
 * A text may be in few rows or in none, so that all of a run's are walked: in the order in which they were inserted,
 * which is that of their ordinals, and not through an index that leads to each.
 */
const ROWS_OF_RUN = `d.rowid BETWEEN
  (SELECT rowid FROM delivery WHERE run_id = @runId ORDER BY ordinal LIMIT 1) AND
  (SELECT rowid FROM delivery WHERE run_id = @runId AND ordinal < @before ORDER BY ordinal DESC LIMIT 1)`;

/** States are from the model's own list, not from a person: they may stand in the text of the query. */
const perState = (where: string, states: readonly (typeof DELIVERY_STATES)[number][]): string[] =>
  states.map((state) => `${where} AND d.state = '${state}'`);

const merged = (ranges: readonly string[], also: readonly string[]): string =>
  `${ranges.map((range) => selectOf(range, also)).join(' UNION ALL ')} ORDER BY key DESC LIMIT @take`;

const selectOf = (range: string, also: readonly string[]): string =>
  `SELECT d.ordinal AS key, ${DELIVERY_COLUMNS} FROM delivery d WHERE ${[range, ...also].join(' AND ')}`;

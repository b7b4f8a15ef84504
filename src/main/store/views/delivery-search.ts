import { DELIVERY_STATES } from '../../../shared/model/delivery';
import type { RunId } from '../../../shared/model/ids';
import type { DeliveryQuery } from '../../engine/views-port';
import { DELIVERY_COLUMNS } from '../rows/delivery-row';
import type { Condition } from './text-match';

/** Ordinals from `least`, or from the first, up to `before`, which is not included. */
export type Span = { readonly least: number | null; readonly before: number };

export type Search = { readonly sql: string; readonly values: Readonly<Record<string, string | number | null>> };

/**
 * The query behind a page of deliveries. Whatever is filtered by, it walks ranges of an index in the order of the
 * list, one range per state, merged; nothing is sorted, so that a page costs a page.
 * @param text the condition that a text makes, null without one
 * @param narrow whether the filter leaves few enough rows to look for the text in each of them
 * @param span the ordinals that all rows lie in, `before` not included
 * @param filter what else a row has to fulfil
 */
export function deliverySearch(
  runId: RunId,
  query: DeliveryQuery,
  text: Condition | null,
  narrow: boolean,
  span: Span,
  filter: Condition | null,
): Search {
  const wanted = query.states;
  const states = wanted === null ? null : DELIVERY_STATES.filter((state) => wanted.includes(state));
  const { endpointId, eventId } = query;
  const below = [
    'd.ordinal < @before',
    ...(span.least === null ? [] : ['d.ordinal >= @least']),
    ...(text === null ? [] : [text.sql]),
    ...(filter === null ? [] : [filter.sql]),
  ];
  const also = [...below, '+d.run_id = @runId'];
  const values = {
    ...text?.values,
    ...filter?.values,
    runId,
    ...span,
    take: query.limit + 1,
    endpointId,
    eventId,
  };
  const filters = [
    ...(endpointId === null ? [] : ['+d.endpoint_id = @endpointId']),
    ...(states === null ? [] : ['+d.state IN (SELECT value FROM json_each(@states))']),
  ];

  if (eventId !== null) {
    const sql = merged(['d.event_id = @eventId'], [...also, ...filters]);
    return { sql, values: { ...values, states: JSON.stringify(states) } };
  }
  if (text !== null && !narrow) {
    const range = selectOf('delivery d INDEXED BY delivery_text', 'd.run_id = @runId', [...below, ...filters]);
    return { sql: `${range} ORDER BY key DESC LIMIT @take`, values: { ...values, states: JSON.stringify(states) } };
  }
  if (endpointId !== null) {
    return { sql: merged(perState('d.endpoint_id = @endpointId', states ?? DELIVERY_STATES), also), values };
  }
  if (states !== null) return { sql: merged(perState('d.run_id = @runId', states), also), values };
  return { sql: merged(['d.run_id = @runId'], also), values };
}

/** States are from the model's own list, not from a person: they may stand in the text of the query. */
const perState = (where: string, states: readonly (typeof DELIVERY_STATES)[number][]): string[] =>
  states.map((state) => `${where} AND d.state = '${state}'`);

const merged = (ranges: readonly string[], also: readonly string[]): string =>
  `${ranges.map((range) => selectOf('delivery d', range, also)).join(' UNION ALL ')} ORDER BY key DESC LIMIT @take`;

const selectOf = (table: string, range: string, also: readonly string[]): string =>
  `SELECT d.ordinal AS key, ${DELIVERY_COLUMNS} FROM ${table} WHERE ${[range, ...also].join(' AND ')}`;

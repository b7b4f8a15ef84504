import { DELIVERY_STATES, type DeliveryState } from '../../../shared/model/delivery';
import type { EndpointId, RunId } from '../../../shared/model/ids';
import type { DeliveryQuery } from '../../engine/views-port';
import { DELIVERY_COLUMNS } from '../rows/delivery-row';
import type { Stretch } from './delivery-stretches';
import type { Condition } from './text-match';

export type Search = { readonly sql: string; readonly values: Readonly<Record<string, string | number | null>> };

/**
 * The query behind a page of deliveries. Whatever is filtered by, it walks ranges of an index in the order of the
 * list, one range per state, merged; nothing is sorted, so that a page costs a page.
 * @param text the condition that a text makes, null without one
 * @param narrow whether the filter leaves few enough rows to look for the text in each of them
 * @param beyond the ordinal that all rows lie below, or above where the oldest come first
 */
export function deliverySearch(
  runId: RunId,
  { query, walk, idle }: Pick<Stretch, 'query' | 'idle'> & { readonly walk: 'newest' | 'oldest' },
  text: Condition | null,
  narrow: boolean,
  beyond: number,
): Search {
  const wanted = query.states;
  const states = wanted === null ? null : DELIVERY_STATES.filter((state) => wanted.includes(state));
  const { endpointId, eventId } = query;
  const [side, order] = walk === 'newest' ? ['<', 'ORDER BY key DESC'] : ['>', 'ORDER BY key'];
  const rest = [...(text === null ? [] : [text.sql]), ...(idle ? ['d.due_at IS NULL'] : [])];
  const below = [`d.ordinal ${side} @beyond`, ...rest];
  const also = [...below, '+d.run_id = @runId'];
  const values = { ...text?.values, runId, beyond, take: query.limit + 1, endpointId, eventId };
  const filters = filtersOf(query, states);

  if (eventId !== null) {
    const sql = merged(['d.event_id = @eventId'], [...also, ...filters], order);
    return { sql, values: { ...values, states: JSON.stringify(states) } };
  }
  if (text !== null && !narrow) {
    const range = selectOf('delivery d INDEXED BY delivery_text', 'd.run_id = @runId', [...below, ...filters]);
    return { sql: `${range} ${order} LIMIT @take`, values: { ...values, states: JSON.stringify(states) } };
  }
  if (endpointId !== null) {
    return { sql: merged(perState('d.endpoint_id = @endpointId', states ?? DELIVERY_STATES), also, order), values };
  }
  if (states !== null) return { sql: merged(perState('d.run_id = @runId', states), also, order), values };
  return { sql: merged(['d.run_id = @runId'], also, order), values };
}

/** SQLite merges so many ranges in one query at most. */
export const DUE_ENDPOINTS = 400;

/**
 * What waits for an instant, the soonest first: one range of the index of due times for each of up to `DUE_ENDPOINTS`
 * endpoints, merged.
 * @param beyond the due time and the ordinal that all rows lie beyond
 */
export function dueSearch(
  runId: RunId,
  { query }: Pick<Stretch, 'query'>,
  endpointIds: readonly EndpointId[],
  text: Condition | null,
  beyond: { readonly dueAt: number; readonly ordinal: number },
): Search {
  const { states, eventId } = query;
  const also = [
    'd.due_at IS NOT NULL',
    '(d.due_at, d.ordinal) > (@dueAt, @ordinal)',
    ...(text === null ? [] : [text.sql]),
    ...(eventId === null ? [] : ['+d.event_id = @eventId']),
    ...(states === null ? [] : ['+d.state IN (SELECT value FROM json_each(@states))']),
  ];
  const named = Object.fromEntries(endpointIds.map((id, n) => [`endpoint${n}`, id]));
  return {
    sql: merged(
      endpointIds.map((_, n) => `d.endpoint_id = @endpoint${n}`),
      also,
      'ORDER BY dueAt, key',
    ),
    values: {
      ...text?.values,
      ...named,
      ...beyond,
      runId,
      eventId,
      take: query.limit + 1,
      states: JSON.stringify(states),
    },
  };
}

const filtersOf = ({ endpointId }: DeliveryQuery, states: readonly DeliveryState[] | null): readonly string[] => [
  ...(endpointId === null ? [] : ['+d.endpoint_id = @endpointId']),
  ...(states === null ? [] : ['+d.state IN (SELECT value FROM json_each(@states))']),
];

/** States are from the model's own list, not from a person: they may stand in the text of the query. */
const perState = (where: string, states: readonly DeliveryState[]): string[] =>
  states.map((state) => `${where} AND d.state = '${state}'`);

const merged = (ranges: readonly string[], also: readonly string[], order: string): string =>
  `${ranges.map((range) => selectOf('delivery d', range, also)).join(' UNION ALL ')} ${order} LIMIT @take`;

const selectOf = (table: string, range: string, also: readonly string[]): string =>
  `SELECT d.ordinal AS key, ${DELIVERY_COLUMNS} FROM ${table} WHERE ${[range, ...also].join(' AND ')}`;

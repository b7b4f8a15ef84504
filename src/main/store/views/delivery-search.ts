import type { CommandInput } from '../../../shared/contract/commands';
import { DELIVERY_STATES } from '../../../shared/model/delivery';
import type { RunId } from '../../../shared/model/ids';
import { DELIVERY_COLUMNS } from '../rows/delivery-row';

export type DeliveryQuery = CommandInput<'delivery.list'>;

export type Search = { readonly sql: string; readonly values: Readonly<Record<string, string | number | null>> };

/**
 * The query behind a page of deliveries. Whatever is filtered by, it walks ranges of an index in the order of the
 * list, one range per state, merged; nothing is sorted, so that a page costs a page. Texts are bound, never parsed.
 * @param before the ordinal that all rows lie below
 * @returns null when nothing can match
 */
export function deliverySearch(runId: RunId, query: DeliveryQuery, before: number): Search | null {
  const wanted = query.states;
  const states = wanted === null ? null : DELIVERY_STATES.filter((state) => wanted.includes(state));
  if (states?.length === 0) return null;
  const text = lowerAscii(query.text);
  const also = [...(text === '' ? [] : [CONTAINS_TEXT]), 'd.ordinal < @before'];
  const { endpointId, eventId } = query;
  const values = { runId, before, take: query.limit + 1, text, endpointId, eventId };

  if (eventId !== null) {
    also.push('+d.run_id = @runId');
    if (endpointId !== null) also.push('+d.endpoint_id = @endpointId');
    if (states !== null) also.push('+d.state IN (SELECT value FROM json_each(@states))');
    return { sql: merged(['d.event_id = @eventId'], also), values: { ...values, states: JSON.stringify(states) } };
  }
  if (endpointId !== null) {
    also.push('+d.run_id = @runId');
    return { sql: merged(perState('d.endpoint_id = @endpointId', states ?? DELIVERY_STATES), also), values };
  }
  return { sql: merged(states === null ? ['d.run_id = @runId'] : perState('d.run_id = @runId', states), also), values };
}

/** Literal: no pattern, no syntax. Both sides in lower case as SQLite's `lower` has it, which knows ASCII only. */
const CONTAINS_TEXT = `(instr(lower(d.event_type), @text) OR instr(lower(d.event_id), @text)
  OR instr(lower(d.id), @text))`;

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** States are from the model's own list, not from a person: they may stand in the text of the query. */
const perState = (where: string, states: readonly (typeof DELIVERY_STATES)[number][]): string[] =>
  states.map((state) => `${where} AND d.state = '${state}'`);

const merged = (ranges: readonly string[], also: readonly string[]): string =>
  `${ranges
    .map(
      (range) =>
        `SELECT d.ordinal AS key, ${DELIVERY_COLUMNS} FROM delivery d WHERE ${range} AND ${also.join(' AND ')}`,
    )
    .join(' UNION ALL ')} ORDER BY key DESC LIMIT @take`;

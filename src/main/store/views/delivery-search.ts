import type { CommandInput } from '../../../shared/contract/commands';
import { DELIVERY_STATES } from '../../../shared/model/delivery';
import type { RunId } from '../../../shared/model/ids';
import { DELIVERY_COLUMNS } from '../rows/delivery-row';

export type DeliveryQuery = CommandInput<'delivery.list'>;

export type Search = { readonly sql: string; readonly values: Readonly<Record<string, string | number>> };

/**
 * The query behind a page of deliveries. Whatever is filtered by, it walks ranges of an index in the order of the
 * list, one range per state, merged; nothing is sorted, so that a page costs a page. Texts are bound, never parsed.
 * @param before the ordinal that all rows lie below
 * @returns null when nothing can match
 */
export function deliverySearch(runId: RunId, query: DeliveryQuery, before: number): Search | null {
  const states = query.states === null ? null : [...new Set(query.states)];
  if (states?.length === 0) return null;
  const values: Record<string, string | number> = { runId, before, take: query.limit + 1 };
  const also = ['d.ordinal < @before'];
  if (query.text !== '') {
    values['text'] = lowerAscii(query.text);
    also.push(CONTAINS_TEXT);
  }
  const { endpointId, eventId } = query;
  if (endpointId !== null) values['endpointId'] = endpointId;
  const ranges = (where: string, of: readonly string[]) =>
    of.map((state, i) => {
      values[`state${i}`] = state;
      return `${where} AND d.state = @state${i}`;
    });

  if (eventId !== null) {
    values['eventId'] = eventId;
    also.push('+d.run_id = @runId');
    if (endpointId !== null) also.push('+d.endpoint_id = @endpointId');
    if (states !== null) also.push(`+d.state IN (SELECT value FROM json_each(@states))`);
    if (states !== null) values['states'] = JSON.stringify(states);
    return { sql: merged(['d.event_id = @eventId'], also), values };
  }
  if (endpointId !== null) {
    also.push('+d.run_id = @runId');
    return { sql: merged(ranges('d.endpoint_id = @endpointId', states ?? DELIVERY_STATES), also), values };
  }
  return { sql: merged(states === null ? ['d.run_id = @runId'] : ranges('d.run_id = @runId', states), also), values };
}

/** Literal: no pattern, no syntax. Both sides in lower case as SQLite's `lower` has it, which knows ASCII only. */
const CONTAINS_TEXT = `(instr(lower(d.event_type), @text) OR instr(lower(d.event_id), @text)
  OR instr(lower(d.id), @text))`;

const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const merged = (ranges: readonly string[], also: readonly string[]): string =>
  `${ranges
    .map(
      (range) =>
        `SELECT d.ordinal AS key, ${DELIVERY_COLUMNS} FROM delivery d WHERE ${range} AND ${also.join(' AND ')}`,
    )
    .join(' UNION ALL ')} ORDER BY key DESC LIMIT @take`;

import type Database from 'better-sqlite3';
import { lowerAscii } from '../../../shared/filter/filter';
import type { RunId } from '../../../shared/model/ids';

/** A condition on a delivery `d`, and the values that it names. */
export type Condition = { readonly sql: string; readonly values: Readonly<Record<string, string | number>> };

/** Both at once; their values have names of their own. Null takes everything. */
export const bothOf = (a: Condition | null, b: Condition | null): Condition | null =>
  a === null || b === null ? (a ?? b) : { sql: `${a.sql} AND ${b.sql}`, values: { ...a.values, ...b.values } };

export const MATCHING_TYPES_SQL =
  'SELECT event_type FROM type_count WHERE run_id = ? AND instr(lower(event_type), ?) LIMIT 101';
const MOST_TYPES = 100;

/**
 * Makes of a text the condition that a delivery contains it, without case in ASCII: in the type of its event, in the
 * event's id or in its own. Literal: no pattern, no syntax. A run has few types and all ids have one form, so that
 * most texts are known beforehand to stand in no id, or in no type; only what is left is looked for row by row.
 */
export function textMatcher(db: Database.Database): (runId: RunId, text: string) => Condition | null {
  const selectTypes = db.prepare<unknown[], string>(MATCHING_TYPES_SQL).pluck();
  return (runId, text) => {
    const lower = lowerAscii(text);
    const types = selectTypes.all(runId, lower);
    const inId = canStandInId(lower);
    const inType = types.length > MOST_TYPES ? 'instr(lower(d.event_type), @text)' : TYPE_IS_ONE_OF;
    const either = [...(types.length > 0 ? [inType] : []), ...(inId ? [ID_CONTAINS] : [])];
    if (either.length === 0) return null;
    // Of an id's characters only `_` means something to LIKE.
    const like = `%${lower.replaceAll('_', '\\_')}%`;
    return { sql: `(${either.join(' OR ')})`, values: { text: lower, like, types: JSON.stringify(types) } };
  };
}

const TYPE_IS_ONE_OF = 'd.event_type IN (SELECT value FROM json_each(@types))';
const ID_CONTAINS = `d.id LIKE @like ESCAPE '\\' OR d.event_id LIKE @like ESCAPE '\\'`;

const BEFORE_UNDERSCORE = ['', 'v', 'lv', 'dlv', 't', 'vt', 'evt'];
const CROCKFORD = /^[0-9a-hjkmnp-tv-z]{0,26}$/;

/** Whether a text in lower case can be a part of `dlv_` or `evt_` and 26 characters of Crockford's alphabet. */
function canStandInId(lower: string): boolean {
  if (CROCKFORD.test(lower) || 'dlv'.includes(lower) || 'evt'.includes(lower)) return true;
  const [before = '', after, ...rest] = lower.split('_');
  return after !== undefined && rest.length === 0 && BEFORE_UNDERSCORE.includes(before) && CROCKFORD.test(after);
}

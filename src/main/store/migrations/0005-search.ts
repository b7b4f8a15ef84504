import type { Migration } from './migration';

/**
 * What a search for a text looks at, in the order of the list and apart from the rows: a text that stands nowhere is
 * looked for in a sixth of the bytes. None of it ever changes, so that only a new delivery writes here.
 */
export const search: Migration = {
  version: 5,
  sql: 'CREATE INDEX delivery_text ON delivery (run_id, ordinal, id, event_id, event_type)',
};

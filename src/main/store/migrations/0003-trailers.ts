import type { Migration } from './migration';

/** Fields that came after the body of a captured request. */
export const trailers: Migration = {
  version: 3,
  sql: `ALTER TABLE capture ADD COLUMN trailers TEXT NOT NULL DEFAULT '[]';`,
};

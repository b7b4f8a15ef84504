import type { KeptKind } from '../../shared/contract/preferences';

/** States in which a delivery waits for nothing more. */
const FINAL = "('delivered', 'failed', 'cancelled')";

/** When something last happened to delivery `d`, wall epoch ms; a log that is gone was older than what is kept of it. */
const LAST_WALL_AT = `max(
  coalesce((SELECT max(wall_at) FROM step WHERE delivery_id = d.id), 0),
  coalesce((SELECT max(started_wall_at) FROM attempt WHERE delivery_id = d.id), 0))`;

/** A run that is removed, or not yet wholly imported, is left as it is: it comes back, or goes, as a whole. */
const OF_A_RUN = '(SELECT removed FROM run WHERE id = d.run_id) = 0';

const notPinned = (id: string): string => `NOT EXISTS (SELECT 1 FROM delivery_pin WHERE delivery_id = ${id})`;

/**
 * No script goes on from capture `d`: it does so from the newest capture of a route (of each delivery id, where it goes
 * by that).
 */
export const NOT_NEEDED = `(d.epoch IS NULL OR (
  d.seq < (SELECT max(seq) FROM capture WHERE route_id = d.route_id AND epoch = d.epoch)
  AND NOT EXISTS (SELECT 1 FROM route r WHERE r.id = d.route_id AND r.epoch = d.epoch
    AND json_extract(r.script, '$.scope') = 'per-id' AND d.seq = (SELECT max(seq) FROM capture
      WHERE route_id = d.route_id AND epoch = d.epoch AND delivery_key IS d.delivery_key))))`;

/**
 * What history is old, as conditions on the row `d` of a kind; each takes the wall instant once (R11). What is pinned
 * stays, with the log of a delivery. The newest delivery of a run keeps its number from being given again. A capture
 * that was cleared is deleted apart from these.
 */
export const OLD: Readonly<Record<KeptKind, string>> = {
  deliveries: `${OF_A_RUN} AND d.state IN ${FINAL} AND ${notPinned('d.id')} AND ${LAST_WALL_AT} < ?
    AND d.ordinal < (SELECT max(ordinal) FROM delivery WHERE run_id = d.run_id)
    AND d.event_id <> (SELECT id FROM event WHERE run_id = d.run_id ORDER BY ordinal DESC LIMIT 1)`,
  captures: `${OF_A_RUN} AND d.wall_at < ? AND ${NOT_NEEDED}
    AND NOT EXISTS (SELECT 1 FROM capture_pin WHERE capture_seq = d.seq)
    AND NOT EXISTS (SELECT 1 FROM capture_gone WHERE capture_seq = d.seq)`,
  log: `${OF_A_RUN} AND d.wall_at < ? AND (d.delivery_id IS NULL
    OR ((SELECT state FROM delivery WHERE id = d.delivery_id) IN ${FINAL} AND ${notPinned('d.delivery_id')}))`,
};

export const TABLE_OF: Readonly<Record<KeptKind, string>> = {
  deliveries: 'delivery',
  captures: 'capture',
  log: 'step',
};

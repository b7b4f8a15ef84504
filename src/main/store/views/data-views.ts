import type Database from 'better-sqlite3';
import type { KeptKind } from '../../../shared/contract/preferences';
import type { KindCounts } from '../../../shared/contract/views';
import { OLD, TABLE_OF } from '../old-rows';
import { numberIn } from '../rows/row';
import type { ViewAnswers } from './view-answers';

/** What the data folder holds, for the settings: asked for now and then, never by a frame. */
export function dataViews(db: Database.Database): Pick<ViewAnswers, 'kindCounts' | 'countOld' | 'countPinned'> {
  const sum = (sql: string) => db.prepare(sql).pluck();
  const counts = {
    runs: sum('SELECT count(*) FROM run WHERE removed = 0'),
    events: sum('SELECT coalesce(sum(events), 0) FROM run_count'),
    deliveries: sum('SELECT coalesce(sum(deliveries), 0) FROM delivery_count'),
    attempts: sum('SELECT coalesce(sum(attempts), 0) FROM run_count'),
    captures: sum('SELECT coalesce(sum(captures), 0) FROM run_count'),
    log: sum('SELECT count(*) FROM step'),
  };
  const countOld = (kind: KeptKind) =>
    sum(`SELECT count(*) FROM ${TABLE_OF[kind]} d WHERE ${OLD[kind]} AND (? IS NULL OR d.run_id = ?)`);
  const old = { deliveries: countOld('deliveries'), captures: countOld('captures'), log: countOld('log') };

  const pinned = sum(`SELECT count(*) FROM capture_pin p JOIN capture c ON c.seq = p.capture_seq
    WHERE c.run_id = ? AND (? IS NULL OR c.route_id = ?)`);

  return {
    kindCounts: (): KindCounts => ({
      runs: numberIn(counts.runs.get()),
      events: numberIn(counts.events.get()),
      deliveries: numberIn(counts.deliveries.get()),
      attempts: numberIn(counts.attempts.get()),
      captures: numberIn(counts.captures.get()),
      log: numberIn(counts.log.get()),
    }),
    countPinned: (runId, routeId) => numberIn(pinned.get(runId, routeId, routeId)),
    countOld: (kind, olderThanWallMs, runId = null) => numberIn(old[kind].get(olderThanWallMs, runId, runId)),
  };
}

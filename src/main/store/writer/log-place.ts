import type Database from 'better-sqlite3';
import type { RunId } from '../../../shared/model/ids';
import type { Gathered } from '../unit-of-work';

export const NEWEST_STEP_SQL = 'SELECT reached FROM step WHERE run_id = ? ORDER BY seq DESC LIMIT 1';

/** A mark is set when so many steps were written since the one before. */
const STEPS_BETWEEN_MARKS = 512;

/**
 * How far each run's log has come. Steps are written in the order of their decisions, and one may carry an instant
 * that lies a little before its predecessor's; `reached` never goes back, so that an instant is a place in the log.
 * A mark keeps the counts of a place: those of any other are found from the mark before it, whatever the log's length.
 */
export class LogPlace implements Gathered {
  readonly #reached = new Map<RunId, number | null>();
  /** Steps since the last mark; a run without a number has one set with its next transaction. */
  readonly #since = new Map<RunId, number>();
  readonly #written = new Set<RunId>();
  readonly #selectNewest: Database.Statement<unknown[], number>;
  readonly #mark: Database.Statement;

  constructor(db: Database.Database) {
    this.#selectNewest = db.prepare<unknown[], number>(NEWEST_STEP_SQL).pluck();
    this.#mark = db.prepare(`
      INSERT INTO step_mark (run_id, seq, counts, attempts)
      SELECT run_id, seq,
        (SELECT json_group_array(json_array(endpoint_id, state, deliveries))
          FROM delivery_count WHERE run_id = @runId AND deliveries > 0),
        coalesce((SELECT attempts FROM run_count WHERE run_id = @runId), 0)
      FROM step WHERE run_id = @runId ORDER BY seq DESC LIMIT 1`);
  }

  /** The latest instant that a step of the run carries, virtual epoch ms, or null without one. */
  reachedIn(runId: RunId): number | null {
    const known = this.#reached.get(runId);
    if (known !== undefined) return known;
    const newest = this.#selectNewest.get(runId) ?? null;
    this.#reached.set(runId, newest);
    return newest;
  }

  /** A step is written that carries this instant. Returns how far the log has come with it. */
  reach(runId: RunId, at: number): number {
    const reached = Math.max(at, this.reachedIn(runId) ?? at);
    this.#reached.set(runId, reached);
    this.#written.add(runId);
    const since = this.#since.get(runId);
    if (since !== undefined) this.#since.set(runId, since + 1);
    return reached;
  }

  /** After the counts of the transaction were written. */
  flush(): void {
    for (const runId of this.#written) {
      const since = this.#since.get(runId);
      if (since !== undefined && since < STEPS_BETWEEN_MARKS) continue;
      this.#mark.run({ runId });
      this.#since.set(runId, 0);
    }
    this.#written.clear();
  }

  drop(): void {
    this.#reached.clear();
    this.#since.clear();
    this.#written.clear();
  }
}

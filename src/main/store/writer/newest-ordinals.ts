import type Database from 'better-sqlite3';
import type { RunId } from '../../../shared/model/ids';
import type { EngineStore } from '../../engine/ports';
import type { Gathered } from '../unit-of-work';

type Numbered = Parameters<EngineStore['nextOrdinal']>[1];

export const newestOrdinalSql = (table: Numbered): string => `SELECT max(ordinal) FROM ${table} WHERE run_id = ?`;

/** The highest ordinal of each kind in each run, looked up once, and again after a rollback. */
export class NewestOrdinals implements Gathered {
  readonly #known = new Map<string, number>();
  readonly #select: Readonly<Record<Numbered, Database.Statement<unknown[], number | null>>>;

  constructor(db: Database.Database) {
    const newest = (table: Numbered) => db.prepare<unknown[], number | null>(newestOrdinalSql(table)).pluck();
    this.#select = { event: newest('event'), endpoint: newest('endpoint'), delivery: newest('delivery') };
  }

  of(runId: RunId, kind: Numbered): number {
    const key = `${kind} ${runId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const newest = this.#select[kind].get(runId) ?? 0;
    this.#known.set(key, newest);
    return newest;
  }

  /** A row with this ordinal was inserted. */
  inserted(runId: RunId, kind: Numbered, ordinal: number): void {
    const key = `${kind} ${runId}`;
    const known = this.#known.get(key);
    if (known !== undefined && ordinal > known) this.#known.set(key, ordinal);
  }

  flush(): void {}

  drop(): void {
    this.#known.clear();
  }
}

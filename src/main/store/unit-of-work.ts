import type Database from 'better-sqlite3';
import type { CaptureId, DeliveryId, EndpointId, EventId, RouteId } from '../../shared/model/ids';
import type { Change } from '../engine/ports';

/** What the writes of one transaction touched so far. */
export type Touched = {
  readonly deliveries: Set<DeliveryId>;
  readonly endpoints: Set<EndpointId>;
  readonly events: Set<EventId>;
  readonly routes: Set<RouteId>;
  readonly captures: Set<CaptureId>;
};

/** What is gathered during a transaction and written at its end. */
export type Gathered = {
  flush(): void;
  /** The transaction was rolled back. */
  drop(): void;
};

type Work = {
  touched: Touched | null;
  failure: { readonly error: unknown } | null;
  /** SQLite rolled it back by itself, as it does when the disk is full: what came now would be kept by itself. */
  lost: boolean;
};

const nothingTouched = (): Touched => ({
  deliveries: new Set(),
  endpoints: new Set(),
  events: new Set(),
  routes: new Set(),
  captures: new Set(),
});

/**
 * The one open transaction of the writer, and the revision that its commit will have. A nested `transact` joins the
 * outer one; when it fails the outer one cannot be committed either, so that half of it is never kept.
 */
export class UnitOfWork {
  readonly #db: Database.Database;
  readonly #log: (line: string) => void;
  readonly #gathered: readonly Gathered[];
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #rollback: Database.Statement;
  readonly #saveRevision: Database.Statement;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #unannounced: Change[] = [];
  #announcing = false;
  #work: Work | null = null;
  #revision: number;

  constructor(db: Database.Database, gathered: readonly Gathered[], log: (line: string) => void) {
    this.#db = db;
    this.#gathered = gathered;
    this.#log = log;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
    this.#saveRevision = db.prepare('UPDATE meta SET revision = ? WHERE id = 1');
    this.#revision = db.prepare<unknown[], number>('SELECT revision FROM meta WHERE id = 1').pluck().get() ?? 0;
  }

  get revision(): number {
    return this.#revision;
  }

  get nextRevision(): number {
    return this.#revision + 1;
  }

  onCommit(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Whether a transaction is open. */
  get isOpen(): boolean {
    return this.#work !== null;
  }

  /** Where a write notes what it touches. @throws Error outside of `transact` */
  touch(): Touched {
    if (this.#work === null || this.#work.lost) throw new Error('the store is written to inside transact only');
    this.#work.touched ??= nothingTouched();
    return this.#work.touched;
  }

  /** Something of the store has thrown: the transaction that is open may be gone. */
  noteFailure(): void {
    if (this.#work !== null && !this.#db.inTransaction) this.#work.lost = true;
  }

  transact<T>(work: () => T): T {
    if (this.#work !== null) return this.#join(this.#work, work);
    const mine: Work = { touched: null, failure: null, lost: false };
    const value = this.#committed(mine, work);
    if (mine.touched !== null) this.#announce({ revision: this.#revision, ...mine.touched });
    return value;
  }

  #committed<T>(mine: Work, work: () => T): T {
    try {
      this.#begin.run();
      this.#work = mine;
      const value = synchronous(work());
      if (mine.failure !== null) throw mine.failure.error;
      if (mine.touched !== null) {
        for (const part of this.#gathered) part.flush();
        this.#saveRevision.run(this.nextRevision);
      }
      this.#commit.run();
      if (mine.touched !== null) this.#revision += 1;
      return value;
    } catch (error) {
      for (const part of this.#gathered) part.drop();
      if (this.#db.inTransaction) this.#rollback.run();
      throw error;
    } finally {
      this.#work = null;
    }
  }

  #join<T>(outer: Work, work: () => T): T {
    try {
      return synchronous(work());
    } catch (error) {
      outer.failure ??= { error };
      throw error;
    }
  }

  /** In the order of the commits, also when a listener commits itself. The commit stands whatever a listener throws. */
  #announce(change: Change): void {
    this.#unannounced.push(change);
    if (this.#announcing) return;
    this.#announcing = true;
    for (let next = this.#unannounced.shift(); next !== undefined; next = this.#unannounced.shift()) {
      for (const listener of [...this.#listeners]) {
        try {
          listener(next);
        } catch (error) {
          this.#log(`A listener failed at revision ${next.revision}: ${error instanceof Error ? error.stack : error}`);
        }
      }
    }
    this.#announcing = false;
  }
}

/** A promise would outlive the transaction: its writes would come after the commit. */
function synchronous<T>(value: T): T {
  if (value instanceof Promise) throw new TypeError('the work of a transaction cannot be asynchronous');
  return value;
}

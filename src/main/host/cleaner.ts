import { KEPT_KINDS, type KeptKind, type Preferences } from '../../shared/contract/preferences';
import type { Deleting } from '../../shared/contract/views';
import { Refusal } from '../../shared/model/problem';
import type { EngineStore, OldCursor, SystemClock } from '../engine/ports';
import type { Views } from '../engine/views-port';

const DAY_MS = 86_400_000;
/** Rows looked at in one transaction: a millisecond or two of work. */
const ROWS = 50;
/** Real ms between two transactions, in which the line has the thread. */
const REST_MS = 20;
/** An attempt that is due so soon goes first, real ms. */
const CLOSE_MS = 25;
/** So often it lets something else go first: a fast clock always has something close. */
const MOST_GIVEN = 20;
const LOOK_EVERY_MS = 3_600_000;

export type CleanerPorts = {
  readonly store: Pick<EngineStore, 'transact' | 'deleteOld'>;
  readonly views: Pick<Views, 'countOld'>;
  readonly system: SystemClock;
  readonly preferences: () => Preferences;
  /** Real ms until the line has something to do; null when nothing waits. */
  readonly nextInMs: () => number | null;
  /** History is gone: lists are to be read again. */
  readonly changed: () => void;
  readonly log: (line: string) => void;
};

type Job = { readonly kind: KeptKind; readonly olderThanWallMs: number };

/** The app's own retention, on wall time: the only thing that deletes history (R11). In small bites, one after another. */
export class Cleaner {
  readonly #ports: CleanerPorts;
  readonly #queue: Job[] = [];
  #deleting: Deleting | null = null;
  #busy = false;
  #closed = false;
  #cancelRest = (): void => {};
  #cancelLook = (): void => {};

  constructor(ports: CleanerPorts) {
    this.#ports = ports;
  }

  /** What is being deleted, or was last. */
  get deleting(): Deleting | null {
    return this.#deleting;
  }

  /** Deletes what has become too old by now, and looks again every hour. */
  look(): void {
    this.#cancelLook();
    if (this.#closed) return;
    const { keepDays } = this.#ports.preferences();
    for (const kind of KEPT_KINDS) {
      const days = keepDays[kind];
      if (days !== null) this.#enqueue({ kind, olderThanWallMs: this.#before(days) });
    }
    this.#cancelLook = this.#ports.system.ring(LOOK_EVERY_MS, () => this.look());
  }

  /** How many would go if a kind were kept for so many days. */
  count(kind: KeptKind, days: number): Promise<number> {
    return this.#ports.views.countOld(kind, this.#before(days));
  }

  /** Begins to delete; @throws Refusal `conflict` while something is being deleted */
  start(kind: KeptKind, days: number): void {
    if (this.#busy)
      throw new Refusal({ code: 'conflict', message: 'Old history is being deleted. Wait until it is done.' });
    this.#enqueue({ kind, olderThanWallMs: this.#before(days) });
  }

  close(): void {
    this.#closed = true;
    this.#cancelRest();
    this.#cancelLook();
  }

  #before(days: number): number {
    return this.#ports.system.wallMs() - days * DAY_MS;
  }

  #enqueue(job: Job): void {
    this.#queue.push(job);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    try {
      for (let job = this.#queue.shift(); job !== undefined && !this.#closed; job = this.#queue.shift()) {
        await this.#do(job);
      }
    } catch (error) {
      // A full disk or a closed store; the next look tries again.
      this.#queue.length = 0;
      if (this.#deleting !== null) this.#deleting = { ...this.#deleting, done: true };
      if (!this.#closed) this.#ports.log(`Old history could not be deleted: ${String(error)}`);
    } finally {
      this.#busy = false;
    }
  }

  async #do({ kind, olderThanWallMs }: Job): Promise<void> {
    const { views } = this.#ports;
    let progress: Deleting = { kind, deleted: 0, of: 0, done: false };
    this.#deleting = progress;
    progress = { ...progress, of: await views.countOld(kind, olderThanWallMs) };
    this.#deleting = progress;
    let cursor: OldCursor | null = null;
    do {
      await this.#rest();
      if (this.#closed) return;
      const bite: ReturnType<EngineStore['deleteOld']> = this.#bite(kind, olderThanWallMs, cursor);
      progress = { ...progress, deleted: progress.deleted + bite.deleted };
      this.#deleting = progress;
      cursor = bite.next;
    } while (cursor !== null && progress.of > progress.deleted);
    this.#deleting = { ...progress, done: true };
    if (progress.deleted === 0) return;
    this.#ports.log(`Deleted old history: ${progress.deleted} of ${kind}.`);
    this.#ports.changed();
  }

  #bite(kind: KeptKind, olderThanWallMs: number, from: OldCursor | null): ReturnType<EngineStore['deleteOld']> {
    const { store } = this.#ports;
    return store.transact(() => store.deleteOld(kind, olderThanWallMs, from, ROWS));
  }

  /** Until the line has nothing to do for a moment. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      let given = 0;
      const wait = (): void => {
        const dueInMs = this.#ports.nextInMs();
        // What is overdue waits for a place or for an answer, not for this thread.
        const isClose = dueInMs !== null && dueInMs > 0 && dueInMs < CLOSE_MS;
        if (!this.#closed && isClose && given < MOST_GIVEN) {
          given += 1;
          this.#cancelRest = this.#ports.system.ring(CLOSE_MS, wait);
        } else resolve();
      };
      this.#cancelRest = this.#ports.system.ring(REST_MS, wait);
    });
  }
}

import { KEPT_KINDS, type KeptKind, type Preferences } from '../../shared/contract/preferences';
import type { Deleting } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { EngineStore, OldCursor } from '../engine/ports';
import type { Views } from '../engine/views-port';
import { type RestPorts, Rests } from './rests';

const DAY_MS = 86_400_000;
/** Rows looked at in one transaction: a millisecond or two of work. */
const ROWS = 50;
const LOOK_EVERY_MS = 3_600_000;

export type CleanerPorts = RestPorts & {
  readonly store: Pick<EngineStore, 'transact' | 'deleteOld'>;
  readonly views: Pick<Views, 'countOld'>;
  readonly preferences: () => Preferences;
  /** History is gone: lists are to be read again. */
  readonly changed: () => void;
  readonly log: (line: string) => void;
};

type Job = { readonly kind: KeptKind; readonly olderThanWallMs: number; readonly runId: RunId | null };

/** The app's own retention, on wall time: with what a person clears, all that deletes history (R11). In small bites, one after another. */
export class Cleaner {
  readonly #ports: CleanerPorts;
  readonly #queue: Job[] = [];
  #deleting: Deleting | null = null;
  #busy = false;
  #closed = false;
  readonly #rests: Rests;
  #cancelLook = (): void => {};

  constructor(ports: CleanerPorts) {
    this.#ports = ports;
    this.#rests = new Rests(ports);
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
      if (days !== null) this.#enqueue({ kind, olderThanWallMs: this.#before(days), runId: null });
    }
    this.#cancelLook = this.#ports.system.ring(LOOK_EVERY_MS, () => this.look());
  }

  /** How many would go if a kind were kept for so many days, in one run or in all (`runId` null). */
  count(kind: KeptKind, days: number, runId: RunId | null): Promise<number> {
    return this.#ports.views.countOld(kind, this.#before(days), runId);
  }

  /** Begins to delete; @throws Refusal `conflict` while something is being deleted */
  start(kind: KeptKind, days: number, runId: RunId | null): void {
    if (this.#busy)
      throw new Refusal({ code: 'conflict', message: 'Old history is being deleted. Wait until it is done.' });
    this.#enqueue({ kind, olderThanWallMs: this.#before(days), runId });
  }

  close(): void {
    this.#closed = true;
    this.#rests.close();
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

  async #do({ kind, olderThanWallMs, runId }: Job): Promise<void> {
    const { views } = this.#ports;
    let progress: Deleting = { kind, deleted: 0, of: 0, done: false };
    this.#deleting = progress;
    progress = { ...progress, of: await views.countOld(kind, olderThanWallMs, runId) };
    this.#deleting = progress;
    let cursor: OldCursor | null = null;
    do {
      await this.#rests.rest();
      if (this.#closed) return;
      const bite: ReturnType<EngineStore['deleteOld']> = this.#bite({ kind, olderThanWallMs, runId }, cursor);
      progress = { ...progress, deleted: progress.deleted + bite.deleted };
      this.#deleting = progress;
      cursor = bite.next;
    } while (cursor !== null && progress.of > progress.deleted);
    this.#deleting = { ...progress, done: true };
    if (progress.deleted === 0) return;
    this.#ports.log(`Deleted old history: ${progress.deleted} of ${kind}.`);
    this.#ports.changed();
  }

  #bite({ kind, olderThanWallMs, runId }: Job, from: OldCursor | null): ReturnType<EngineStore['deleteOld']> {
    const { store } = this.#ports;
    return store.transact(() => store.deleteOld(kind, olderThanWallMs, from, ROWS, runId));
  }
}

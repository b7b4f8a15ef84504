import type { Cleared } from '../../shared/contract/views';
import type { CaptureId, RouteId, RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { sayDuration } from '../../shared/words/duration';
import type { EngineStore } from '../engine/ports';
import type { ClearRecord, KeptStore } from '../engine/receiver-ports';
import type { Views } from '../engine/views-port';
import { type RestPorts, Rests } from './rests';

/** So long what was cleared can be taken back, real ms. */
export const UNDO_MS = 600_000;
/** Captures that are marked, or taken back, in one transaction: some milliseconds of work. */
const MARKED = 2_000;
const MARK_REST_MS = 1;
/** Captures that are deleted in one transaction. */
const DELETED = 50;

export type ClearPorts = RestPorts & {
  readonly store: KeptStore & Pick<EngineStore, 'transact'>;
  readonly views: Pick<Views, 'countPinned'>;
  /** Rows have gone or come back: lists are to be read again. */
  readonly changed: () => void;
  readonly log: (line: string) => void;
};

/**
 * What a person clears away. Captures are marked, which takes them out of every list at once; for ten minutes they can
 * be taken back, then they are deleted little by little. A process that ends on the way leaves marks or rows, never
 * half of either.
 */
export class Clears {
  readonly #ports: ClearPorts;
  readonly #rests: Rests;
  /** One after another: what is being marked cannot be taken back meanwhile. */
  #busy: Promise<unknown> = Promise.resolve();
  #closed = false;
  #cancelLook = (): void => {};

  constructor(ports: ClearPorts) {
    this.#ports = ports;
    this.#rests = new Rests(ports);
  }

  /** Clears all captures of a run, or of one route, that have come by now. Pinned ones stay. */
  clear(runId: RunId, routeId: RouteId | null): Promise<Cleared> {
    const { store, views, system } = this.#ports;
    const upTo = store.newestCapture();
    return this.#inTurn(async () => {
      const wallAt = system.wallMs();
      const clearId = store.transact(() => store.beginClear(runId, wallAt));
      let cleared = 0;
      for (let after: number | null = 0; after !== null && !this.#closed; ) {
        const from: number = after;
        const marked: ReturnType<KeptStore['clearSome']> = store.transact(() =>
          store.clearSome(clearId, { runId, routeId, upTo }, from, MARKED),
        );
        cleared += marked.cleared;
        after = marked.next;
        if (after !== null) await this.#rests.rest(MARK_REST_MS);
      }
      return this.#done(clearId, cleared, await views.countPinned(runId, routeId), wallAt);
    });
  }

  /**
   * Clears these captures of a run. `clearId` adds them to what was cleared before, so that all of it is taken back
   * together. @throws Refusal `conflict` once that is being deleted
   */
  clearThese(runId: RunId, ids: readonly CaptureId[], clearId: number | null): Promise<Cleared> {
    const { store, system } = this.#ports;
    return this.#inTurn(async () => {
      const record = clearId === null ? null : this.#open(clearId);
      const wallAt = record?.wallAt ?? system.wallMs();
      const id = record?.id ?? store.transact(() => store.beginClear(runId, wallAt));
      const cleared = store.transact(() => store.clearThese(id, runId, ids));
      return this.#done(id, cleared, ids.length - cleared, wallAt);
    });
  }

  /** Takes back what was cleared, or what was cleared last. @throws Refusal `conflict` when it is too late */
  undo(runId: RunId, clearId: number | null): Promise<{ readonly restored: number }> {
    const { store } = this.#ports;
    return this.#inTurn(async () => {
      const { id } = clearId === null ? this.#last(runId) : this.#open(clearId);
      let restored = 0;
      for (let done = false; !done && !this.#closed; ) {
        const some: ReturnType<KeptStore['restoreSome']> = store.transact(() => store.restoreSome(id, MARKED));
        restored += some.restored;
        done = some.done;
        if (!done) await this.#rests.rest(MARK_REST_MS);
      }
      this.#ports.changed();
      return { restored };
    });
  }

  /** Deletes what can no longer be taken back, and looks again when more of it is due. */
  look(): void {
    this.#cancelLook();
    if (!this.#closed) void this.#inTurn(() => this.#delete()).catch((error: unknown) => this.#tell(error));
  }

  close(): void {
    this.#closed = true;
    this.#rests.close();
    this.#cancelLook();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#busy.then(work);
    this.#busy = turn.catch(() => {});
    return turn;
  }

  #done(clearId: number, cleared: number, pinned: number, wallAt: number): Cleared {
    this.#ports.changed();
    this.#lookAgain();
    return { clearId, cleared, pinned, undoUntilMs: wallAt + UNDO_MS };
  }

  #open(clearId: number): ClearRecord {
    const record = this.#ports.store.clears().find(({ id }) => id === clearId);
    return record === undefined || record.begun ? tooLate() : record;
  }

  #last(runId: RunId): ClearRecord {
    const record = this.#ports.store.clears().find((candidate) => candidate.runId === runId && candidate.captures > 0);
    return record === undefined || record.begun ? tooLate() : record;
  }

  async #delete(): Promise<void> {
    const { store, system } = this.#ports;
    const by = system.wallMs() - UNDO_MS;
    let deleted = 0;
    for (let after: number | null = 0; after !== null && !this.#closed; ) {
      const from: number = after;
      const bite: ReturnType<KeptStore['deleteCleared']> = store.transact(() => store.deleteCleared(by, from, DELETED));
      deleted += bite.deleted;
      after = bite.next;
      if (after !== null) await this.#rests.rest();
    }
    if (deleted > 0) this.#ports.log(`Deleted ${deleted} cleared captures.`);
    this.#lookAgain();
  }

  /** When the next of what was cleared is due. */
  #lookAgain(): void {
    const { store, system } = this.#ports;
    const oldest = store.clears().at(-1);
    this.#lookIn(oldest === undefined ? LOOK_EVERY_MS : Math.max(0, oldest.wallAt + UNDO_MS - system.wallMs()));
  }

  #lookIn(ms: number): void {
    this.#cancelLook();
    if (!this.#closed) this.#cancelLook = this.#ports.system.ring(Math.min(ms, LOOK_EVERY_MS), () => this.look());
  }

  /** A full disk or a closed store; the next look tries again. */
  #tell(error: unknown): void {
    if (this.#closed) return;
    this.#ports.log(`Cleared captures could not be deleted: ${String(error)}`);
    this.#lookIn(LOOK_EVERY_MS);
  }
}

const LOOK_EVERY_MS = 3_600_000;

/** @throws Refusal always */
function tooLate(): never {
  throw new Refusal({
    code: 'conflict',
    message: `Nothing can be brought back any more: what was cleared is deleted after ${sayDuration(UNDO_MS)}.`,
  });
}

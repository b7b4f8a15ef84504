import type { LatestAnswer, ReceiverReport } from '../../shared/contract/views';
import type { CaptureId, RouteId, RunId } from '../../shared/model/ids';
import type { AnswerTimings, Capture, Route } from '../../shared/model/receiver';
import type { RouteCheck } from '../../shared/model/route-check';
import type { SecureTls } from '../../shared/model/route-tls';

/** Captures that were cleared together, `captures` of them; `begun` once they are being deleted. `wallAt` is wall epoch ms. */
export type ClearRecord = {
  readonly id: number;
  readonly runId: RunId;
  readonly wallAt: number;
  readonly captures: number;
  readonly begun: boolean;
};

/**
 * What a person keeps, and what a person clears away. What is cleared is marked and stands nowhere any more; it can
 * be taken back until it is deleted. Writes inside of `transact` only, each of them small.
 */
export interface KeptStore {
  /** Pins rows, or lifts their pins: clearing and retention leave a pinned one. Returns how many it changed. */
  pin(kind: 'deliveries' | 'captures', ids: readonly string[], pinned: boolean): number;
  /** The highest `seq` of a capture, or 0: one that comes later is behind it. */
  newestCapture(): number;
  /** Begins to clear; what is marked under the answer is taken back together. */
  beginClear(runId: RunId, wallMs: number): number;
  /** Marks captures of a run, or of one route, up to a `seq`, so many behind `after`. `next` null: that was all. */
  clearSome(
    clearId: number,
    what: { readonly runId: RunId; readonly routeId: RouteId | null; readonly upTo: number },
    after: number,
    limit: number,
  ): { readonly cleared: number; readonly next: number | null };
  /** Marks these captures of a run, but for those that are pinned. Returns how many. */
  clearThese(clearId: number, runId: RunId, ids: readonly CaptureId[]): number;
  /** What was cleared and is not wholly deleted, the newest first. */
  clears(): readonly ClearRecord[];
  /** Takes so many back. */
  restoreSome(clearId: number, limit: number): { readonly restored: number; readonly done: boolean };
  /**
   * Deletes what was cleared by a wall instant, looking at so many behind `after`. What a script goes on from stays
   * marked. `next` null: that was all.
   */
  deleteCleared(
    clearedByWallMs: number,
    after: number,
    limit: number,
  ): { readonly deleted: number; readonly next: number | null };
}

export type RouteCheckRecord = { readonly check: RouteCheck; readonly secret: string | null };

/** What the receiver needs of the store. */
export interface CaptureStore {
  transact<T>(work: () => T): T;
  routes(runId: RunId): readonly Route[];
  /**
   * What the newest capture of a route's epoch says about the script's position: of all its captures, or of those
   * with one delivery key (null: those without a key). Null when there is none. Sees what the open transaction wrote.
   * By index: the number of captures does not matter.
   */
  lastAnswer(
    routeId: RouteId,
    epoch: number,
    among: 'all' | { readonly deliveryKey: string | null },
  ): LatestAnswer | null;
  /** How many captures of a route's epoch have a delivery key. Sees what the open transaction wrote. By index. */
  attemptsOf(routeId: RouteId, epoch: number, deliveryKey: string): number;
  /**
   * The how-many-eth delivery key of the route's epoch this one is (null: those without a key are one), from 1, by the
   * order of their first captures. A key that did not come yet is the next one, and its capture must follow.
   */
  walkerOf(routeId: RouteId, epoch: number, deliveryKey: string | null): number;
  /** How often a key was captured in the run. */
  seen(runId: RunId, deliveryKey: string): number;
  /** `epoch` is the route's, or null for a capture that no script answered: `lastAnswer` passes over it. */
  insertCapture(capture: Capture, epoch: number | null): void;
  /** Of captures that were inserted before; of one that is gone meanwhile nothing is kept. */
  saveAnswers(answers: readonly { readonly id: CaptureId; readonly answer: AnswerTimings }[]): void;
}

/** The built-in endpoint: a server whose routes answer as their scripts say. */
export interface Receiver {
  /**
   * Listens, or moves to another port: the old one is given up once the new one is held.
   * @throws Refusal `port-in-use` (the message names the port, its holder and the next free port), `unavailable`
   */
  listen(wanted: { readonly host: string; readonly port: number }): Promise<ReceiverReport>;
  /**
   * The same over https, with one kind of certificate, on a port of its own. Returns the port.
   * @throws Refusal as `listen`, and what keeps the authority's files from being read or written
   */
  listenSecurely(tls: SecureTls, wanted: { readonly host: string; readonly port: number }): Promise<number>;
  /** Closing one that is not open is fine. */
  closeSecure(tls: SecureTls): Promise<void>;
  report(): ReceiverReport;
  /**
   * The next virtual instant at which time alone changes what a route answers, or null. Scripts that each delivery
   * id walks by itself have no such instant in common and do not count.
   */
  nextEdge(): number | null;
  /** Stores and answers what has arrived, then closes every connection. Bounded in time; closing twice is fine. */
  close(): Promise<void>;
}

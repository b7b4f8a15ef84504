import type { CaptureStore } from '../../src/main/engine/receiver-ports';
import type { LatestAnswer } from '../../src/shared/contract/views';
import { type CaptureId, makeId, type RouteId, type RunId } from '../../src/shared/model/ids';
import { Refusal } from '../../src/shared/model/problem';
import type { AnswerTimings, Capture, Route } from '../../src/shared/model/receiver';
import type { RouteTls } from '../../src/shared/model/route-tls';
import type { BreakPlace, Script, ScriptStep } from '../../src/shared/model/script';

type Row = { readonly capture: Capture; readonly epoch: number | null };

/** A CaptureStore in memory that rolls back like the real one, and can be told that the disk is full. */
export class MemoryCaptures implements CaptureStore {
  routeList: Route[] = [];
  committed: readonly Row[] = [];
  commits = 0;
  diskFull = false;
  #open: Row[] | null = null;

  transact<T>(work: () => T): T {
    this.#open = [...this.committed];
    try {
      const value = work();
      if (this.diskFull) throw new Refusal({ code: 'disk-full', message: 'The disk is full.' });
      this.committed = this.#open;
      this.commits++;
      return value;
    } finally {
      this.#open = null;
    }
  }

  routes(_runId: RunId): readonly Route[] {
    return this.routeList;
  }

  lastAnswer(
    routeId: RouteId,
    epoch: number,
    among: 'all' | { readonly deliveryKey: string | null },
  ): LatestAnswer | null {
    const row = (this.#open ?? this.committed).findLast(
      (candidate) =>
        candidate.capture.routeId === routeId &&
        candidate.epoch === epoch &&
        (among === 'all' || candidate.capture.deliveryKey === among.deliveryKey),
    );
    return row?.capture.verdict.kind === 'step' ? { ...row.capture.verdict, at: row.capture.at } : null;
  }

  attemptsOf(routeId: RouteId, epoch: number, deliveryKey: string): number {
    return (this.#open ?? this.committed).filter(
      (row) => row.capture.routeId === routeId && row.epoch === epoch && row.capture.deliveryKey === deliveryKey,
    ).length;
  }

  walkerOf(routeId: RouteId, epoch: number, deliveryKey: string | null): number {
    const own = (this.#open ?? this.committed).filter((row) => row.capture.routeId === routeId && row.epoch === epoch);
    const keys = [...new Set([...own.map(({ capture }) => capture.deliveryKey), deliveryKey])];
    return keys.indexOf(deliveryKey) + 1;
  }

  seen(_runId: RunId, deliveryKey: string): number {
    return (this.#open ?? this.committed).filter(({ capture }) => capture.deliveryKey === deliveryKey).length;
  }

  insertCapture(capture: Capture, epoch: number | null): void {
    if (this.#open === null) throw new Error('a write outside of a transaction');
    this.#open.push({ capture, epoch });
  }

  saveAnswers(answers: readonly { readonly id: CaptureId; readonly answer: AnswerTimings }[]): void {
    if (this.#open === null) throw new Error('a write outside of a transaction');
    for (const { id, answer } of answers) {
      this.#open = this.#open.map((row) =>
        row.capture.id === id ? { ...row, capture: { ...row.capture, answer } } : row,
      );
    }
  }

  captures(): readonly Capture[] {
    return this.committed.map(({ capture }) => capture);
  }

  /** The only capture there is. */
  only(): Capture {
    const [first, ...more] = this.captures();
    if (first === undefined || more.length > 0)
      throw new Error(`expected one capture, there are ${this.committed.length}`);
    return first;
  }

  addRoute(path: string, steps: readonly ScriptStep[], scope: Script['scope'] = 'all', tls: RouteTls = 'off'): Route {
    const number = this.routeList.length + 1;
    const route: Route = {
      id: makeId('route', number, new Uint8Array(10)),
      path,
      tls,
      script: { scope, steps },
      forward: null,
      epoch: 1,
      epochAt: EPOCH_AT,
      createdAt: EPOCH_AT,
    };
    this.routeList.push(route);
    return route;
  }
}

/** The virtual instant at which every route's epoch begins: 2026-01-01T00:00:00Z. */
export const EPOCH_AT = 1_767_225_600_000;

const span = { times: null, forMs: null };

export const reply = (status: number, more: Partial<Extract<ScriptStep, { kind: 'reply' }>> = {}): ScriptStep => ({
  kind: 'reply',
  reply: status,
  headers: [],
  body: '',
  delayMs: 0,
  ...span,
  ...more,
});
export const hang = (more: Partial<Extract<ScriptStep, { kind: 'hang' }>> = {}): ScriptStep => ({
  kind: 'hang',
  ...span,
  ...more,
});
export const reset = (when: BreakPlace, more: Partial<Extract<ScriptStep, { kind: 'reset' }>> = {}): ScriptStep => ({
  kind: 'reset',
  when,
  reply: 200,
  delayMs: 0,
  ...span,
  ...more,
});

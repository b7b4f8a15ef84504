import type { DeliveryRow, RouteView } from '../contract/views';
import type { Endpoint } from '../model/endpoint';
import type { Event } from '../model/event';
import type { Pace } from '../model/pace';
import type { Run } from '../model/run';
import type { StepRecord } from '../model/step';
import type { Policy } from '../policies/policy';

/** What a run left behind, as far as a scenario can say it. */
export type RecordedRun = {
  readonly run: Run;
  /** Virtual epoch ms up to which it is said. */
  readonly now: number;
  /** Nothing is left to happen: a scenario of it needs no end of its own. */
  readonly isOver: boolean;
  readonly pace: Pace;
  /** With those that were deleted, in the order of their creation. */
  readonly endpoints: readonly Endpoint[];
  readonly routes: readonly Pick<RouteView, 'id' | 'path' | 'tls' | 'script' | 'forward' | 'epoch' | 'epochAt'>[];
  /** In the order of their creation. */
  readonly events: readonly Event[];
  /** How many captured requests were sent on beside them. */
  readonly sentOn: number;
  readonly deliveries: readonly DeliveryRow[];
  readonly steps: readonly StepRecord[];
  /** Events that are planned and not sent yet. */
  readonly plannedEvents: number;
  /** Whether the run has more than what is listed here. */
  readonly isCut: boolean;
};

/** What is known of a run's world. */
export type FromRunPorts = {
  /** A policy as a scenario names it: its id, or the policy itself. */
  readonly policyGiven: (policy: Policy) => unknown;
  /** The text of bytes that are UTF-8, or null. */
  readonly textOf: (bytes: Uint8Array) => string | null;
};

/** A scenario as plain values, and in sentences what of the run it cannot say. */
export type SavedScenario = { readonly file: Readonly<Record<string, unknown>>; readonly remarks: readonly string[] };

/** Collects remarks, each sentence once. */
export class Remarks {
  readonly #said = new Set<string>();

  say(sentence: string): void {
    this.#said.add(sentence);
  }

  get all(): readonly string[] {
    return [...this.#said];
  }
}

/** `at 2h 5m`, for remarks. Whole ms since the start. */
export const since = (run: Run, at: number): number => Math.max(0, Math.round(at - run.startedAt));

import type { Wait } from './attempt';
import type { FailReason } from './delivery';
import type { DeliveryId, EndpointId } from './ids';
import type { Fault, Interruption } from './outcome';
import type { Pace } from './pace';

/**
 * What a decision decided about one delivery, with its reason. `rules` names the provider's rules that were at work
 * (`F6`, `F7`), so that every verdict can explain itself.
 */
export type DeliveryStep =
  | { readonly kind: 'accept'; readonly rules: readonly string[] }
  | { readonly kind: 'claim'; readonly n: number; readonly lateMs: number; readonly rules: readonly string[] }
  | { readonly kind: 'deliver'; readonly n: number; readonly status: number; readonly rules: readonly string[] }
  | {
      readonly kind: 'retry';
      readonly n: number;
      readonly because: Cause;
      readonly dueAt: number;
      readonly wait: Wait;
      readonly budgetLeft: number;
      /** A Retry-After that came with the response and was not obeyed (R1). */
      readonly retryAfterIgnored: string | null;
      readonly rules: readonly string[];
    }
  | {
      readonly kind: 'requeue';
      readonly n: number;
      readonly by: Interruption;
      readonly dueAt: number;
      readonly charged: boolean;
      readonly rules: readonly string[];
    }
  | {
      readonly kind: 'fail';
      readonly n: number;
      readonly reason: FailReason;
      readonly because: Cause;
      readonly rules: readonly string[];
    }
  | {
      readonly kind: 'close';
      readonly to: 'failed' | 'cancelled' | 'held';
      readonly because: 'endpoint-deleted';
      readonly rules: readonly string[];
    };

/** Why an attempt was not a success. */
export type Cause =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly detail: string }
  | { readonly kind: 'interrupted'; readonly by: Interruption };

/** What happened to the run itself. */
export type RunStep =
  | { readonly kind: 'clock'; readonly paused: boolean; readonly pace: Pace }
  | { readonly kind: 'stop'; readonly aborted: number }
  | { readonly kind: 'recover'; readonly interrupted: number };

export type Step = DeliveryStep | RunStep;

/** A row of the append-only log. */
export type StepRecord = {
  readonly seq: number;
  /** The revision of the commit that wrote it. */
  readonly revision: number;
  /** Virtual epoch ms. */
  readonly at: number;
  readonly wallAt: number;
  readonly deliveryId: DeliveryId | null;
  readonly endpointId: EndpointId | null;
  readonly step: Step;
};

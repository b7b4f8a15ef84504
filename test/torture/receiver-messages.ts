import type { SeenRequest } from '../support/laws/evidence';

/** Kills a process at the so many-th request from now. */
export type Killing = {
  readonly pid: number;
  readonly at: number;
  readonly when: 'before-answer' | 'after-answer';
};

export type ToReceiver = { readonly seq: number } & (
  | { readonly kind: 'kill'; readonly killing: Killing }
  /** Answered when so many requests were seen in all. */
  | { readonly kind: 'until'; readonly total: number }
  | { readonly kind: 'stop-hanging' }
  /** Answered when the answer of every request that hung was handed to the system. */
  | { readonly kind: 'answer-hanging' }
  | { readonly kind: 'report' }
);

export type FromReceiver =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'done'; readonly seq: number }
  | {
      readonly kind: 'report';
      readonly seq: number;
      readonly seen: readonly SeenRequest[];
      /** The most requests that were open at one time, by path, and in `all`. */
      readonly mostOpen: Readonly<Record<string, number>>;
    };

/**
 * Why virtual time moved on at once: waits were skipped, on the way of a jump to a chosen time, by a step, while the
 * machine slept or the process stood still, while the app was closed.
 */
export const LEAP_CAUSES = ['skip', 'jump', 'step', 'away', 'closed'] as const;
export type LeapCause = (typeof LEAP_CAUSES)[number];

/** A stretch of virtual time that passed at once, epoch ms. */
export type Leap = { readonly fromMs: number; readonly toMs: number; readonly cause: LeapCause };

/** A shorter one is not kept. */
export const LEAST_LEAP_MS = 1_000;

/** Some leaps of a run that follow each other, as one: many may lie in a pixel. */
export type LeapGroup = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Null where they differ. */
  readonly cause: LeapCause | null;
  readonly count: number;
  /** What passed at once in all of them, virtual ms. */
  readonly leaptMs: number;
};

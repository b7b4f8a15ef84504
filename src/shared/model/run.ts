import type { RunId } from './ids';

/** One stretch of observation with its own clock, seed and history. */
export type Run = {
  readonly id: RunId;
  readonly name: string;
  readonly seed: number;
  /**
   * How long a request counts in virtual time: as it was measured, or, to the built-in receiver, as its script says,
   * so that the same seed gives the same instants.
   */
  readonly durations: 'measured' | 'scripted';
  /** Virtual epoch ms at which it began. */
  readonly startedAt: number;
};

import type { RunId } from './ids';

/** One stretch of observation with its own clock, seed and history. */
export type Run = {
  readonly id: RunId;
  readonly name: string;
  readonly seed: number;
  /** Virtual epoch ms at which it began. */
  readonly startedAt: number;
};

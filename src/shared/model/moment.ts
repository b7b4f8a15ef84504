import type { DrawSource } from './attempt';

/**
 * One instant and one chance, read once per decision, so that no decision sees two clocks.
 * `now` is virtual time in epoch ms; `roll` lies in [0, 1); `draw` is what it was drawn from, where
 * somebody may want to draw it again.
 */
export type Moment = {
  readonly now: number;
  readonly roll: number;
  readonly draw?: DrawSource;
  /** The same instant in wall time, epoch ms: what an answer's own dates are read against. Left out: as `now`. */
  readonly wallAt?: number;
};

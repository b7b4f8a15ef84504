import type { Problem } from '../../shared/model/problem';
import type { AgendaHost } from './agenda';

/** What the line tells whoever runs it, and asks of them. */
export type DispatcherHooks = {
  /** Told when commits begin to fail, and null when they work again. */
  readonly onTrouble: (problem: Problem | null) => void;
  /** Nothing is in flight, and nothing is left that could happen. */
  readonly onIdle: () => void;
  /** Nothing ran for so long; so many deliveries came due meanwhile and go now, within the limits. */
  readonly onWoke: (awayMs: number, overdue: number) => void;
  /** Someone set the machine's clock by so many ms, back when negative. Virtual time does not follow. */
  readonly onWallSet: (jumpMs: number) => void;
  /** Virtual instant at which time alone changes what a receiver answers, or null. */
  readonly nextEdge: () => number | null;
  /** The clock has come to where a jump was to end: it goes on as was chosen. */
  readonly onArrived: () => void;
  readonly agenda: Omit<AgendaHost, 'during'>;
};

import type { AnswerTimings, CaptureTimings } from '../../shared/model/receiver';
import type { PhaseBar, UnfinishedPhase } from './waterfall';

export type CapturePhases = {
  readonly bars: readonly PhaseBar[];
  /** What the answer had come to when it broke off; null when it was whole, and while that is not known. */
  readonly broken: UnfinishedPhase | null;
};

/**
 * How a request came in and was answered, one phase after the other, in ms from the opening of its connection, or from
 * the end of its headers on one that was open before. The wait is the receiver's: it keeps the request, then waits as
 * long as the script says (`delayMs`).
 */
export function capturePhases(
  { headersMs, bodyMs }: CaptureTimings,
  answer: AnswerTimings | null,
  delayMs: number,
): CapturePhases {
  const readAt = headersMs ?? 0;
  const inAt = readAt + bodyMs;
  const came: readonly PhaseBar[] = [
    ...(headersMs === null ? [] : [{ name: 'Headers', startMs: 0, lengthMs: headersMs, theirs: false }]),
    { name: 'Body', startMs: readAt, lengthMs: bodyMs, theirs: false },
  ];
  if (answer === null) return { bars: came, broken: null };
  const { beganMs, endedMs } = answer;
  if (beganMs === null) return { bars: came, broken: { name: 'Wait', startMs: inAt, lengthMs: delayMs } };
  const beganAt = readAt + beganMs;
  const waited: PhaseBar = { name: 'Wait', startMs: inAt, lengthMs: Math.max(0, beganAt - inAt), theirs: true };
  if (endedMs === null) return { bars: [...came, waited], broken: { name: 'Answer', startMs: beganAt, lengthMs: 0 } };
  return {
    bars: [...came, waited, { name: 'Answer', startMs: beganAt, lengthMs: endedMs - beganMs, theirs: true }],
    broken: null,
  };
}

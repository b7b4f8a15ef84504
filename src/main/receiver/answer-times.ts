import type { ServerResponse } from 'node:http';
import type { CaptureId } from '../../shared/model/ids';
import type { AnswerTimings } from '../../shared/model/receiver';
import type { SystemClock } from '../engine/ports';

/** When the answer of one capture began and was over. */
export type TimedAnswer = { readonly id: CaptureId; readonly answer: AnswerTimings };

/** Told by whoever performs an answer: `began` with its first byte, `ended` with the last of a begun one; each counts once. */
export type AnswerClock = { began(): void; ended(): void };

/**
 * Times an answer from the end of the request's headers (`headersAt`, monotonic ms), and hands the times over once the
 * exchange is over, whichever way.
 */
export function timeAnswer(
  response: ServerResponse,
  clock: SystemClock,
  headersAt: number,
  over: (answer: AnswerTimings) => void,
): AnswerClock {
  let beganMs: number | null = null;
  let endedMs: number | null = null;
  const sinceHeaders = (): number => hundredths(clock.elapsedMs() - headersAt);
  const tell = (): void => over({ beganMs, endedMs });
  if (response.destroyed || response.closed) setImmediate(tell);
  else response.on('close', tell);
  return {
    began: () => {
      beganMs ??= sinceHeaders();
    },
    ended: () => {
      if (beganMs !== null) endedMs ??= sinceHeaders();
    },
  };
}

/** A finer time than that says nothing about a network. */
export const hundredths = (ms: number): number => Math.round(ms * 100) / 100;

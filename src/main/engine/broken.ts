import { NO_TIMINGS } from '../../shared/model/outcome';
import { type Problem, Refusal } from '../../shared/model/problem';
import type { SendResult } from './ports';

/** Why a commit could not be made. */
export const problemOf = (error: unknown): Problem =>
  error instanceof Refusal
    ? error.problem
    : { code: 'internal', message: `The store refused a commit: ${String(error)}` };

/** A sender never rejects; if one does, the delivery must still end its attempt, with the reason. */
export const brokenSender = (error: unknown): SendResult => ({
  outcome: {
    kind: 'no-response',
    fault: 'invalid-http',
    detail: `the request could not be made: ${String(error)}`,
    tookMs: 0,
  },
  response: null,
  timings: NO_TIMINGS,
  interim: null,
  remote: null,
});

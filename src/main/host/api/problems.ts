import { STATUS_CODES } from 'node:http';
import { type Problem, type ProblemCode, Refusal } from '../../../shared/model/problem';

const STATUS: Readonly<Record<ProblemCode, number>> = {
  invalid: 400,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'port-in-use': 409,
  locked: 503,
  'newer-file': 503,
  'disk-full': 503,
  unavailable: 503,
  internal: 500,
};

/** A refusal of HTTP's own kind, beside those of the commands. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.headers = headers;
  }
}

/** RFC 9457. `code` is the app's own name of what is wrong, `field` the field of the input that is. */
export type ProblemAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly type: string;
    readonly title: string;
    readonly status: number;
    readonly detail: string;
    readonly code: string;
    readonly field?: string;
  };
};

export function problemOf(error: unknown): ProblemAnswer {
  if (error instanceof HttpRefusal) return written(error.status, error.message, 'http', undefined, error.headers);
  if (!(error instanceof Refusal))
    return written(500, 'This failed inside Retryscope. Its log file says more.', 'internal', undefined, {});
  const { code, message, field } = error.problem;
  return written(statusOf(error.problem), message, code, field === 'once' ? 'Idempotency-Key' : field, {});
}

/** The key was used for something else: the request is understood, but cannot be done (422). */
const statusOf = ({ code, field }: Problem): number => (code === 'conflict' && field === 'once' ? 422 : STATUS[code]);

function written(
  status: number,
  detail: string,
  code: string,
  field: string | undefined,
  headers: ProblemAnswer['headers'],
): ProblemAnswer {
  const title = STATUS_CODES[status] ?? 'Refused';
  const body = { type: 'about:blank', title, status, detail, code };
  return { status, headers, body: field === undefined ? body : { ...body, field } };
}

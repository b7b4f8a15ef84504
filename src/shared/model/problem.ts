/** A bad input or a refused command, said once: what is wrong and what to do. Never a stack trace. */
export type Problem = {
  readonly code: ProblemCode;
  /** The field of the input that is wrong, when it is one. */
  readonly field?: string;
  /** One sentence for the person: cause, place, remedy. */
  readonly message: string;
};

export type ProblemCode =
  | 'invalid'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'port-in-use'
  | 'locked'
  | 'newer-file'
  | 'disk-full'
  | 'unavailable'
  | 'internal';

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (
  code: ProblemCode,
  message: string,
  field?: string,
): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: field === undefined ? { code, message } : { code, message, field },
});

/** The one exception for expected refusals inside the engine; the edge turns it into its `Problem`. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'Refusal';
    this.problem = problem;
  }
}

import { script as scriptSchema } from '../../shared/contract/script';
import { sayProblem } from '../../shared/model/file-fields';
import type { Script } from '../../shared/model/script';

/** What is wrong with a script that is being edited. `step` is null for what is about all of it. */
export type StepProblem = {
  readonly step: number | null;
  /** The field of the step, such as `body`; null for the step as a whole. */
  readonly field: string | null;
  readonly message: string;
};

/** Every problem that the engine would refuse the script for, in the order of the steps. */
export function scriptProblems(script: Script): readonly StepProblem[] {
  const result = scriptSchema.safeParse(script, { error: sayProblem });
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => {
    const [, step, field] = path;
    return {
      step: typeof step === 'number' ? step : null,
      field: typeof field === 'string' ? field : null,
      message,
    };
  });
}

/** The first thing that is wrong, with its place: `Step 2: …`. Null when nothing is. */
export function sayFirst(problems: readonly StepProblem[]): string | null {
  const [first] = problems;
  if (first === undefined) return null;
  return first.step === null ? first.message : `Step ${first.step + 1}: ${first.message}`;
}

/** What is wrong with a field of a step, or null. */
export const wrongWith = (problems: readonly StepProblem[], field: string | null): string | null =>
  problems.find((problem) => problem.field === field)?.message ?? null;

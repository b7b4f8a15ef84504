import type { Script, ScriptStep } from '../../shared/model/script';

type Steps = readonly ScriptStep[];

export const replaced = (steps: Steps, index: number, step: ScriptStep): Steps => steps.with(index, step);

export const removed = (steps: Steps, index: number): Steps => steps.toSpliced(index, 1);

/** Moves a step by one place or more; at an end it stays. */
export function moved(steps: Steps, index: number, by: number): Steps {
  const step = steps[index];
  const to = index + by;
  if (step === undefined || to < 0 || to >= steps.length) return steps;
  return steps.toSpliced(index, 1).toSpliced(to, 0, step);
}

/** A copy of the step stands after it. */
export const duplicated = (steps: Steps, index: number): Steps => {
  const step = steps[index];
  return step === undefined ? steps : steps.toSpliced(index, 0, step);
};

/** Whether two scripts say the same: one that came anew from the engine is not an edited one. */
export const sameScript = (a: Script, b: Script): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

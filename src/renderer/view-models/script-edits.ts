import type { CommandArgs } from '../../shared/contract/commands';
import type { Script, ScriptStep } from '../../shared/model/receiver';

type Steps = readonly ScriptStep[];
type ScriptArgs = NonNullable<CommandArgs<'route.update'>['script']>;

export const replaced = (steps: Steps, index: number, step: ScriptStep): Steps => steps.with(index, step);

export const removed = (steps: Steps, index: number): Steps => steps.toSpliced(index, 1);

/** Moves a step by one place or more; at an end it stays. */
export function moved(steps: Steps, index: number, by: number): Steps {
  const step = steps[index];
  const to = index + by;
  if (step === undefined || to < 0 || to >= steps.length) return steps;
  return steps.toSpliced(index, 1).toSpliced(to, 0, step);
}

/** A script as the command takes it. */
export const scriptArgs = (script: Script): ScriptArgs => ({
  scope: script.scope,
  steps: script.steps.map((step) =>
    step.kind === 'reply'
      ? { ...step, headers: step.headers.map(([name, value]): [string, string] => [name, value]) }
      : step,
  ),
});

import type { Script, ScriptStep } from '../model/receiver';

/** Which step answers, and the how-many-eth answer of that step it is (1, 2, 3 …). */
export type ScriptAnswer = { readonly index: number; readonly nth: number; readonly step: ScriptStep };

/**
 * The step that answers the request after `seen` earlier ones in its scope. The last step repeats, whatever its
 * `times`; a step with `times` 0 is passed over.
 * @throws RangeError when the script has no steps: the edge refuses those
 */
export function answerFor(script: Script, seen: number): ScriptAnswer {
  let rest = seen;
  for (const [index, step] of script.steps.entries()) {
    const last = index === script.steps.length - 1;
    if (last || step.times === null || rest < step.times) return { index, nth: rest + 1, step };
    rest -= step.times;
  }
  throw new RangeError('a script needs at least one step');
}

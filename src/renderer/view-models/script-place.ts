import type { RouteView } from '../../shared/contract/views';
import type { ScriptStep } from '../../shared/model/script';
import { nextEdge, positionAfter, positionAt, startOfScript } from '../../shared/rules/receiver-script';
import { sayDuration } from '../../shared/words/duration';
import { sayCount } from './numbers';
import type { StepLook } from './script-words';

/** Which step of a route is in force, and how far it is. */
export type ScriptPlace = {
  readonly index: number;
  /** `2 of 5 answered`, `7 answered`. */
  readonly says: string;
  /** Virtual ms until time alone changes what answers, or null. */
  readonly leftMs: number | null;
  /** The round of a script that repeats, from 1; null for others. */
  readonly round: number | null;
};

/** The place at virtual `now`; null when each delivery id has its own. */
export function placeOf({ script, latest, epochAt }: RouteView, now: number): ScriptPlace | null {
  if (script.scope === 'per-id') return null;
  const stored = latest === null ? startOfScript(epochAt) : positionAfter(script, latest);
  const { index, answered, memory } = positionAt(script, stored, now);
  const step = script.steps[index];
  if (step === undefined) return null;
  const last = index === script.steps.length - 1 && script.repeat === undefined;
  const edge = nextEdge(script, stored, now, epochAt);
  return {
    index,
    says:
      step.times === null || last
        ? `${sayCount(answered)} answered`
        : `${sayCount(answered)} of ${sayCount(step.times)} answered`,
    leftMs: edge === null ? null : edge - now,
    round: script.repeat === undefined ? null : (memory?.round ?? 0) + 1,
  };
}

export const sayLeft = ({ leftMs }: ScriptPlace): string =>
  leftMs === null ? '' : `changes in ${sayDuration(leftMs)}`;

const MOST_PX = 300;
const LEAST_PX = 158;

/** Px of padding, mark and gaps, and of a letter of the title and of the span beside it. */
const TITLE_PX = { around: 53, letter: 8.5, small: 6.7 } as const;

/** How wide a step is drawn: each doubling of its times, or of its minutes, is as wide; never less than its title. */
export function blockWidth(
  { times, forMs }: Pick<ScriptStep, 'times' | 'forMs'>,
  { title, span }: Pick<StepLook, 'title' | 'span'>,
): number {
  const written = TITLE_PX.around + title.length * TITLE_PX.letter + span.length * TITLE_PX.small;
  const doublings = times !== null ? Math.log2(times) : forMs === null ? 0 : Math.log2(1 + forMs / 60_000);
  return Math.round(Math.max(written, Math.min(MOST_PX, LEAST_PX + 12 * doublings)));
}

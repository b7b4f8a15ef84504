import type { LimitMemory, ScriptStep } from '../model/script';

type LimitStep = Pick<Extract<ScriptStep, { kind: 'limit' }>, 'limit' | 'perMs' | 'window'>;

/** Whether a request is within the limit, what is remembered then, and otherwise the instant at which a place is free. */
export type LimitVerdict =
  | { readonly within: true; readonly memory: LimitMemory }
  | { readonly within: false; readonly memory: LimitMemory; readonly freeAt: number };

/**
 * Fixed windows follow each other from the script's begin; a sliding one looks back from each request. A place is free
 * again at the very instant at which its span is over.
 */
export function limitFor(step: LimitStep, memory: LimitMemory | undefined, now: number, beganAt: number): LimitVerdict {
  if (step.window === 'fixed') {
    const from = windowStart(step, now, beganAt);
    const count = memory !== undefined && 'count' in memory && memory.from === from ? memory.count : 0;
    return count < step.limit
      ? { within: true, memory: { from, count: count + 1 } }
      : { within: false, memory: { from, count }, freeAt: from + step.perMs };
  }
  const at = memory !== undefined && 'at' in memory ? memory.at.filter((taken) => taken + step.perMs > now) : [];
  const oldest = at[at.length - step.limit];
  return oldest === undefined
    ? { within: true, memory: { at: [...at, now] } }
    : { within: false, memory: { at }, freeAt: oldest + step.perMs };
}

/** The instant after `now` at which a place of a full window becomes free, or null while there is one. */
export function limitEdge(
  step: LimitStep,
  memory: LimitMemory | undefined,
  now: number,
  beganAt: number,
): number | null {
  const verdict = limitFor(step, memory, now, beganAt);
  return verdict.within ? null : verdict.freeAt;
}

const windowStart = ({ perMs }: LimitStep, now: number, beganAt: number): number =>
  beganAt + Math.floor((now - beganAt) / perMs) * perMs;

import type { Moment } from '../model/moment';
import type { AnswerDelay, Route, Script, ScriptStep, Verdict } from '../model/receiver';
import { DRAW, draw } from './draw';

/** A hang ends after so many real ms, or when the sender leaves. */
export const HANG_LIMIT_MS = 600_000;

/** Where a script stands: the current step, how many requests it has answered, and since when it is current. */
export type ScriptPosition = {
  readonly index: number;
  readonly answered: number;
  /** How many requests its chance has let through. */
  readonly fallen: number;
  /** Virtual epoch ms. */
  readonly sinceAt: number;
};

/** What answers a request, and where the script stands afterwards. */
export type ScriptAnswer = {
  readonly step: ScriptStep;
  readonly verdict: Extract<Verdict, { kind: 'step' }>;
  readonly next: ScriptPosition;
  /** Virtual epoch ms at which time alone brings the next change after this answer, or null. */
  readonly changesAt: number | null;
};

export const startOfScript = (at: number): ScriptPosition => startOfStep(0, at);

/** The position after what the newest answer says about itself; `at` is that answer's virtual instant. */
export function positionAfter(
  script: Script,
  answer: Pick<ScriptAnswer['verdict'], 'index' | 'nth' | 'sinceAt' | 'turn'> & { readonly at: number },
): ScriptPosition {
  const { sinceAt, at } = answer;
  const { index, answered, fallen } = answer.turn ?? { index: answer.index, answered: answer.nth, fallen: 0 };
  const step = script.steps[index];
  const over = step !== undefined && step.times !== null && answered >= step.times;
  return over && index < script.steps.length - 1 ? startOfStep(index + 1, at) : { index, answered, fallen, sinceAt };
}

/** The position at virtual `now`, after the changes that time alone has made. An edge belongs to the later step. */
export function positionAt(script: Script, position: ScriptPosition, now: number): ScriptPosition {
  let at = position;
  for (let edge = edgeOf(script, at); edge !== null && edge <= now; edge = edgeOf(script, at)) {
    at = startOfStep(at.index + 1, edge);
  }
  return at;
}

/** The first virtual instant after `now` at which time alone changes what answers, or null. The last step never ends. */
export const nextEdge = (script: Script, position: ScriptPosition, now: number): number | null =>
  edgeOf(script, positionAt(script, position, now));

/** The draw, 0 to below 1, that decides whether the step at `index` answers the request. */
export type ChanceRoll = (index: number) => number;

/**
 * The step that answers a request at `moment.now`; `moment.roll` draws its delay, and `chanceRoll` whether a step with
 * a chance answers. The last step repeats, whatever its `times` or `forMs`, and answers whatever its `chance`.
 * @throws RangeError when the script has no step at the position: the edge refuses empty scripts
 */
export function answerFor(
  script: Script,
  position: ScriptPosition,
  moment: Moment,
  chanceRoll: ChanceRoll,
): ScriptAnswer {
  const current = positionAt(script, position, moment.now);
  const index = answeringIndex(script, current.index, chanceRoll);
  const step = script.steps[index];
  if (step === undefined) throw new RangeError(`a script of ${script.steps.length} steps has no step ${index + 1}`);
  const { sinceAt } = current;
  const fell = index > current.index;
  const answered = current.answered + (fell ? 0 : 1);
  const fallen = current.fallen + (fell ? 1 : 0);
  const verdict: ScriptAnswer['verdict'] = {
    kind: 'step',
    index,
    nth: fell ? fallen : answered,
    sinceAt,
    does: step.kind,
    status: statusOf(step),
    delayMs: step.kind === 'hang' ? 0 : drawDelay(step.delayMs, moment.roll),
    ...(fallen === 0 ? {} : { turn: { index: current.index, answered, fallen } }),
  };
  const next = positionAfter(script, { ...verdict, at: moment.now });
  return { step, verdict, next, changesAt: edgeOf(script, next) };
}

/** The first step from the current one on whose chance lets it answer. */
function answeringIndex(script: Script, from: number, chanceRoll: ChanceRoll): number {
  const last = script.steps.length - 1;
  const letsThrough = (index: number): boolean => {
    const chance = script.steps[index]?.chance;
    return chance !== undefined && chanceRoll(index) >= chance;
  };
  let index = from;
  while (index < last && letsThrough(index)) index += 1;
  return index;
}

function edgeOf(script: Script, position: ScriptPosition): number | null {
  if (position.index >= script.steps.length - 1) return null;
  const forMs = script.steps[position.index]?.forMs ?? null;
  return forMs === null ? null : position.sinceAt + forMs;
}

/**
 * The draw for the delay of the answer that comes next at `position`. It depends on the run's seed and on what a
 * repeated run has again (path, epoch, delivery key, step, count), never on ids or on the order of requests.
 * @param walker the delivery key under scope `per-id`, else an empty text
 */
export const answerRoll = (
  seed: number,
  route: Pick<Route, 'path' | 'epoch'>,
  walker: string,
  position: ScriptPosition,
): number =>
  draw(
    seed,
    DRAW.answerDelay,
    hashText(route.path),
    route.epoch,
    hashText(walker),
    position.index,
    position.answered + 1,
    // Only where there are any, so that the delays of scripts without a chance stay what they were.
    ...(position.fallen === 0 ? [] : [position.fallen]),
  );

/**
 * The draws that decide which step answers the request that comes next at `position`: by the run's seed, the route,
 * the request's ordinal in the current step's turn, and the step that is asked.
 * @param walker as for `answerRoll`
 */
export const chanceRoll =
  (seed: number, route: Pick<Route, 'path' | 'epoch'>, walker: string, position: ScriptPosition): ChanceRoll =>
  (index) =>
    draw(
      seed,
      DRAW.answerChance,
      hashText(route.path),
      route.epoch,
      hashText(walker),
      position.index,
      position.answered + position.fallen + 1,
      index,
    );

/** FNV-1a over UTF-16 units: tells texts apart well enough to key a draw. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const startOfStep = (index: number, at: number): ScriptPosition => ({ index, answered: 0, fallen: 0, sinceAt: at });

const drawDelay = (delay: AnswerDelay, roll: number): number =>
  typeof delay === 'number' ? delay : delay[0] + Math.floor(roll * (delay[1] - delay[0] + 1));

function statusOf(step: ScriptStep): number | null {
  switch (step.kind) {
    case 'reply':
      return step.reply;
    case 'hang':
      return null;
    case 'reset':
      return step.when === 'after-headers' ? step.reply : null;
  }
}

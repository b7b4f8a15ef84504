import { type Asked, queryValue } from '../model/asked';
import type { Moment } from '../model/moment';
import type { Route, Verdict } from '../model/receiver';
import type { Script, ScriptMemory, ScriptStep, ScriptTurn } from '../model/script';
import { DRAW, draw } from './draw';
import { drawDelay } from './draw-delay';
import { limitEdge, limitFor } from './rate-limit';
import { conditionEdges, type Edge, holds, remembers } from './step-condition';

/** A hang ends after so many real ms, or when the sender leaves. */
export const HANG_LIMIT_MS = 600_000;

/** The query field by which a chain of redirects counts itself. */
export const HOP = 'retryscope-hop';

/** Where a script stands: the current step, how many requests it has answered, and since when it is current. */
export type ScriptPosition = {
  readonly index: number;
  readonly answered: number;
  /** How many requests it has let through. */
  readonly fallen: number;
  /** Virtual epoch ms. */
  readonly sinceAt: number;
  /** Only where the script remembers more (`remembers`) and a request has come. */
  readonly memory?: ScriptMemory | undefined;
};

/** When a request is answered: now, when the script began (both virtual epoch ms), and the draw for its delay. */
export type AnswerMoment = Moment & { readonly beganAt: number };

/** What answers a request, and where the script stands afterwards. */
export type ScriptAnswer = {
  readonly step: ScriptStep;
  readonly verdict: Extract<Verdict, { kind: 'step' }>;
  readonly next: ScriptPosition;
  /** The how-many-eth request of the script this was; of a script that does not count them, of the step's turn. */
  readonly nth: number;
  /** Virtual ms until a place is free, where a rate limit answered; else null. */
  readonly freeInMs: number | null;
  /** Virtual epoch ms at which time alone brings the next change after this answer, or null. */
  readonly changesAt: number | null;
};

const NOTHING_YET: ScriptMemory = { asked: 0, round: 0, limits: {} };

export const startOfScript = (at: number): ScriptPosition => startOfStep(0, at, undefined);

/** The position after what the newest answer says about itself; `at` is that answer's virtual instant. */
export function positionAfter(
  script: Script,
  answer: Pick<ScriptAnswer['verdict'], 'index' | 'nth' | 'sinceAt' | 'turn'> & { readonly at: number },
): ScriptPosition {
  const { sinceAt, at } = answer;
  const turn = answer.turn ?? { index: answer.index, answered: answer.nth, fallen: 0 };
  const { index, answered, fallen, memory } = turn;
  const step = script.steps[index];
  const over = step !== undefined && step.times !== null && answered >= step.times;
  return (
    (over ? stepAfter(script, { index, memory }, at) : null) ?? { index, answered, fallen, sinceAt, ...kept(memory) }
  );
}

/** The position at virtual `now`, after the changes that time alone has made. An edge belongs to the later step. */
export function positionAt(script: Script, position: ScriptPosition, now: number): ScriptPosition {
  let at = withoutWholeRounds(script, position, now);
  for (let edge = spanEnd(script, at); edge !== null && edge <= now; edge = spanEnd(script, at)) {
    const next = stepAfter(script, at, edge);
    if (next === null) break;
    at = withoutWholeRounds(script, next, now);
  }
  return at;
}

/**
 * The first virtual instant after `now` at which time alone changes what answers, or null. `ending` passes over the
 * edges of what alternates for ever: who jumps from edge to edge would never come to rest.
 */
export function nextEdge(
  script: Script,
  position: ScriptPosition,
  now: number,
  beganAt: number,
  which: 'all' | 'ending' = 'all',
): number | null {
  const here = positionAt(script, position, now);
  const edges: Edge[] = [];
  const end = spanEnd(script, here);
  if (end !== null)
    edges.push({ at: end, endless: script.repeat === true && script.steps.every(({ forMs }) => forMs !== null) });
  for (const [index, step] of script.steps.entries()) {
    // Requests that the current step lets through go to later ones.
    if (index < here.index) continue;
    if (step.if !== undefined) edges.push(...conditionEdges(step.if, beganAt, now));
    const freeAt = step.kind === 'limit' ? limitEdge(step, here.memory?.limits[index], now, beganAt) : null;
    if (freeAt !== null) edges.push({ at: freeAt, endless: false });
    if (step.if === undefined && step.chance === undefined && step.kind !== 'limit' && !isChain(step)) break;
  }
  const instants = edges.filter(({ endless }) => which === 'all' || !endless).map(({ at }) => at);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** The draw, 0 to below 1, that decides whether the step at `index` answers the request. */
export type ChanceRoll = (index: number) => number;

/**
 * The step that answers a request at `moment.now`; `moment.roll` draws its delay, and `chanceRoll` whether a step with
 * a chance answers. The last step repeats, whatever its `times` or `forMs`, unless the script begins again, and
 * answers whatever its `chance`.
 * @throws RangeError when the script has no step at the position: the edge refuses empty scripts
 */
export function answerFor(
  script: Script,
  position: ScriptPosition,
  asked: Asked,
  moment: AnswerMoment,
  chanceRoll: ChanceRoll,
): ScriptAnswer {
  const { now, beganAt } = moment;
  const current = positionAt(script, position, now);
  const before = current.memory ?? NOTHING_YET;
  const nth = before.asked + 1;
  const found = answeringStep(script, current.index, before, asked, { now, beganAt, nth }, chanceRoll);
  const { index, through, freeInMs } = found;
  const step = script.steps[index];
  if (step === undefined) throw new RangeError(`a script of ${script.steps.length} steps has no step ${index + 1}`);
  const { sinceAt } = current;
  const fell = index > current.index;
  const answered = current.answered + (fell ? 0 : 1);
  const fallen = current.fallen + (fell ? 1 : 0);
  const memory = remembers(script) ? { asked: nth, round: before.round, limits: found.limits } : undefined;
  const turn: ScriptTurn = {
    index: current.index,
    answered,
    fallen,
    ...(fell && through !== 'chance' ? { through } : {}),
    ...kept(memory),
  };
  const verdict: ScriptAnswer['verdict'] = {
    kind: 'step',
    index,
    nth: fell ? fallen : answered,
    sinceAt,
    does: step.kind,
    status: statusOf(step),
    delayMs: drawDelay(step.delayMs ?? 0, moment.roll),
    ...breakOf(step),
    ...(fallen === 0 && memory === undefined ? {} : { turn }),
  };
  const next = positionAfter(script, { ...verdict, at: now });
  const changesAt = nextEdge(script, next, now, beganAt);
  return { step, verdict, next, nth: memory === undefined ? verdict.nth : nth, freeInMs, changesAt };
}

type Found = {
  readonly index: number;
  /** Why the step where the search began let the request through. */
  readonly through: ScriptTurn['through'] | 'chance';
  readonly freeInMs: number | null;
  readonly limits: ScriptMemory['limits'];
};

/** The first step from the current one on that takes the request. */
function answeringStep(
  script: Script,
  from: number,
  memory: ScriptMemory,
  asked: Asked,
  moment: { readonly now: number; readonly beganAt: number; readonly nth: number },
  chanceRoll: ChanceRoll,
): Found {
  const last = script.steps.length - 1;
  let through: Found['through'];
  let limits = memory.limits;
  let index = from;
  for (; index < last; index++) {
    const step = script.steps[index];
    if (step === undefined) break;
    let why: NonNullable<Found['through']>;
    if (step.if !== undefined && !holds(step.if, asked, moment)) why = 'condition';
    else if (step.chance !== undefined && chanceRoll(index) >= step.chance) why = 'chance';
    else if (isChain(step) && hopsOf(asked.target) >= (step.chain === 'endless' ? Infinity : (step.chain ?? 0)))
      why = 'chain';
    else if (step.kind === 'limit') {
      const verdict = limitFor(step, limits[index], moment.now, moment.beganAt);
      limits = { ...limits, [index]: verdict.memory };
      if (!verdict.within) return { index, through, freeInMs: verdict.freeAt - moment.now, limits };
      why = 'limit';
    } else break;
    through ??= why;
  }
  return { index, through, freeInMs: null, limits };
}

const isChain = (step: ScriptStep): step is Extract<ScriptStep, { kind: 'redirect' }> =>
  step.kind === 'redirect' && step.chain !== undefined;

/** How many redirects of a chain a request has followed. */
export function hopsOf(target: string): number {
  const hops = queryValue(target, HOP);
  return hops !== null && /^\d{1,6}$/.test(hops) ? Number(hops) : 0;
}

/** The end of the current step's span of time, or null: it has none, or nothing comes after it. */
function spanEnd(script: Script, position: ScriptPosition): number | null {
  const forMs = script.steps[position.index]?.forMs ?? null;
  return forMs === null || stepAfter(script, position, 0) === null ? null : position.sinceAt + forMs;
}

/** The step whose turn comes after the current one's, or null when that one stays. */
function stepAfter(
  script: Script,
  { index, memory = NOTHING_YET }: Pick<ScriptPosition, 'index' | 'memory'>,
  at: number,
): ScriptPosition | null {
  if (index < script.steps.length - 1) return startOfStep(index + 1, at, memory === NOTHING_YET ? undefined : memory);
  const { repeat } = script;
  if (repeat === undefined || (repeat !== true && memory.round + 1 >= repeat)) return null;
  return startOfStep(0, at, { ...memory, round: memory.round + 1 });
}

/** Rounds that time alone has gone through, taken at once: their number does not matter. */
function withoutWholeRounds(script: Script, position: ScriptPosition, now: number): ScriptPosition {
  const { repeat, steps } = script;
  if (repeat === undefined || position.index !== 0 || steps.some(({ forMs }) => forMs === null)) return position;
  const roundMs = steps.reduce((sum, { forMs }) => sum + (forMs ?? 0), 0);
  const memory = position.memory ?? NOTHING_YET;
  const left = repeat === true ? Number.POSITIVE_INFINITY : repeat - 1 - memory.round;
  const rounds = Math.min(Math.floor((now - position.sinceAt) / roundMs), left);
  return rounds < 1
    ? position
    : startOfStep(0, position.sinceAt + rounds * roundMs, { ...memory, round: memory.round + rounds });
}

const startOfStep = (index: number, at: number, memory: ScriptMemory | undefined): ScriptPosition => ({
  index,
  answered: 0,
  fallen: 0,
  sinceAt: at,
  ...kept(memory),
});

const kept = (memory: ScriptMemory | undefined): { readonly memory?: ScriptMemory } =>
  memory === undefined ? {} : { memory };

/**
 * The draw for the delay of the answer that comes next at `position`. It depends on the run's seed and on what a
 * repeated run has again (path, epoch, step, count), never on ids.
 * @param walker under scope `per-id` the how-many-eth delivery id of the route this is, else null
 */
export const answerRoll = (
  seed: number,
  route: Pick<Route, 'path' | 'epoch'>,
  walker: number | null,
  position: ScriptPosition,
): number =>
  draw(
    seed,
    DRAW.answerDelay,
    hashText(route.path),
    route.epoch,
    hashText(walker === null ? '' : String(walker)),
    position.index,
    position.answered + 1,
    // Only where there are any, so that the delays of scripts without a chance stay what they were.
    ...(position.fallen === 0 && roundOf(position) === 0 ? [] : [position.fallen]),
    ...(roundOf(position) === 0 ? [] : [roundOf(position)]),
  );

/**
 * The draws that decide which step answers the request that comes next at `position`: by the run's seed, the route,
 * the request's ordinal in the current step's turn, and the step that is asked.
 * @param walker as for `answerRoll`
 */
export const chanceRoll =
  (seed: number, route: Pick<Route, 'path' | 'epoch'>, walker: number | null, position: ScriptPosition): ChanceRoll =>
  (index) =>
    draw(
      seed,
      DRAW.answerChance,
      hashText(route.path),
      route.epoch,
      hashText(walker === null ? '' : String(walker)),
      position.index,
      position.answered + position.fallen + 1,
      index,
      ...(roundOf(position) === 0 ? [] : [roundOf(position)]),
    );

const roundOf = ({ memory }: ScriptPosition): number => memory?.round ?? 0;

/** FNV-1a over UTF-16 units: tells texts apart well enough to key a draw. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function breakOf(step: ScriptStep): Pick<ScriptAnswer['verdict'], 'when'> {
  const when = 'when' in step ? step.when : undefined;
  return when === 'in-headers' || when === 'in-body' ? { when } : {};
}

/** The status that a step says, or null when it ends before one. */
function statusOf(step: ScriptStep): number | null {
  switch (step.kind) {
    case 'garbage':
      return null;
    case 'hang':
    case 'reset':
    case 'half-close':
      return (step.when ?? 'before-headers') === 'before-headers' ? null : (step.reply ?? 200);
    default:
      return step.reply;
  }
}

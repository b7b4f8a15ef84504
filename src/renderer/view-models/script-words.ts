import type { CaptureRow } from '../../shared/contract/views';
import type { AnswerTimings, CaptureTimings, Verdict } from '../../shared/model/receiver';
import type { AnswerDelay, BreakPlace, Script, ScriptStep } from '../../shared/model/script';
import { sayDuration } from '../../shared/words/duration';
import { sayDelay, sayPlace, sayShare } from '../../shared/words/receiver';
import { sayCondition } from '../../shared/words/script-condition';
import { reasonPhrase } from '../../shared/words/status';
import { ordinal, plural, sayCount } from './numbers';
import { type Hue, type Shape, statusLook } from './outcome-look';

export type StepLook = {
  readonly hue: Hue;
  readonly shape: Shape;
  readonly title: string;
  readonly detail: string;
  /** How long it stays current: `× 2`, `for 3 h`, `from then on`; before it, the share that it answers: `30 %`. */
  readonly span: string;
};

const afterDelay = (delay: AnswerDelay): string => sayDelay(delay).trim();

const hasChance = ({ chance }: ScriptStep, last: boolean): boolean => !last && chance !== undefined && chance < 1;

/** Whether requests may go past a step to the next one while it stays. */
const letsThrough = (step: ScriptStep, last: boolean): boolean =>
  !last &&
  (hasChance(step, last) ||
    step.if !== undefined ||
    step.kind === 'limit' ||
    (step.kind === 'redirect' && typeof step.chain === 'number'));

function saySpan(step: ScriptStep, last: boolean, repeat: Script['repeat']): string {
  const stay = sayStay(step, last && repeat === undefined);
  if (hasChance(step, last)) return `${sayShare(step.chance ?? 1)} ${stay}`;
  return !last && step.if !== undefined && stay === 'from then on' ? 'if' : stay;
}

function sayStay(step: ScriptStep, stays: boolean): string {
  if (stays || (step.times === null && step.forMs === null)) return 'from then on';
  return step.times === null ? `for ${sayDuration(step.forMs ?? 0)}` : `× ${sayCount(step.times)}`;
}

const headerOf = (step: Extract<ScriptStep, { kind: 'reply' }>, name: string): string | null =>
  step.headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1] ?? null;

export function stepLook(step: ScriptStep, last: boolean, repeat?: Script['repeat']): StepLook {
  const look = { ...kindLook(step), span: saySpan(step, last, repeat) };
  if (last || step.if === undefined) return look;
  const plain = step.kind === 'reply' && look.detail === reasonPhrase(step.reply);
  return { ...look, detail: `${plain ? '' : `${look.detail}, `}${sayCondition(step.if)}` };
}

const BROKEN = { hue: 'nr', shape: 'cross' } as const;

function kindLook(step: ScriptStep): Omit<StepLook, 'span'> {
  switch (step.kind) {
    case 'reply': {
      const retryAfter =
        step.retryAfter === undefined ? headerOf(step, 'retry-after') : sayDuration(step.retryAfter.after);
      const detail =
        retryAfter !== null ? `Retry-After: ${retryAfter}` : afterDelay(step.delayMs) || reasonPhrase(step.reply);
      return { ...statusLook(step.reply), title: String(step.reply), detail };
    }
    case 'hang': {
      const detail = (step.when ?? 'before-headers') === 'before-headers' ? 'never answers' : breakWords(step.when);
      return { hue: 'nr', shape: 'hourglass', title: 'Hang', detail };
    }
    case 'reset':
      return { ...BROKEN, title: 'Reset', detail: breakDetail(step) };
    case 'half-close':
      return { ...BROKEN, title: 'Close', detail: breakDetail(step) };
    case 'drip':
      return {
        hue: 'nr',
        shape: 'hourglass',
        title: 'Drip',
        detail: `${step.reply}, ${sayCount(step.bytesPerSecond)} B/s`,
      };
    case 'cut-chunked':
      return { ...BROKEN, title: 'Cut chunk', detail: `${step.reply}, ends in a chunk` };
    case 'wrong-length':
      return { ...BROKEN, title: 'Length', detail: `${step.reply}, says ${sayCount(step.length)} B` };
    case 'garbage':
      return { ...BROKEN, title: 'Garbage', detail: 'not HTTP' };
    case 'redirect':
      return { ...statusLook(step.reply), title: String(step.reply), detail: redirectWords(step) };
    case 'limit':
      return {
        ...statusLook(step.reply),
        title: String(step.reply),
        detail: limitWords(step),
      };
    default:
      return unknownStep(step);
  }
}

const breakWords = (when: BreakPlace = 'before-headers'): string => when.replace('-', ' ');

const breakDetail = ({ when, reply }: { readonly when: BreakPlace; readonly reply: number }): string =>
  when === 'before-headers' ? 'before headers' : `${breakWords(when)}, ${reply}`;

function redirectWords({ to, chain }: Extract<ScriptStep, { kind: 'redirect' }>): string {
  if (to !== undefined) return `to ${to}`;
  return chain === 'endless' ? 'to itself for ever' : `${plural(chain ?? 0, 'redirect')} in a row`;
}

const limitWords = ({ limit, perMs, window }: Extract<ScriptStep, { kind: 'limit' }>): string =>
  `above ${sayCount(limit)} in ${window === 'fixed' ? 'each' : 'any'} ${sayDuration(perMs)}`;

/** A kind that this screen does not know does not compile; one from a newer engine is at least named. */
const unknownStep = (step: never): Omit<StepLook, 'span'> => ({
  hue: 'idle',
  shape: 'ring',
  title: String((step as { readonly kind: unknown }).kind),
  detail: 'unknown to this version',
});

/** A script in a few words, for the list of routes. */
export function sayScript(script: Script): string {
  const [only] = script.steps;
  if (script.steps.length === 1 && only !== undefined) return `always ${stepLook(only, true).title.toLowerCase()}`;
  return `${script.steps.length} steps${script.scope === 'per-id' ? ', per delivery id' : ''}`;
}

/** What a route answers by a step: `/in answers …`. */
function sayDeed(step: ScriptStep): string {
  switch (step.kind) {
    case 'reply': {
      const told = step.retryAfter !== undefined || headerOf(step, 'retry-after') !== null ? ' with Retry-After' : '';
      return `${step.reply}${told} ${afterDelay(step.delayMs)}`.trim();
    }
    case 'hang':
      return (step.when ?? 'before-headers') === 'before-headers' ? 'nothing' : `nothing more ${breakWords(step.when)}`;
    case 'reset':
      return step.when === 'before-headers' ? 'with a reset' : `with a reset ${breakPlace(step.when)}`;
    case 'half-close':
      return step.when === 'before-headers'
        ? 'with a closed connection'
        : `with a connection closed ${breakPlace(step.when)}`;
    case 'drip':
      return `${step.reply} at ${plural(step.bytesPerSecond, 'byte')} a second`;
    case 'cut-chunked':
      return `${step.reply} cut off in a chunk`;
    case 'wrong-length':
      return `${step.reply} with a wrong Content-Length`;
    case 'garbage':
      return 'with bytes that are not HTTP';
    case 'redirect':
      return `${step.reply} ${redirectWords(step)}`;
    case 'limit':
      return `${step.reply} ${limitWords(step)}`;
  }
}

const breakPlace = (when: BreakPlace): string => when.replace('-', ' the ');

/** Everything that a script answers: `503 × 3, then 200`, `503 to 30 % of requests, else 200`, `always 503`. */
export function sayAnswers({ steps, repeat }: Pick<Script, 'steps' | 'repeat'>): string {
  let said = '';
  for (const [index, step] of steps.entries()) {
    const last = index === steps.length - 1;
    const stays = (last && repeat === undefined) || (step.times === null && step.forMs === null);
    const passed = letsThrough(step, last);
    if (index === 0 && stays && !passed) return step.kind === 'hang' ? 'nothing, ever' : `always ${sayDeed(step)}`;
    const when = last || step.if === undefined ? '' : ` ${sayCondition(step.if)}`;
    const share = hasChance(step, last) ? ` to ${sayShare(step.chance ?? 1)} of requests` : '';
    const stay = stays ? '' : step.times === 1 ? ' once' : ` ${sayStay(step, stays)}`;
    said += sayDeed(step) + when + share + stay;
    if (stays && !passed) return said;
    if (!last) said += passed ? (stays ? ', else ' : ', else and then ') : ', then ';
  }
  return `${said}, and again from the start${typeof repeat === 'number' ? `, ${plural(repeat, 'round')} in all` : ''}`;
}

/** Which requests a step answers that has no numbers. */
export function sayWhich({ steps }: Pick<Script, 'steps'>, index: number): string {
  const step = steps[index];
  const last = steps.length - 1;
  if (step === undefined) return '';
  if (index < last && step.if !== undefined) return 'by condition';
  if (hasChance(step, index === last)) return 'by chance';
  if (step.kind === 'limit') return 'above the limit';
  if (letsThrough(step, index === last)) return 'by its redirects';
  return steps.some((other, place) => place < index && letsThrough(other, false)) ? 'the others' : 'by time';
}

/** Which requests each step answers, `1`, `2`, `3 …`; null where time, chance or an earlier span decides. */
export function requestNumbers(script: Script): readonly (readonly [from: number, to: number | null] | null)[] {
  let next: number | null = 1;
  return script.steps.map((step, index) => {
    if (next === null) return null;
    const from: number = next;
    const last = index === script.steps.length - 1;
    const passed = letsThrough(step, last);
    if (passed || (last && script.repeat === undefined) || (step.times === null && step.forMs === null)) {
      next = null;
      return passed ? null : [from, null];
    }
    next = step.times === null ? null : from + step.times;
    return step.times === null ? [from, null] : [from, from + step.times - 1];
  });
}

export type VerdictLook = { readonly hue: Hue; readonly shape: Shape; readonly word: string; readonly says: string };

/** What the receiver did with a request. */
export function verdictLook(verdict: Verdict): VerdictLook {
  switch (verdict.kind) {
    case 'step':
      return answerLook(verdict);
    case 'forward':
      return { ...statusLook(verdict.status), word: String(verdict.status), says: 'stored and sent on' };
    case 'no-route':
      return { hue: 'c4', shape: 'diamond', word: '404', says: 'no route has this path' };
    case 'refused': {
      const look = verdict.status === null ? ({ hue: 'nr', shape: 'cross' } as const) : statusLook(verdict.status);
      return { ...look, word: verdict.status === null ? 'closed' : String(verdict.status), says: verdict.why };
    }
  }
}

function answerLook(verdict: Extract<Verdict, { kind: 'step' }>): VerdictLook {
  const { index, nth, turn } = verdict;
  const place = turn === undefined || turn.index === index ? `step ${index + 1}, ${ordinal(nth)}` : sayPlace(verdict);
  const delay = verdict.delayMs > 0 ? `, after ${sayDuration(verdict.delayMs)}` : '';
  const says = place + delay;
  switch (verdict.does) {
    case 'reply':
    case 'redirect':
    case 'limit':
      return { ...statusLook(verdict.status ?? 0), word: String(verdict.status ?? ''), says };
    case 'hang':
      return { hue: 'nr', shape: 'hourglass', word: 'hang', says };
    case 'drip':
      return { hue: 'nr', shape: 'hourglass', word: 'drip', says };
    case 'reset':
      return { ...BROKEN, word: 'reset', says };
    case 'half-close':
      return { ...BROKEN, word: 'close', says };
    case 'cut-chunked':
      return { ...BROKEN, word: 'cut', says };
    case 'wrong-length':
      return { ...BROKEN, word: 'length', says };
    case 'garbage':
      return { ...BROKEN, word: 'garbage', says };
  }
}

/** What was asked for, and what became of it. What was no HTTP asked for nothing that could be read. */
export const sayCaptured = ({ method, target, verdict }: Pick<CaptureRow, 'method' | 'target' | 'verdict'>): string =>
  method === '' ? verdictLook(verdict).says : `${method} ${target}: ${verdictLook(verdict).says}`;

/** How long a request took to come in. */
export const sayTimings = ({ headersMs, bodyMs }: CaptureTimings): string =>
  headersMs === null
    ? `On a connection used before; body in ${sayShort(bodyMs)}`
    : `Headers ${sayShort(headersMs)} after the connection was opened, body in ${sayShort(bodyMs)}`;

/** When the answer began and was over, from the end of the request's headers. */
export function sayAnswerTimes(answer: AnswerTimings | null): string {
  if (answer === null) return 'Not known: it is not over yet, or the app ended before it was';
  const { beganMs, endedMs } = answer;
  if (beganMs === null) return 'Never began';
  const began = `Began ${sayShort(beganMs)} after the request’s headers`;
  return endedMs === null ? `${began}, and was never whole` : `${began}, over after ${sayShort(endedMs)}`;
}

/** Below 10 ms a tenth still tells something. */
const sayShort = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : sayDuration(ms));

import type { CaptureRow } from '../../shared/contract/views';
import type { AnswerDelay, CaptureTimings, Script, ScriptStep, Verdict } from '../../shared/model/receiver';
import { sayDuration } from '../../shared/words/duration';
import { sayPlace, sayShare } from '../../shared/words/receiver';
import { reasonPhrase } from '../../shared/words/status';
import { ordinal, sayCount } from './numbers';
import { type Hue, type Shape, statusLook } from './outcome-look';

export type StepLook = {
  readonly hue: Hue;
  readonly shape: Shape;
  readonly title: string;
  readonly detail: string;
  /** How long it stays current: `× 2`, `for 3 h`, `from then on`; before it, the share that it answers: `30 %`. */
  readonly span: string;
};

function sayDelay(delay: AnswerDelay): string {
  if (typeof delay !== 'number') return `after ${delay[0]} to ${sayDuration(delay[1])}`;
  return delay === 0 ? '' : `after ${sayDuration(delay)}`;
}

const hasChance = ({ chance }: ScriptStep, last: boolean): boolean => !last && chance !== undefined && chance < 1;

function saySpan(step: ScriptStep, last: boolean): string {
  return hasChance(step, last) ? `${sayShare(step.chance ?? 1)} ${sayStay(step, last)}` : sayStay(step, last);
}

function sayStay(step: ScriptStep, last: boolean): string {
  if (last || (step.times === null && step.forMs === null)) return 'from then on';
  return step.times === null ? `for ${sayDuration(step.forMs ?? 0)}` : `× ${sayCount(step.times)}`;
}

const headerOf = (step: Extract<ScriptStep, { kind: 'reply' }>, name: string): string | null =>
  step.headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1] ?? null;

export function stepLook(step: ScriptStep, last: boolean): StepLook {
  const span = saySpan(step, last);
  switch (step.kind) {
    case 'reply': {
      const retryAfter = headerOf(step, 'retry-after');
      const detail =
        retryAfter !== null ? `Retry-After: ${retryAfter}` : sayDelay(step.delayMs) || reasonPhrase(step.reply);
      return { ...statusLook(step.reply), title: String(step.reply), detail, span };
    }
    case 'hang':
      return { hue: 'nr', shape: 'hourglass', title: 'Hang', detail: 'never answers', span };
    case 'reset': {
      const detail = step.when === 'before-headers' ? 'before headers' : `after headers, ${step.reply}`;
      return { hue: 'nr', shape: 'cross', title: 'Reset', detail, span };
    }
    default:
      return unknownStep(step);
  }
}

/** A kind that this screen does not know does not compile; one from a newer engine is at least named. */
const unknownStep = (step: never): StepLook => ({
  hue: 'idle',
  shape: 'ring',
  title: String((step as { readonly kind: unknown }).kind),
  detail: 'unknown to this version',
  span: '',
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
      const told = headerOf(step, 'retry-after') === null ? '' : ' with Retry-After';
      return `${step.reply}${told} ${sayDelay(step.delayMs)}`.trim();
    }
    case 'hang':
      return 'nothing';
    case 'reset':
      return step.when === 'before-headers' ? 'with a reset' : 'with a reset after the headers';
  }
}

/** Everything that a script answers: `503 × 3, then 200`, `503 to 30 % of requests, else 200`, `always 503`. */
export function sayAnswers({ steps }: Pick<Script, 'steps'>): string {
  let said = '';
  for (const [index, step] of steps.entries()) {
    const last = index === steps.length - 1;
    const stays = last || (step.times === null && step.forMs === null);
    const chance = hasChance(step, last);
    if (index === 0 && stays && !chance) return step.kind === 'hang' ? 'nothing, ever' : `always ${sayDeed(step)}`;
    const share = chance ? ` to ${sayShare(step.chance ?? 1)} of requests` : '';
    const stay = stays ? '' : step.times === 1 ? ' once' : ` ${sayStay(step, last)}`;
    said += sayDeed(step) + share + stay;
    if (stays && !chance) break;
    said += chance ? (stays ? ', else ' : ', else and then ') : ', then ';
  }
  return said;
}

/** Which requests each step answers, `1`, `2`, `3 …`; null where time, chance or an earlier span decides. */
export function requestNumbers(script: Script): readonly (readonly [from: number, to: number | null] | null)[] {
  let next: number | null = 1;
  return script.steps.map((step, index) => {
    if (next === null) return null;
    const from: number = next;
    const last = index === script.steps.length - 1;
    if (last || hasChance(step, last) || (step.times === null && step.forMs === null)) {
      next = null;
      return hasChance(step, last) ? null : [from, null];
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
  switch (verdict.does) {
    case 'reply':
      return { ...statusLook(verdict.status ?? 0), word: String(verdict.status ?? ''), says: place + delay };
    case 'hang':
      return { hue: 'nr', shape: 'hourglass', word: 'hang', says: place };
    case 'reset':
      return { hue: 'nr', shape: 'cross', word: 'reset', says: place + delay };
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

/** Below 10 ms a tenth still tells something. */
const sayShort = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : sayDuration(ms));

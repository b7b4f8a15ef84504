import type { AnswerDelay, Script, ScriptStep, Verdict } from '../../shared/model/receiver';
import { sayDuration } from '../../shared/words/duration';
import { reasonPhrase } from '../../shared/words/status';
import { ordinal, sayCount } from './numbers';
import { type Hue, type Shape, statusLook } from './outcome-look';

export type StepLook = {
  readonly hue: Hue;
  readonly shape: Shape;
  readonly title: string;
  readonly detail: string;
  /** How long it stays current: `× 2`, `for 3 h`, `from then on`. */
  readonly span: string;
};

function sayDelay(delay: AnswerDelay): string {
  if (typeof delay !== 'number') return `after ${delay[0]} to ${sayDuration(delay[1])}`;
  return delay === 0 ? '' : `after ${sayDuration(delay)}`;
}

function saySpan(step: ScriptStep, last: boolean): string {
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

/** Which requests each step answers, `1`, `2`, `3 …`; null where time or an earlier span decides. */
export function requestNumbers(script: Script): readonly (readonly [from: number, to: number | null] | null)[] {
  let next: number | null = 1;
  return script.steps.map((step, index) => {
    if (next === null) return null;
    const from: number = next;
    const last = index === script.steps.length - 1;
    if (last || (step.times === null && step.forMs === null)) {
      next = null;
      return [from, null];
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
  const place = `step ${verdict.index + 1}, ${ordinal(verdict.nth)}`;
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

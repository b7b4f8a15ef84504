import type { AnswerDelay, ScriptStep, StepSpan, Verdict } from '../model/receiver';
import { HANG_LIMIT_MS } from '../rules/receiver-script';
import { sayDuration } from './duration';
import { reasonPhrase } from './status';

/** A step in a few words: `503 Service Unavailable, twice, then the next step`. */
export const sayScriptStep = (step: ScriptStep, last: boolean): string =>
  `${sayDeed(step)}${sayChance(step, last)}, ${saySpan(step, last)}`;

/** A chance as it is said: `0.3` is 30 %. The last step answers in any case. */
const sayChance = ({ chance }: StepSpan, last: boolean): string =>
  last || chance === undefined || chance === 1 ? '' : ` to ${sayShare(chance)} of the requests`;

export const sayShare = (chance: number): string => `${Number((100 * chance).toFixed(2))} %`;

function sayDeed(step: ScriptStep): string {
  switch (step.kind) {
    case 'reply':
      return `${sayStatus(step.reply)}${sayDelay(step.delayMs)}`;
    case 'hang':
      return `No answer until the sender leaves, at most ${sayDuration(HANG_LIMIT_MS)}`;
    case 'reset':
      return step.when === 'before-headers'
        ? `Connection reset before the headers${sayDelay(step.delayMs)}`
        : `Connection reset after the headers of ${sayStatus(step.reply)}${sayDelay(step.delayMs)}`;
  }
}

function saySpan({ times, forMs }: StepSpan, last: boolean): string {
  if (last || (times === null && forMs === null)) return 'from then on';
  const spans = [times === null ? [] : [sayTimes(times)], forMs === null ? [] : [`for ${sayDuration(forMs)}`]].flat();
  return `${spans.join(' or ')}, then the next step`;
}

function sayTimes(times: number): string {
  if (times === 1) return 'once';
  return times === 2 ? 'twice' : `${times} times`;
}

function sayDelay(delay: AnswerDelay): string {
  const [min, max] = typeof delay === 'number' ? [delay, delay] : delay;
  if (max === 0) return '';
  return min === max ? ` after ${sayDuration(min)}` : ` after ${sayDuration(min)} to ${sayDuration(max)}`;
}

const sayStatus = (status: number): string => `${status} ${reasonPhrase(status)}`.trim();

/** What the receiver did with a request, in one sentence. */
export function sayVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'no-route':
      return `${sayStatus(verdict.status)}: no route has this path.`;
    case 'refused':
      return verdict.why;
    case 'step':
      return `${sayVerdictDeed(verdict)}: ${sayPlace(verdict)}.`;
  }
}

/** Which step answered, and the how-many-eth request it was: `request 2 of step 1`. */
export function sayPlace({ index, nth, turn }: Extract<Verdict, { kind: 'step' }>): string {
  return turn === undefined || turn.index === index
    ? `request ${nth} of step ${index + 1}`
    : `step ${index + 1}, since step ${turn.index + 1} let it through by chance`;
}

function sayVerdictDeed({ does, status, delayMs }: Extract<Verdict, { kind: 'step' }>): string {
  const said = status === null ? '' : sayStatus(status);
  switch (does) {
    case 'reply':
      return `${said}${sayDelay(delayMs)}`;
    case 'hang':
      return 'No answer';
    case 'reset':
      return `${said === '' ? 'Reset before the headers' : `Reset after the headers of ${said}`}${sayDelay(delayMs)}`;
  }
}

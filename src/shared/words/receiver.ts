import type { Verdict } from '../model/receiver';
import type { AnswerDelay, BreakPlace, RetryAfter, Script, ScriptStep, StepSpan } from '../model/script';
import { HANG_LIMIT_MS } from '../rules/receiver-script';
import { sayDuration } from './duration';
import { sayCondition } from './script-condition';
import { reasonPhrase } from './status';

/** A step in a few words: `503 Service Unavailable, twice, then the next step`. */
export function sayScriptStep(step: ScriptStep, last: boolean, repeat?: Script['repeat']): string {
  const when = last || step.if === undefined ? '' : ` ${sayCondition(step.if)}`;
  return `${sayDeed(step)}${when}${sayChance(step, last)}, ${saySpan(step, last, repeat)}`;
}

/** A chance as it is said: `0.3` is 30 %. The last step answers in any case. */
const sayChance = ({ chance }: StepSpan, last: boolean): string =>
  last || chance === undefined || chance === 1 ? '' : ` to ${sayShare(chance)} of the requests`;

export const sayShare = (chance: number): string => `${Number((100 * chance).toFixed(2))} %`;

function sayDeed(step: ScriptStep): string {
  const after = sayDelay(step.delayMs ?? 0);
  switch (step.kind) {
    case 'reply': {
      const early = step.interim === undefined ? '' : `${sayEach(step.interim.map(({ reply }) => reply))}, then `;
      return `${early}${sayStatus(step.reply)}${sayRetryAfter(step.retryAfter)}${after}`;
    }
    case 'hang':
      return `${sayHang(step.when ?? 'before-headers', step.reply ?? 200)}${after} until the sender leaves, at most ${sayDuration(HANG_LIMIT_MS)}`;
    case 'reset':
      return `Connection reset ${sayBreak(step.when, step.reply)}${after}`;
    case 'half-close':
      return `Connection ended ${sayBreak(step.when, step.reply)}${after}`;
    case 'drip':
      return `${sayStatus(step.reply)}${step.from === 'headers' ? '' : ', its body'} at ${sayBytes(step.bytesPerSecond)} a second${after}`;
    case 'cut-chunked':
      return `${sayStatus(step.reply)} that ends in the middle of a chunk${after}`;
    case 'wrong-length':
      return `${sayStatus(step.reply)} that says it has ${sayBytes(step.length)}${after}`;
    case 'garbage':
      return `Bytes that are not HTTP${after}`;
    case 'redirect':
      return `${sayStatus(step.reply)} ${sayTarget(step)}${after}`;
    case 'limit':
      return `${sayStatus(step.reply)}${sayLimitRetryAfter(step.says)} above ${step.limit} ${step.limit === 1 ? 'request' : 'requests'} in ${step.window === 'fixed' ? 'each' : 'any'} ${sayDuration(step.perMs)}${after}`;
  }
}

const sayHang = (when: BreakPlace, status: number): string =>
  when === 'before-headers' ? 'No answer' : `Nothing more ${sayBreak(when, status)}`;

/** Where an answer breaks off: `before the headers`, `in the body of 200 OK`. */
function sayBreak(when: BreakPlace, status: number): string {
  switch (when) {
    case 'before-headers':
      return 'before the headers';
    case 'in-headers':
      return `in the headers of ${sayStatus(status)}`;
    case 'after-headers':
      return `after the headers of ${sayStatus(status)}`;
    case 'in-body':
      return `in the body of ${sayStatus(status)}`;
  }
}

function sayTarget({ to, chain }: Extract<ScriptStep, { kind: 'redirect' }>): string {
  if (to !== undefined) return `to ${to}`;
  if (chain === 'endless') return 'to itself for ever';
  return chain === 1 ? 'once, then the next step' : `${chain ?? 0} times in a row, then the next step`;
}

function sayRetryAfter(retryAfter: RetryAfter | undefined): string {
  if (retryAfter === undefined) return '';
  return ` with Retry-After ${sayDuration(retryAfter.after)}${retryAfter.as === 'date' ? ' as a date' : ''}`;
}

const sayLimitRetryAfter = (says: RetryAfter['as'] | 'nothing'): string =>
  says === 'nothing' ? '' : ` with Retry-After${says === 'date' ? ' as a date' : ''}`;

const sayBytes = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'byte' : 'bytes'}`;

const sayEach = (statuses: readonly number[]): string => statuses.map(sayStatus).join(', ');

function saySpan({ times, forMs }: StepSpan, last: boolean, repeat: Script['repeat']): string {
  const stays = times === null && forMs === null;
  if (stays || (last && repeat === undefined)) return 'from then on';
  const span = times === null ? `for ${sayDuration(forMs ?? 0)}` : sayTimes(times);
  if (!last) return `${span}, then the next step`;
  return `${span}, then the first step again${repeat === true ? '' : `, ${repeat ?? 0} rounds in all`}`;
}

function sayTimes(times: number): string {
  if (times === 1) return 'once';
  return times === 2 ? 'twice' : `${times} times`;
}

/** ` after 1.5 s`, ` after 100 ms to 250 ms`, ` after about 200 ms`; nothing for no delay. */
export function sayDelay(delay: AnswerDelay): string {
  if (typeof delay === 'number') return delay === 0 ? '' : ` after ${sayDuration(delay)}`;
  if ('length' in delay) {
    const [min, max] = delay;
    if (max === 0) return '';
    return min === max ? ` after ${sayDuration(min)}` : ` after ${sayDuration(min)} to ${sayDuration(max)}`;
  }
  const { from = 0, to } = delay;
  const least = from === 0 ? '' : `, at least ${sayDuration(from)}`;
  return ` after ${sayCurve(delay)}${least}${to === undefined ? '' : `, at most ${sayDuration(to)}`}`;
}

function sayCurve(delay: Exclude<AnswerDelay, number | readonly [number, number]>): string {
  if ('normal' in delay)
    return `about ${sayDuration(delay.normal)} (normal, deviation ${sayDuration(delay.deviation)})`;
  if ('exponential' in delay) return `about ${sayDuration(delay.exponential)} (exponential)`;
  return `about ${sayDuration(delay.lognormal)} (lognormal, spread ${delay.spread})`;
}

const sayStatus = (status: number): string => `${status} ${reasonPhrase(status)}`.trim();

/** What the receiver did with a request, in one sentence. */
export function sayVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'forward':
      return `${sayStatus(verdict.status)}: stored, and sent on to the route’s endpoint.`;
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
    : `step ${index + 1}, since ${sayThrough(turn.through, turn.index + 1)}`;
}

function sayThrough(through: NonNullable<Extract<Verdict, { kind: 'step' }>['turn']>['through'], step: number): string {
  switch (through) {
    case undefined:
      return `step ${step} let it through by chance`;
    case 'condition':
      return `step ${step} is not for it`;
    case 'limit':
      return `it was within the limit of step ${step}`;
    case 'chain':
      return `it had followed the redirects of step ${step}`;
  }
}

function sayVerdictDeed({ does, status, delayMs, when }: Extract<Verdict, { kind: 'step' }>): string {
  const said = status === null ? '' : sayStatus(status);
  const after = sayDelay(delayMs);
  const place = sayBreak(when ?? (status === null ? 'before-headers' : 'after-headers'), status ?? 0);
  switch (does) {
    case 'reply':
    case 'redirect':
      return `${said}${after}`;
    case 'hang':
      return `${status === null ? 'No answer' : `Nothing more ${place}`}${after}`;
    case 'reset':
      return `Reset ${place}${after}`;
    case 'half-close':
      return `Ended ${place}${after}`;
    case 'drip':
      return `${said} bit by bit${after}`;
    case 'cut-chunked':
      return `${said}, its last chunk cut off${after}`;
    case 'wrong-length':
      return `${said} with a wrong Content-Length${after}`;
    case 'garbage':
      return `Bytes that are not HTTP${after}`;
    case 'limit':
      return `${said}, above the limit${after}`;
  }
}

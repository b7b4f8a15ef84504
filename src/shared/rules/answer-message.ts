import type { Asked } from '../model/asked';
import type { HeaderList } from '../model/header';
import type { AnswerBody, RetryAfter, ScriptStep } from '../model/script';
import { HOP, hopsOf, type ScriptAnswer } from './receiver-script';
import { fillTemplate, type Told } from './template';

/** What an answer says, before anything breaks it: its body as a text or as bytes in base64. */
export type AnswerMessage = {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string | { readonly base64: string };
};

/** Virtual epoch ms, which a template tells, and wall epoch ms, from which a date is counted. */
export type MessageMoment = { readonly now: number; readonly wallMs: number };

/** The message of the step that answers: template filled in, Location and Retry-After said. */
export function answerMessage(
  { step, nth, freeInMs }: Pick<ScriptAnswer, 'step' | 'nth' | 'freeInMs'>,
  asked: Asked,
  { now, wallMs }: MessageMoment,
): AnswerMessage {
  const told = { nth, now };
  switch (step.kind) {
    case 'garbage':
      return { status: 200, headers: [], body: bodyOf(step.garbage, asked, told) };
    case 'redirect':
      return {
        status: step.reply,
        headers: [['Location', step.to ?? nextHop(asked.target)], ...step.headers],
        body: '',
      };
    case 'reply':
    case 'limit': {
      const retryAfter = step.kind === 'reply' ? step.retryAfter : limitRetryAfter(step, freeInMs);
      return {
        status: step.reply,
        headers:
          retryAfter === undefined ? step.headers : [...step.headers, ['Retry-After', sayAfter(retryAfter, wallMs)]],
        body: bodyOf(step.body, asked, told),
      };
    }
    default:
      return {
        status: step.reply ?? 200,
        headers: step.headers ?? [],
        body: bodyOf(step.body ?? '', asked, told),
      };
  }
}

const bodyOf = (body: AnswerBody, asked: Asked, told: Told): AnswerMessage['body'] => {
  if (typeof body === 'string') return body;
  return 'template' in body ? fillTemplate(body.template, asked, told) : { base64: body.base64 };
};

/** The same path with its count of redirects one higher. */
function nextHop(target: string): string {
  const [, path = '/', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(target) ?? [];
  const others = query.split('&').filter((field) => field !== '' && !field.startsWith(`${HOP}=`));
  return `${path === '' ? '/' : path}?${[...others, `${HOP}=${hopsOf(target) + 1}`].join('&')}`;
}

const limitRetryAfter = (
  { says }: Extract<ScriptStep, { kind: 'limit' }>,
  freeInMs: number | null,
): RetryAfter | undefined => (says === 'nothing' || freeInMs === null ? undefined : { after: freeInMs, as: says });

/** Rounded up to a whole second, so that nobody who obeys comes too early. */
function sayAfter({ after, as }: RetryAfter, wallMs: number): string {
  if (as === 'seconds') return String(Math.ceil(after / 1_000));
  return new Date(Math.ceil((wallMs + after) / 1_000) * 1_000).toUTCString();
}

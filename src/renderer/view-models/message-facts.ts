import type { AttemptDetail, CaptureDetail } from '../../shared/contract/views';
import type { Trigger } from '../../shared/model/attempt';
import { type HeaderList, headerValue } from '../../shared/model/header';
import type { InterimNote } from '../../shared/model/outcome';
import { sayMs } from '../../shared/words/figures';
import { reasonPhrase } from '../../shared/words/status';
import { exactTime } from './instants';
import { ordinal, sayBytes } from './numbers';
import { outcomeLook } from './outcome-look';
import { verdictLook } from './script-words';

export type Fact = readonly [name: string, says: string];

const TRIGGER_WORDS: Readonly<Record<Trigger, string>> = {
  first: 'the first send',
  retry: 'a retry by the policy',
  requeue: 'sent again after an interruption',
  release: 'released from hold',
  resend: 'resent by hand',
  redeliver: 'redelivered by hand',
  replay: 'replayed by hand',
  'retry-now': 'retried at once by hand',
};

const sayType = (headers: HeaderList): string => {
  const type = headerValue(headers, 'content-type');
  const coding = headerValue(headers, 'content-encoding');
  return [type ?? 'no Content-Type', ...(coding === null ? [] : [`coded ${coding}`])].join(', ');
};

const sayBody = (bytes: number, headers: HeaderList): string =>
  bytes === 0 ? 'none' : `${sayBytes(bytes)}, ${sayType(headers)}`;

/** `2 skipped: 100 Continue, 103 Early Hints` */
function sayInterim({ count, statuses }: InterimNote): string {
  const named = statuses.map((status) => `${status} ${reasonPhrase(status)}`.trim()).join(', ');
  const more = count - statuses.length;
  return `${count} skipped: ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What an attempt was, line by line. */
export function attemptFacts(attempt: AttemptDetail): readonly Fact[] {
  const { request, response, outcome, timings } = attempt;
  const look = outcomeLook(outcome);
  return [
    ['Outcome', look.detail === '' || look.detail === look.word ? look.word : `${look.word}, ${look.detail}`],
    ...(outcome === null ? [] : [['Took', sayMs(outcome.tookMs)] as const]),
    ['Started', exactTime(attempt.startedAt)],
    ['Attempt', `${attempt.n}, ${TRIGGER_WORDS[attempt.trigger]}`],
    ['Request', `${request.method} ${request.url}`],
    ['Request body', sayBody(request.bodyBytes, request.headers)],
    ...(response === null ? [] : [['Response body', sayBody(response.bodyBytes, response.headers)] as const]),
    ...(attempt.remote === null ? [] : [['Peer', attempt.remote] as const]),
    ...(timings === null
      ? []
      : [['Connection', timings.reusedConnection ? 'one that was open' : 'a new one'] as const]),
    ...(attempt.interim === null ? [] : [['Interim answers', sayInterim(attempt.interim)] as const]),
  ];
}

/** What a captured request was, line by line. */
export function captureFacts(capture: CaptureDetail): readonly Fact[] {
  const look = verdictLook(capture.verdict);
  const { deliveryKey, seen } = capture;
  const seenWords = seen === null ? '' : seen === 1 ? ', seen for the first time' : `, the ${ordinal(seen)} time`;
  return [
    ['Answered', `${look.word}: ${look.says}`],
    ['Received', exactTime(capture.at)],
    ['Request', `${capture.method} ${capture.target}`],
    ['Body', sayBody(capture.bodyBytes, capture.headers)],
    ['Delivery id', deliveryKey === null ? 'none that is known' : `${deliveryKey}${seenWords}`],
    ['From', capture.remote],
  ];
}

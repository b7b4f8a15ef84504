import { waitedMs } from '../model/attempt';
import type { FailReason } from '../model/delivery';
import type { Fault, Outcome } from '../model/outcome';
import type { Cause, Closing, DeliveryStep, RetryAfter, Step } from '../model/step';
import { sayDuration } from './duration';
import { sayCount } from './figures';
import { sayRetryAfterUse } from './retry-after';
import { reasonPhrase } from './status';
import { sayOpened, sayProbe, saySuspended } from './suspension';

const FAULT_WORDS: Record<Fault, string> = {
  dns: 'Host not found',
  refused: 'Refused',
  'connect-timeout': 'Connect time-out',
  tls: 'TLS error',
  reset: 'Reset',
  'response-timeout': 'Time-out',
  'inactivity-timeout': 'Time-out, no activity',
  'invalid-http': 'Not HTTP',
};

export const sayFault = (fault: Fault): string => FAULT_WORDS[fault];

/** A cause in a few words: `503 Service Unavailable`, `Refused: 127.0.0.1:9`. */
export function sayCause(cause: Cause): string {
  switch (cause.kind) {
    case 'status':
      return `${cause.status} ${reasonPhrase(cause.status)}`.trim();
    case 'fault':
      return cause.detail === '' ? sayFault(cause.fault) : `${sayFault(cause.fault)}: ${cause.detail}`;
    case 'configuration':
      return cause.detail;
    case 'interrupted':
      return cause.by === 'stopped' ? 'Stopped by you' : 'The engine stopped in mid-attempt';
  }
}

/** `503 Service Unavailable`, `Refused`, `Interrupted`, `Sending`. */
export function sayOutcome(outcome: Outcome | null): string {
  if (outcome === null) return 'Sending';
  switch (outcome.kind) {
    case 'response':
      return `${outcome.status} ${reasonPhrase(outcome.status)}`.trim();
    case 'no-response':
      return sayFault(outcome.fault);
    case 'interrupted':
      return 'Interrupted';
  }
}

const CLOSINGS: Record<Closing, string> = {
  suspended: 'The endpoint was suspended',
  'endpoint-disabled': 'The endpoint was disabled',
  'endpoint-deleted': 'The endpoint was deleted',
};

export const ENDS: Record<FailReason, string> = {
  exhausted: 'every attempt is used',
  permanent: 'permanent, not retried',
  expired: 'too old to be sent again',
  'endpoint-disabled': 'the endpoint receives no more',
};

const QUEUED_AGAIN = {
  'never-picked-up': 'Nobody picked it up; queued again',
  'lost-retry': 'Its next try was lost; queued again',
  stuck: 'Its attempt got stuck and is counted; queued again',
} as const;

const NO_DELIVERY = {
  'never-verified': 'no URL of this endpoint was ever verified',
  'hold-limit': 'the limit of held deliveries is reached',
  suspended: 'the endpoint is suspended',
  disabled: 'the endpoint is disabled',
} as const;

const plural = (count: number, one: string, many: string): string => `${sayCount(count)} ${count === 1 ? one : many}`;

const withWaiting = (count: number): string =>
  `with ${count === 0 ? 'none' : plural(count, 'delivery', 'deliveries')} waiting`;

const sayReleased = (count: number): string =>
  count === 0 ? '' : `; ${plural(count, 'held delivery is', 'held deliveries are')} sent`;

/** The numbers of the rules behind a statement, at its end: ` (F14, f10)`; nothing where there are none. */
export const citeRules = (rules: readonly string[]): string => (rules.length === 0 ? '' : ` (${rules.join(', ')})`);

const sayRetryAfter = (seen: RetryAfter | null): string =>
  seen === null
    ? ''
    : ` ${seen.header ?? 'Retry-After'}: ${seen.value} is ${sayRetryAfterUse(seen)}${citeRules(seen.rules)}.`;

/** A step in one sentence: log, CLI and screen say the same. */
export function explain(step: Step): string {
  switch (step.kind) {
    case 'clock':
      return step.paused ? 'Paused.' : `Clock: ${step.pace.kind === 'skip' ? 'skip waits' : `${step.pace.factor}×`}.`;
    case 'jump':
      return `Clock: a jump of ${sayDuration(step.to - step.from)}.`;
    case 'stop':
      return `Stopped; ${step.aborted} in flight ${step.aborted === 1 ? 'was' : 'were'} interrupted.`;
    case 'recover':
      return `Started again; ${plural(step.interrupted, 'attempt was', 'attempts were')} interrupted.`;
    case 'suspend':
      return `${saySuspended(step)}, ${withWaiting(step.waiting)}.`;
    case 'probe':
      return sayProbe(step);
    case 'streak':
      return step.after === 0
        ? `A success: the failure streak goes from ${step.before} back to 0.`
        : `The failure streak is ${step.after} now.`;
    case 'reopen':
      return `${sayOpened(step.by)}${sayReleased(step.released)}.`;
    case 'disable':
      return `Disabled by you, ${withWaiting(step.closed)}.`;
    case 'delete':
      return `Deleted by you, ${withWaiting(step.closed)}.`;
    case 'change':
      return 'Its settings were changed by you.';
    case 'verify':
      return `${step.passed ? 'Verified' : 'Not verified'}: ${step.detail}.`;
    case 'no-delivery':
      return `Stored without a delivery: ${NO_DELIVERY[step.because]}.`;
    default:
      return explainDelivery(step);
  }
}

function explainDelivery(step: DeliveryStep): string {
  switch (step.kind) {
    case 'accept':
      return step.originId === null
        ? 'Accepted; the first attempt is due at once.'
        : `Made from ${step.originId}; the first attempt is due at once.`;
    case 'claim':
      return `Attempt ${step.n} started.`;
    case 'deliver':
      return `${sayCause({ kind: 'status', status: step.status })}: delivered.`;
    case 'retry': {
      const left = `${plural(step.budgetLeft, 'attempt', 'attempts')} left`;
      return `${sayCause(step.because)}. Next attempt in ${sayDuration(waitedMs(step.wait))}, ${left}.${sayRetryAfter(step.retryAfter)}`;
    }
    case 'requeue':
      return step.by === 'stopped'
        ? 'Stopped by you in mid-attempt; it goes again, and no attempt is charged.'
        : 'The engine stopped in mid-attempt, so the outcome is unknown; it goes again, and no attempt is charged.';
    case 'stuck':
      return 'The engine stopped in mid-attempt, so the outcome is unknown; the sweep will find it and count the try.';
    case 'fail':
      if (step.optOut !== undefined) {
        return `${sayCause(step.because)}: ended for good, the answer says ${step.optOut.header}: ${step.optOut.value}.`;
      }
      return `${sayCause(step.because)}: ${ENDS[step.reason]}.${sayRetryAfter(step.retryAfter)}`;
    case 'defer':
      return `Over the limit of ${step.limit} in ${sayDuration(step.windowMs)}: deferred by ${sayDuration(step.toAt - step.fromAt)}; no attempt is used.`;
    case 'advance':
      return `A place became free: sent ${sayDuration(step.fromAt - step.toAt)} sooner; no attempt is used.`;
    case 'hold':
      return 'Held: the endpoint does not receive.';
    case 'close':
      return `${CLOSINGS[step.because]}: ${step.to}.`;
    case 'release':
      return step.probe === true
        ? 'Sent as a probe of a suspended endpoint: whether it receives again.'
        : 'Released: the endpoint receives again.';
    case 'stale':
      return 'Not picked up in time: stale.';
    case 'queue-again':
      return `${QUEUED_AGAIN[step.because]}.`;
    case 'expire':
      return 'Too old: it is not sent any more.';
    case 'resend':
      return 'Resent by you; the counter goes on.';
    case 'retry-now':
      return 'Sent now by you, before its time.';
    case 'cancel':
      return 'Cancelled by you.';
    case 'lose-job':
      if (step.jobs === 0) return 'None of its jobs get lost any more.';
      return `You let ${step.jobs === null ? 'every job' : plural(step.jobs, 'job', 'jobs')} of it get lost.`;
    case 'job-lost':
      return 'Its job got lost.';
  }
}

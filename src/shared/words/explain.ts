import type { Fault } from '../model/outcome';
import type { Cause, Step } from '../model/step';
import { sayDuration } from './duration';
import { reasonPhrase } from './status';

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
    case 'interrupted':
      return cause.by === 'stopped' ? 'Stopped by you' : 'The engine stopped in mid-attempt';
  }
}

/** A step in one sentence: log, CLI and screen say the same. */
export function explain(step: Step): string {
  switch (step.kind) {
    case 'accept':
      return 'Accepted; the first attempt is due at once.';
    case 'claim':
      return `Attempt ${step.n} started.`;
    case 'deliver':
      return `${sayCause({ kind: 'status', status: step.status })}: delivered.`;
    case 'retry': {
      const left = `${step.budgetLeft} ${step.budgetLeft === 1 ? 'attempt' : 'attempts'} left`;
      const ignored = step.retryAfterIgnored === null ? '' : ` Retry-After: ${step.retryAfterIgnored} is ignored (R1).`;
      return `${sayCause(step.because)}. Next attempt in ${sayDuration(step.wait.drawnMs)}, ${left}.${ignored}`;
    }
    case 'requeue':
      return step.by === 'stopped'
        ? 'Stopped by you in mid-attempt; it goes again, and no attempt is charged.'
        : `The engine stopped in mid-attempt, so the outcome is unknown; it goes again${step.charged ? ', and the try is counted' : ', and no attempt is charged'}.`;
    case 'fail':
      return step.reason === 'permanent'
        ? `${sayCause(step.because)}: permanent, not retried.`
        : `${sayCause(step.because)}: every attempt is used.`;
    case 'close':
      return `The endpoint was deleted: ${step.to === 'failed' ? 'failed' : step.to}.`;
    case 'clock':
      return step.paused ? 'Paused.' : `Clock: ${step.pace.kind === 'skip' ? 'skip waits' : `${step.pace.factor}×`}.`;
    case 'stop':
      return `Stopped; ${step.aborted} in flight ${step.aborted === 1 ? 'was' : 'were'} interrupted.`;
    case 'recover':
      return `Started again; ${step.interrupted} ${step.interrupted === 1 ? 'attempt was' : 'attempts were'} interrupted.`;
  }
}

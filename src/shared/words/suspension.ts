import type { EndpointStep, ReopenedBy, SuspendCause } from '../model/step';
import type { Suspension } from '../policies/circuit';
import { sayDuration } from './duration';
import { sayCount } from './figures';
import { reasonPhrase } from './status';

const many = (count: number, one: string, more: string): string => `${sayCount(count)} ${count === 1 ? one : more}`;

const sayStatuses = (ranges: readonly (readonly [number, number])[]): string =>
  ranges.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`)).join(', ');

/** What suspends, in short: `5 exhausted in a row`, `6 failures in 5 m`. `count` is what it came to. */
export function sayTrigger({ trigger }: Pick<Suspension, 'trigger'>, count?: number): string {
  switch (trigger.kind) {
    case 'exhausted-in-a-row':
      return `${sayCount(count ?? trigger.count)} exhausted in a row`;
    case 'exhausted-without-success':
      return `${trigger.count === 1 ? 'one' : `${sayCount(trigger.count)} in a row`} exhausted while nothing succeeded`;
    case 'failures-in-a-row':
      return `${sayCount(count ?? trigger.count)} failed attempts in a row`;
    case 'failures-in-span':
      return `${sayCount(count ?? trigger.count)} failed attempts in ${sayDuration(trigger.spanMs)}`;
    case 'failure-rate':
      return `${Math.round(trigger.ratio * 100)} % failed of ${sayCount(trigger.least)} attempts or more in ${sayDuration(trigger.spanMs)}`;
    case 'failing-for':
      return `nothing but failures for ${sayDuration(trigger.spanMs)}`;
    case 'status':
      return `an answer with ${sayStatuses(trigger.statuses)}`;
  }
}

/** The trigger with the statuses that suspend at once. */
export const sayTriggers = (suspension: Suspension): string =>
  suspension.atOnceOn === undefined
    ? sayTrigger(suspension)
    : `${sayTrigger(suspension)}, or an answer with ${sayStatuses(suspension.atOnceOn)} at once`;

/** What ends a suspension: `Verify again`, `after 30 s`. */
export function sayEnd({ endsBy, cooldown, probes = 1 }: Suspension): string {
  if (cooldown === undefined) return endsBy === 'verify' ? 'Verify again' : 'Enable';
  const grows =
    cooldown.factor === 1
      ? ''
      : `, each one ${cooldown.factor} times as long until something succeeds${cooldown.capMs === null ? '' : `, at most ${sayDuration(cooldown.capMs)}`}`;
  const after = `after ${sayDuration(cooldown.ms)}${grows}`;
  if (endsBy === 'time') return `by itself ${after}`;
  return `${after} one delivery goes as a probe; ${many(probes, 'success opens it', 'successes in a row open it')}`;
}

/** Why an endpoint is suspended, for a sentence: `6 of 10 attempts failed within 5 m`. */
function sayCause(cause: SuspendCause, streak: number): string {
  switch (cause.kind) {
    case 'failures-in-a-row':
      return `after ${many(streak, 'failed attempt', 'failed attempts in a row')}`;
    case 'failures-in-span':
      return `after ${many(streak, 'failed attempt', 'failed attempts')} within ${sayDuration(cause.spanMs)}`;
    case 'failure-rate':
      return `since ${sayCount(cause.failed)} of ${many(cause.total, 'attempt', 'attempts')} failed within ${sayDuration(cause.spanMs)}`;
    case 'failing-for':
      return `since nothing has succeeded for ${sayDuration(cause.ms)}`;
    case 'status':
      return `at once by ${`${cause.status} ${reasonPhrase(cause.status)}`.trim()}`;
    case 'probe':
      return 'again, the probe failed';
  }
}

/** A suspension's beginning, without its end: `Suspended after 5 exhausted deliveries in a row`. */
export function saySuspended({ because, streak, forMs }: Extract<EndpointStep, { kind: 'suspend' }>): string {
  const why =
    because === undefined
      ? `after ${many(streak, 'exhausted delivery', 'exhausted deliveries in a row')}`
      : sayCause(because, streak);
  return `Suspended ${why}${forMs === undefined ? '' : `, for ${sayDuration(forMs)}`}`;
}

export const sayProbe = ({ deliveryId, passed, needed }: Extract<EndpointStep, { kind: 'probe' }>): string =>
  `Half-open: ${deliveryId ?? 'the next delivery'} goes as a probe, ${passed} of ${needed} passed.`;

const OPENED: Readonly<Record<ReopenedBy, string>> = {
  verify: ' after verification',
  enable: '',
  time: ', its time was over',
  probe: ' after its probes',
};

export const sayOpened = (by: ReopenedBy): string => `Open again${OPENED[by]}`;

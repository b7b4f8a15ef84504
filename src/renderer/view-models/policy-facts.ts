import type { Policy, Timeouts } from '../../shared/policies/policy';
import type { PreviewAttempt } from '../../shared/rules/preview';
import { sayDuration } from '../../shared/words/duration';
import { sayFault } from '../../shared/words/explain';
import { sayEnd, sayTriggers } from '../../shared/words/suspension';
import { sayJitter, saySchedule } from '../../shared/words/waits';
import { CHANNEL_NAMES } from './channel-names';
import { sayCount } from './numbers';

/** One line of what a policy promises, with the provider's rules behind it. */
export type PolicyFact = { readonly name: string; readonly says: string; readonly rules: readonly string[] };

function sayTimeouts(timeouts: Timeouts): string {
  const START = {
    'connect-start': 'from the start',
    connected: 'once connected',
    'request-written': 'once written',
  } as const;
  const parts: string[] = [];
  if (timeouts.connectMs !== null) parts.push(`connect ${sayDuration(timeouts.connectMs)}`);
  if (timeouts.headers !== null)
    parts.push(`headers ${sayDuration(timeouts.headers.ms)} ${START[timeouts.headers.from]}`);
  if (timeouts.inactivityMs != null) parts.push(`silence ${sayDuration(timeouts.inactivityMs)}`);
  if (timeouts.totalMs !== null) parts.push(`all ${sayDuration(timeouts.totalMs)}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

const sayRange = ([from, to]: readonly [number, number]): string =>
  from === to ? String(from) : from % 100 === 0 && to === from + 99 ? `${from / 100}xx` : `${from} to ${to}`;

function sayVerdicts(
  policy: Policy,
  wanted: 'retry' | 'permanent' | 'success',
): { says: string; rules: readonly string[] } | null {
  const matching = policy.classification.rules.filter(({ verdict }) => verdict === wanted);
  if (matching.length === 0 && policy.classification.otherwise !== wanted) return null;
  const parts = matching.map(({ when }) => ('status' in when ? sayStatuses(when.status) : 'no response'));
  if (policy.classification.otherwise === wanted && parts.length === 0) parts.push('everything else');
  return { says: [...new Set(parts)].join(', '), rules: [...new Set(matching.flatMap(({ rules }) => rules))] };
}

const sayAttempts = ([from, to]: readonly [number, number | null]): string =>
  to === null ? `From attempt ${from} on` : from === to ? `Attempt ${from}` : `Attempts ${from} to ${to}`;

function sayRetryAfter(obeyed: Policy['retryAfter']): string {
  if (obeyed === 'ignore') return 'ignored';
  const names = obeyed.headers.map(({ name }) => name).join(', ');
  const statuses = obeyed.statuses.map(sayRange).join(', ');
  const cap = obeyed.capMs === null ? '' : `, at most ${sayDuration(obeyed.capMs)}`;
  return `${obeyed.mode === 'replace' ? 'in place of the wait' : 'the wait is no shorter'}${cap}; ${names} on ${statuses}`;
}

const sayOptOut = ({ header, value }: NonNullable<Policy['optOut']>): string =>
  `a failed answer with ${header}${value === null ? '' : `: ${value}`}`;

const sayStatuses = (range: readonly [number, number]): string =>
  range[0] <= 100 && range[1] >= 599 ? 'every other status' : sayRange(range);

const INTERRUPTED = {
  again: 'goes again, uncharged',
  stuck: 'found by the sweep, counted',
} as const;

const REMOVED = {
  fail: 'what waits fails',
  cancel: 'what waits is cancelled',
  hold: 'what waits is held',
} as const;

const REDELIVERY = {
  none: 'none',
  resend: 'resend: the same record goes again',
  redeliver: 'redeliver: a new delivery, the same id',
  replay: 'replay: a record of its own',
} as const;

/** Throttles, ages, suspension and what a person may do: only what the policy has. */
function moreFacts(policy: Policy): readonly PolicyFact[] {
  const { throttles, maxAge, sweep, redelivery, retention, verification } = policy;
  const facts: PolicyFact[] = throttles.map((throttle) => ({
    name: 'Throttle',
    says: `${throttle.channels.map((channel) => CHANNEL_NAMES[channel]).join(', ')}: ${throttle.limit} in ${throttle.window === 'sliding' ? `any ${sayDuration(throttle.windowMs)}` : `each window of ${sayDuration(throttle.windowMs)} by the clock`}`,
    rules: throttle.rules,
  }));
  if (maxAge !== null)
    facts.push({ name: 'Oldest', says: `${sayDuration(maxAge.ms)}, then it expires`, rules: maxAge.rules });
  if (sweep !== null) {
    const rules = [...sweep.rules.stale, ...sweep.rules.requeue, ...sweep.rules.lostRetry, ...sweep.rules.stuck];
    facts.push({ name: 'Sweep', says: `every ${sayDuration(sweep.everyMs)}, finds what got stuck`, rules });
  }
  if (verification !== null) {
    facts.push({ name: 'Verified', says: 'a challenge before it receives', rules: verification.rules });
  }
  facts.push(...suspensionFacts(policy));
  const quota = redelivery.form === 'redeliver' ? redelivery.quota : null;
  const most = quota === null ? '' : `, ${quota.count} in any ${sayDuration(quota.windowMs)}`;
  facts.push({
    name: 'By hand',
    says: `${REDELIVERY[redelivery.form]}${most}`,
    rules: redelivery.form === 'none' ? [] : redelivery.rules,
  });
  if (retention !== null) {
    facts.push({ name: 'Keeps', says: `events for ${sayDuration(retention.ms)}`, rules: retention.rules });
  }
  return facts;
}

function suspensionFacts({ suspension }: Policy): readonly PolicyFact[] {
  if (suspension === null) return [];
  const { ignoredFaults, holdLimit, rules } = suspension;
  const when = sayTriggers(suspension);
  const left = ignoredFaults.length === 0 ? '' : `, but for ${ignoredFaults.map(sayFault).join(', ')}`;
  const kept = suspension.newEvents === 'hold' ? 'held' : 'only stored';
  const limit = holdLimit === null ? '' : `, up to ${sayCount(holdLimit)}`;
  const end = sayEnd(suspension);
  const holds = suspension.waiting === 'hold' || suspension.newEvents === 'hold';
  const after = !holds
    ? 'nothing from before is sent'
    : suspension.atEnd === 'send'
      ? 'oldest first'
      : 'what is held stays until replayed';
  return [
    { name: 'Suspends', says: `${when}${left}`, rules: rules.trigger },
    { name: 'Meanwhile', says: `new events are ${kept}${limit}`, rules: [...rules.hold, ...rules.overflow] },
    { name: 'Resumes', says: `${end}, ${after}`, rules: [...rules.end, ...rules.atEnd] },
  ];
}

function sayIdentity({ identity, body }: Policy): string {
  const places = identity.map(({ header }) => header);
  if (body.kind === 'envelope') places.push(`${body.id} in the body’s envelope`);
  return places.join(', ') || 'not said';
}

/** What a policy promises, line by line. */
export function policyFacts(policy: Policy): readonly PolicyFact[] {
  const { rules } = policy;
  const retried = sayVerdicts(policy, 'retry');
  const permanent = sayVerdicts(policy, 'permanent');
  const taken = sayVerdicts(policy, 'success');
  return [
    { name: 'Attempts', says: String(policy.attempts), rules: rules.attempts },
    { name: 'Waits', says: saySchedule(policy.schedule, policy.attempts), rules: rules.schedule },
    { name: 'Jitter', says: sayJitter(policy.jitter), rules: rules.jitter },
    { name: 'Success', says: sayRange(policy.success), rules: rules.success },
    { name: 'Time-outs', says: sayTimeouts(policy.timeouts), rules: rules.timeouts },
    ...(policy.timeoutsFor ?? []).map((clocks) => ({
      name: sayAttempts(clocks.attempts),
      says: sayTimeouts(clocks),
      rules: rules.timeouts,
    })),
    ...(retried === null ? [] : [{ name: 'Retried', ...retried }]),
    ...(taken === null ? [] : [{ name: 'Success too', ...taken }]),
    ...(permanent === null ? [] : [{ name: 'Permanent', ...permanent }]),
    ...moreFacts(policy),
    { name: 'Retry-After', says: sayRetryAfter(policy.retryAfter), rules: rules.retryAfter },
    ...(policy.optOut == null
      ? []
      : [{ name: 'Ended by', says: sayOptOut(policy.optOut), rules: policy.optOut.rules }]),
    { name: 'Exhausted', says: `after attempt ${policy.attempts}`, rules: rules.exhausted },
    { name: 'Engine killed', says: INTERRUPTED[policy.interrupted.kind], rules: rules.interrupted },
    { name: 'Deleted', says: REMOVED[policy.whenRemoved.waiting], rules: rules.removed },
    {
      name: 'Same id',
      says: sayIdentity(policy),
      rules: rules.identity,
    },
    { name: 'Signature', says: policy.signing === 'none' ? 'none' : 'Standard Webhooks', rules: [] },
  ];
}

/**
 * `8 attempts, about 28 h`: what a card says. The span is that of the printed waits, which under equal jitter are the
 * upper bounds.
 */
export function policyInShort(policy: Pick<Policy, 'attempts' | 'jitter'>, preview: readonly PreviewAttempt[]): string {
  const last = preview.at(-1);
  const ageMs = policy.jitter.kind === 'equal' ? last?.ageMs.max : last?.ageMs.nominal;
  if (ageMs === undefined || ageMs === 0) return `${policy.attempts} attempts at once`;
  const span = sayRoughly(ageMs);
  return `${policy.attempts} attempts, ${ageMs < 48 * 3_600_000 ? 'about ' : ''}${span}`;
}

/** A span in one or two units: `28 h`, `5 d 16 h`, `15 m`, `1 m`. */
function sayRoughly(ms: number): string {
  if (ms < 45_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 5_400_000) return `${Math.round(ms / 60_000)} m`;
  const hours = Math.round(ms / 3_600_000);
  if (hours < 48) return `${hours} h`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** What happens to waiting deliveries when an endpoint under this policy is deleted, for the confirmation. */
export function sayRemoval(policy: Policy, waiting: number): string {
  if (waiting === 0) return 'Nothing waits for it. Its history stays.';
  const many = waiting === 1 ? '1 waiting delivery' : `${waiting} waiting deliveries`;
  const become = { fail: 'will fail', cancel: 'will be cancelled', hold: 'will be held' }[policy.whenRemoved.waiting];
  const rule = policy.rules.removed.length === 0 ? '' : ` (${policy.rules.removed.join(', ')})`;
  return `${many} ${become}${rule}. Its history stays.`;
}

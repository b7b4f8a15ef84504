import { type Delivery, isFinal } from '../model/delivery';
import type { Endpoint } from '../model/endpoint';
import type { Redelivery } from '../policies/circuit';
import type { Policy } from '../policies/policy';
import { sayDuration } from '../words/duration';
import { citeRules } from '../words/explain';
import { endpointWord, providerWords } from '../words/provider-words';
import { isExpired } from './sweep';

/** What a person's "again" may do, and what it costs; or why not, with the rule. */
export type Permission =
  | {
      readonly ok: true;
      readonly form: 'resend';
      readonly budget: number;
      readonly costs: string;
      readonly rules: readonly string[];
    }
  | {
      readonly ok: true;
      readonly form: 'redeliver' | 'replay';
      readonly costs: string;
      readonly rules: readonly string[];
    }
  | { readonly ok: false; readonly why: string; readonly rules: readonly string[] };

/** A refusal, with the policy's rules behind it at its end. */
const no = (why: string, rules: readonly string[] = []): Permission => ({
  ok: false,
  why: `${why}${citeRules(rules)}.`,
  rules,
});

/**
 * Whether a delivery may be sent again by hand under its policy's own form. Every rule that is named is the policy's.
 * @param recent virtual instants of the endpoint's earlier redeliveries, any order; older ones than the quota's window do not count
 */
export function mayRedeliver(
  policy: Policy,
  endpoint: Pick<Endpoint, 'state' | 'condition'>,
  delivery: Delivery,
  recent: readonly number[],
  now: number,
): Permission {
  const { redelivery } = policy;
  switch (redelivery.form) {
    case 'none':
      return no(`${policy.name} has no redelivery. Send it again as a new event`);
    case 'resend':
      return mayResend(policy, redelivery, endpoint, delivery, now);
    case 'redeliver':
      return mayRedeliverAnew(policy, redelivery, endpoint, delivery, recent, now);
    case 'replay':
      return mayReplay(policy, redelivery, endpoint, delivery, now);
  }
}

type Form<K extends Redelivery['form']> = Extract<Redelivery, { readonly form: K }>;

function mayResend(
  policy: Policy,
  { maxAgeMs, rules, rulesFor }: Form<'resend'>,
  endpoint: Pick<Endpoint, 'state' | 'condition'>,
  delivery: Delivery,
  now: number,
): Permission {
  if (delivery.state === 'queued')
    return no(`${wordFor(policy, delivery)}: it is already waiting to be sent`, rulesFor.waiting);
  if (delivery.state === 'processing')
    return no(`${wordFor(policy, delivery)}: it is being sent right now`, rulesFor.waiting);
  if (maxAgeMs !== null && now - delivery.createdAt > maxAgeMs) {
    return no(`Older than ${sayDuration(maxAgeMs)}: it cannot be resent`, rulesFor.tooOld);
  }
  if (isExpired(policy, delivery, now)) return no('Too old: it would never be sent', policy.maxAge?.rules);
  if (endpoint.state !== 'enabled') return closed(policy, endpoint, rulesFor.closed);
  // a15: what is left of the budget is kept, and at least one more try is given.
  const budget = Math.max(policy.attempts, delivery.counter + 1);
  const tries = budget - delivery.counter;
  const costs = `${tries === 1 ? 'One more try' : `${tries} tries`} on the same record; the counter goes on from ${delivery.counter}${citeRules(rulesFor.cost)}.`;
  return { ok: true, form: 'resend', budget, costs, rules };
}

type Quota = { readonly count: number; readonly windowMs: number };

/**
 * What is left of a quota in the window that slides with virtual `now` (f9), and when the next one is free: null while
 * some are left. Virtual epoch ms.
 */
export function quotaLeft(
  { count, windowMs }: Quota,
  recent: readonly number[],
  now: number,
): { readonly left: number; readonly freeAt: number | null } {
  const inWindow = recent.filter((at) => now - at < windowMs).sort((a, b) => a - b);
  const freeing = inWindow[inWindow.length - count];
  return { left: Math.max(0, count - inWindow.length), freeAt: freeing === undefined ? null : freeing + windowMs };
}

function mayRedeliverAnew(
  policy: Policy,
  { quota, rules, rulesFor }: Form<'redeliver'>,
  endpoint: Pick<Endpoint, 'state' | 'condition'>,
  delivery: Delivery,
  recent: readonly number[],
  now: number,
): Permission {
  const word = wordFor(policy, delivery);
  if (delivery.state === 'cancelled') return no(`${word}: it cannot be redelivered`, rulesFor.cancelled);
  if (!isFinal(delivery.state)) return no(`${word}: no redelivery before it has ended`, rulesFor.waiting);
  if (endpoint.state !== 'enabled') return closed(policy, endpoint, rulesFor.closed);
  const { verified, suspendedAt } = endpoint.condition;
  if (policy.verification !== null && (!verified || suspendedAt !== null)) {
    return no('The endpoint is not verified: verify it first', rulesFor.unverified);
  }
  if (suspendedAt !== null) return closed(policy, endpoint, rulesFor.closed);
  const makes = `A new delivery with the same id and ${policy.attempts} attempts`;
  if (quota === null) return { ok: true, form: 'redeliver', costs: `${makes}${citeRules(rulesFor.cost)}.`, rules };
  const { left: free, freeAt } = quotaLeft(quota, recent, now);
  if (freeAt !== null) {
    const inMs = sayDuration(freeAt - now);
    return no(
      `All ${quota.count} redeliveries of ${sayWindow(quota)} are used; the next is free in ${inMs}`,
      quota.rules,
    );
  }
  const left = free - 1;
  const cited = citeRules([...rulesFor.cost, ...quota.rules]);
  return {
    ok: true,
    form: 'redeliver',
    costs: `${makes}; ${left} of ${quota.count} redeliveries are left ${sayWindow(quota)}${cited}.`,
    rules,
  };
}

function mayReplay(
  policy: Policy,
  { rules, rulesFor }: Form<'replay'>,
  endpoint: Pick<Endpoint, 'state' | 'condition'>,
  delivery: Delivery,
  now: number,
): Permission {
  if (policy.retention !== null && now - delivery.createdAt > policy.retention.ms) {
    return no(`Older than the retention window of ${sayDuration(policy.retention.ms)}`, rulesFor.tooOld);
  }
  if (endpoint.state !== 'enabled' || endpoint.condition.suspendedAt !== null)
    return closed(policy, endpoint, rulesFor.closed);
  const costs = `A record of its own with ${policy.attempts} attempts; this one stays as it is${citeRules(rulesFor.cost)}.`;
  return { ok: true, form: 'replay', costs, rules };
}

const sayWindow = ({ windowMs }: Quota): string =>
  windowMs === 3_600_000 ? 'this hour' : `these ${sayDuration(windowMs)}`;

/** The provider's own word for a delivery's state, for the beginning of a sentence. */
const wordFor = (policy: Policy, delivery: Delivery): string => providerWords(policy, delivery)?.label ?? 'Waiting';

const closed = (
  policy: Policy,
  endpoint: Pick<Endpoint, 'state' | 'condition'>,
  rules: readonly string[],
): Permission =>
  no(
    `The endpoint is ${endpointWord(policy, endpoint)}${policy.whenRemoved.canEnable ? ': enable it first' : ''}`,
    rules,
  );

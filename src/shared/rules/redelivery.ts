import { type Delivery, isFinal } from '../model/delivery';
import type { Endpoint } from '../model/endpoint';
import type { Redelivery } from '../policies/circuit';
import type { Policy } from '../policies/policy';
import { sayDuration } from '../words/duration';
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

const no = (why: string, ...rules: readonly string[]): Permission => ({ ok: false, why, rules });

/**
 * Whether a delivery may be sent again by hand under its policy's own form.
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
      return no(`${policy.name} has no redelivery. Send it again as a new event.`);
    case 'resend':
      return mayResend(policy, endpoint, delivery, redelivery, now);
    case 'redeliver':
      return mayRedeliverAnew(policy, endpoint, delivery, recent, now);
    case 'replay':
      return mayReplay(policy, endpoint, delivery, redelivery.rules, now);
  }
}

function mayResend(
  policy: Policy,
  endpoint: Pick<Endpoint, 'state'>,
  delivery: Delivery,
  { maxAgeMs, rules }: Extract<Redelivery, { form: 'resend' }>,
  now: number,
): Permission {
  if (delivery.state === 'queued') return no('Pending: it is already waiting to be sent (A37).', 'A37');
  if (delivery.state === 'processing') return no('Processing: it is being sent right now (A37).', 'A37');
  if (maxAgeMs !== null && now - delivery.createdAt > maxAgeMs) {
    return no(`Older than ${sayDuration(maxAgeMs)}: it cannot be resent (A38).`, 'A38');
  }
  if (isExpired(policy, delivery, now)) return no('Too old: it would never be sent (A19).', 'A19');
  if (endpoint.state !== 'enabled') return no('The channel is disabled. Enable it first (A26).', 'A26');
  // a15: what is left of the budget is kept, and at least one more try is given.
  const budget = Math.max(policy.attempts, delivery.counter + 1);
  const tries = budget - delivery.counter;
  const costs = `${tries === 1 ? 'One more try' : `${tries} tries`} on the same record; the counter goes on from ${delivery.counter} (A39).`;
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
  endpoint: Pick<Endpoint, 'state' | 'condition'>,
  delivery: Delivery,
  recent: readonly number[],
  now: number,
): Permission {
  if (policy.redelivery.form !== 'redeliver') return no('This policy has no redelivery.');
  if (delivery.state === 'cancelled')
    return no('Cancelled: a disabled application stays disabled (F14).', 'F14', 'f10');
  if (!isFinal(delivery.state)) return no('Pending: no redelivery yet (F29).', 'F29');
  if (endpoint.state !== 'enabled') return no('The application is disabled (F14).', 'F14');
  if (!endpoint.condition.verified || endpoint.condition.suspendedAt !== null) {
    return no('The endpoint is not verified. Verify it first (F31).', 'F31');
  }
  const { quota, rules } = policy.redelivery;
  if (quota === null) return { ok: true, form: 'redeliver', costs: 'A new delivery with the same id (F28).', rules };
  const { left: free, freeAt } = quotaLeft(quota, recent, now);
  if (freeAt !== null) {
    return no(
      `All ${quota.count} redeliveries of this hour are used; the next is free in ${sayDuration(freeAt - now)} (F32).`,
      'F32',
    );
  }
  const left = free - 1;
  return {
    ok: true,
    form: 'redeliver',
    costs: `A new delivery with the same id and ${policy.attempts} attempts; ${left} of ${quota.count} redeliveries are left this hour (F28, F32).`,
    rules,
  };
}

function mayReplay(
  policy: Policy,
  endpoint: Pick<Endpoint, 'state' | 'condition'>,
  delivery: Delivery,
  rules: readonly string[],
  now: number,
): Permission {
  if (policy.retention !== null && now - delivery.createdAt > policy.retention.ms) {
    return no(`Older than the retention window of ${sayDuration(policy.retention.ms)} (K18).`, 'K18');
  }
  if (endpoint.state !== 'enabled' || endpoint.condition.suspendedAt !== null) {
    return no('The subscription is disabled. Enable it first (K15).', 'K15');
  }
  return {
    ok: true,
    form: 'replay',
    costs: `A record of its own with ${policy.attempts} attempts; this one stays as it is (K19).`,
    rules,
  };
}

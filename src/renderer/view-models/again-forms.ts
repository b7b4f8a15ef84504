import type { Redelivery } from '../../shared/policies/circuit';
import type { Policy } from '../../shared/policies/policy';
import { sayCount } from './numbers';

type Form = Exclude<Redelivery['form'], 'none'>;

/** A policy's own form of sending again, by its own name. */
export const AGAIN_FORMS = {
  resend: { act: 'delivery.resend', name: 'Resend', done: 'Resent.' },
  redeliver: { act: 'delivery.redeliver', name: 'Redeliver', done: 'Redelivered.' },
  replay: { act: 'delivery.replay', name: 'Replay', done: 'Replayed.' },
} as const satisfies Record<Form, { act: string; name: string; done: string }>;

/** The policy's form; null where there is none. */
export const againForm = (policy: Policy | undefined): (typeof AGAIN_FORMS)[Form] | null =>
  policy === undefined || policy.redelivery.form === 'none' ? null : AGAIN_FORMS[policy.redelivery.form];

const KIN = {
  none: { of: 'Sent again from', as: 'Sent again as', many: 'sent again' },
  resend: { of: 'Sent again from', as: 'Sent again as', many: 'sent again' },
  redeliver: { of: 'Redelivery of', as: 'Redelivered as', many: 'redelivered' },
  replay: { of: 'Replay of', as: 'Replayed as', many: 'replayed' },
} as const satisfies Record<Redelivery['form'], { of: string; as: string; many: string }>;

/** How a copy and its original are spoken of (R8). */
export const kinWords = (policy: Policy | undefined): (typeof KIN)[Redelivery['form']] =>
  KIN[policy?.redelivery.form ?? 'none'];

/** `Redelivery`, or `Redelivered once`, `Redelivered 3 times`: what a list says of a copy and of an original. */
export function sayKin(
  row: { readonly originId: string | null; readonly copies: number },
  policy: Policy | undefined,
): string | null {
  const words = kinWords(policy);
  const copy = row.originId === null ? null : `${words.of} ${row.originId.slice(-4)}`;
  const times = row.copies === 1 ? 'once' : `${sayCount(row.copies)} times`;
  const original = row.copies === 0 ? null : `${words.many} ${times}`;
  if (copy === null) return original === null ? null : `${original.charAt(0).toUpperCase()}${original.slice(1)}`;
  return original === null ? copy : `${copy}, ${original}`;
}

/** What the provider's page says to receivers about a copy (F33). */
export const adviceOn = (policy: Policy | undefined, about: Policy['advice'][number]['about']) =>
  policy?.advice.filter((advice) => advice.about === about) ?? [];

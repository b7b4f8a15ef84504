import type { Delivery } from '../../src/shared/model/delivery';
import type { Outcome } from '../../src/shared/model/outcome';
import type { DeliveryStep } from '../../src/shared/model/step';
import type { Policy } from '../../src/shared/policies/policy';
import { applyStep } from '../../src/shared/rules/apply-step';
import { nextStep } from '../../src/shared/rules/next-step';
import { isExpired } from '../../src/shared/rules/sweep';
import { sweepStep } from '../../src/shared/rules/sweep-step';
import { sayCause } from '../../src/shared/words/explain';
import { answer, attemptOf } from './walk';

export const MINUTE = 60_000;

/** What the world does when a delivery is picked up: an attempt with an outcome, or a full window. */
export type Deed = Outcome | { readonly kind: 'window-full'; readonly byMs: number };

type Flight = { readonly endsAt: number; readonly outcome: Outcome; readonly startedAt: number };

/** One line of a delivery's history. */
export type Told = {
  readonly at: number;
  readonly kind: DeliveryStep['kind'];
  readonly because: string | null;
  readonly after: Delivery;
};

/**
 * Lets virtual time pass over one delivery: it is picked up when due, and swept. `by-minute` looks at every whole
 * minute, as the provider does; `by-sweep-at` jumps from one planned instant to the next, as the engine does. Deeds
 * are used up one for each time it is picked up; after the last one everything fails with 503.
 */
export function watch(
  policy: Policy,
  start: Delivery,
  deeds: readonly Deed[],
  until: number,
  pace: 'by-minute' | 'by-sweep-at',
): readonly Told[] {
  const told: Told[] = [];
  const left = [...deeds];
  let delivery = start;
  let flight = null as Flight | null;

  const take = (step: DeliveryStep, at: number): void => {
    delivery = applyStep(policy, delivery, step, at, errorOf(policy, step));
    told.push({ at, kind: step.kind, because: 'because' in step ? sayBecause(step.because) : null, after: delivery });
  };
  const settle = (ended: Flight): void => {
    const attempt = { ...attemptOf(delivery, ended.startedAt), n: delivery.attempts };
    flight = null;
    take(nextStep(policy, delivery, attempt, ended.outcome, { now: ended.endsAt, roll: 0.5 }), ended.endsAt);
  };
  const pickUp = (at: number): void => {
    if (delivery.jobsToLose !== 0) {
      take({ kind: 'job-lost', rules: [] }, at);
      return;
    }
    if (isExpired(policy, delivery, at)) {
      take({ kind: 'expire', rules: [] }, at);
      return;
    }
    const deed = left.shift() ?? answer(503);
    if (deed.kind === 'window-full') {
      take(
        { kind: 'defer', fromAt: at, toAt: at + deed.byMs, limit: 20, windowMs: MINUTE, window: null, rules: [] },
        at,
      );
      return;
    }
    take(
      { kind: 'claim', n: delivery.attempts + 1, lateMs: 0, throttle: null, budgetLeft: null, budget: null, rules: [] },
      at,
    );
    flight = { endsAt: at + deed.tookMs, outcome: deed, startedAt: at };
  };
  const sweepAt = (at: number): void => {
    const step = sweepStep(policy, delivery, at);
    if (step !== null) take(step, at);
  };
  /** Everything but sweeps, before an instant; what ends at the instant itself comes before its sweep. */
  const runTo = (at: number): void => {
    for (;;) {
      if (flight !== null && flight.endsAt <= at) settle(flight);
      else if (flight === null && delivery.dueAt !== null && delivery.dueAt < at) pickUp(delivery.dueAt);
      else return;
    }
  };

  if (pace === 'by-minute') {
    const first = Math.ceil(start.createdAt / MINUTE) * MINUTE;
    for (let at = first; at <= until; at += MINUTE) {
      runTo(at);
      sweepAt(at);
    }
  } else {
    while (delivery.sweepAt !== null || delivery.dueAt !== null || flight !== null) {
      const own = flight === null ? delivery.dueAt : null;
      const next = Math.min(delivery.sweepAt ?? Infinity, own ?? Infinity);
      if (flight !== null) settle(flight);
      else if (next > until) break;
      else if (delivery.sweepAt !== null && delivery.sweepAt <= (own ?? Infinity)) sweepAt(delivery.sweepAt);
      else pickUp(next);
      if (told.length > 5_000) throw new Error('time stands still');
    }
  }
  runTo(until + 1);
  return told.filter(({ at }) => at <= until);
}

const sayBecause = (because: unknown): string | null => (typeof because === 'string' ? because : null);

function errorOf(policy: Policy, step: DeliveryStep): string | null {
  switch (step.kind) {
    case 'retry':
    case 'fail':
      return sayCause(step.because);
    case 'requeue':
      return sayCause({ kind: 'interrupted', by: step.by });
    case 'stuck':
    case 'queue-again':
      return sayCause({ kind: 'interrupted', by: 'killed' });
    case 'expire':
      return policy.maxAge?.error ?? null;
    default:
      return null;
  }
}

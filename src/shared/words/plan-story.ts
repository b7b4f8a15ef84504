import type { DeliveryRow } from '../contract/views';
import type { Policy } from '../policies/policy';
import { sayShort } from './figures';
import { budgetFacts, ifItFails, instantFact, said } from './step-facts';
import { type Story, type Told, waitRules } from './story';
import { sayWaitRule } from './waits';

/** An attempt that comes only if every attempt before it fails: when, at the earliest and at the latest. */
export type Plan = { readonly n: number; readonly fromMs: number; readonly nominalMs: number; readonly toMs: number };

export function planStory({ row, policy, nowMs }: Told, plan: Plan): Story {
  const failures = row.counter + plan.n - row.attempts - 1;
  const rules = [...new Set(waitRules(policy))];
  const certain = plan.fromMs === plan.toMs;
  return {
    title: `Attempt ${plan.n} of ${Math.max(row.budget, plan.n)}, if all before it fail`,
    rules,
    sentence: `${sayWaitRule(policy, failures)} Request time comes on top.`,
    wait: null,
    facts: [
      ...(certain
        ? [instantFact('Due', plan.nominalMs, nowMs)]
        : [
            instantFact('Earliest', plan.fromMs, nowMs),
            instantFact('Nominal', plan.nominalMs, nowMs),
            instantFact('Latest', plan.toMs, nowMs),
          ]),
      ...budgetFacts(policy, Math.max(0, row.budget - row.counter), row.budget),
      ifItFails(policy, failures + 1, row.budget),
    ],
    budget: { left: Math.max(0, row.budget - row.counter), of: row.budget },
  };
}

/** Why a delivery for which nothing is due stands where it stands: held, stale, cancelled, or failed without an attempt. */
export function stoppedStory({ row, policy, nowMs }: Told): Story {
  const left = Math.max(0, row.budget - row.counter);
  return {
    ...sayStopped(row, policy),
    wait: null,
    facts: [
      instantFact('Since', row.changedAt, nowMs),
      said('For', sayShort(Math.max(0, nowMs - row.changedAt))),
      ...(row.sweepAt === null ? [] : [instantFact('Next', row.sweepAt, nowMs)]),
      ...budgetFacts(policy, left, row.budget),
    ],
    budget: { left, of: row.budget },
  };
}

function sayStopped(row: DeliveryRow, policy: Policy): Pick<Story, 'title' | 'rules' | 'sentence'> {
  switch (row.state) {
    case 'held':
      return {
        title: 'Held',
        rules: policy.suspension?.rules.hold ?? policy.rules.removed,
        sentence: 'The delivery is kept back; nothing is due until the endpoint is open again.',
      };
    case 'stale':
      return {
        title: 'Stale',
        rules: policy.sweep?.rules.stale ?? [],
        sentence: 'It was due and never picked up; the sweep queues it again.',
      };
    default: {
      const sentence = row.lastError ?? 'The endpoint no longer takes deliveries.';
      return { title: row.state === 'cancelled' ? 'Cancelled' : 'Failed', rules: policy.rules.removed, sentence };
    }
  }
}

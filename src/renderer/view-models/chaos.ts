import type { DeliveryRow } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import type { Policy } from '../../shared/policies/policy';
import { sayDuration } from '../../shared/words/duration';

/** What an experiment does, with the rules behind it. */
export type ChaosWords = { readonly says: string; readonly rules: readonly string[] };

/** What each policy makes of an engine that dies in mid-attempt. */
export function sayCrash(policies: readonly Policy[], inFlight: number): ChaosWords {
  const head = 'It dies as if killed and starts again; the window stays.';
  if (inFlight === 0) return { says: `${head} Nothing is in flight, so nothing is interrupted.`, rules: [] };
  const seen = new Map(policies.map((policy) => [policy.id, policy]));
  const parts = [...seen.values()].map((policy) =>
    policy.interrupted.kind === 'stuck' && policy.sweep !== null
      ? `${policy.name}’s sweep finds the attempt after ${sayDuration(policy.sweep.stuckAfterMs)} and counts it.`
      : `${policy.name} sends it again, uncharged.`,
  );
  return { says: [head, ...parts].join(' '), rules: [...new Set(policies.flatMap(({ rules }) => rules.interrupted))] };
}

/** What becomes of a delivery whose next job is lost under its policy. */
export function sayLostJob(policy: Policy, row: Pick<DeliveryRow, 'counter'>): ChaosWords {
  const { sweep } = policy;
  if (sweep === null) {
    return { says: `Nothing looks for lost jobs under ${policy.name}: it waits until you retry it.`, rules: [] };
  }
  if (row.counter > 0) {
    return {
      says: `The sweep queues it again ${sayDuration(sweep.lostRetryAfterMs)} after the failure.`,
      rules: sweep.rules.lostRetry,
    };
  }
  return {
    says: `Stale after ${sayDuration(sweep.staleAfterMs)}, queued again ${sayDuration(sweep.requeueAfterMs)} after that.`,
    rules: [...sweep.rules.stale, ...sweep.rules.requeue],
  };
}

/** What becomes of one whose every job is lost. */
export function sayEveryJobLost(policy: Policy): ChaosWords {
  if (policy.sweep === null) {
    return { says: 'Every one that is queued gets lost, those by your hand too.', rules: [] };
  }
  if (policy.maxAge === null) return { says: 'Every one that the sweep queues gets lost too.', rules: [] };
  return {
    says: `Every one that the sweep queues gets lost too, until it expires after ${sayDuration(policy.maxAge.ms)}.`,
    rules: policy.sweep.rules.expired,
  };
}

/** What was just asked for: `jobs` null is every job, 0 none any more. */
export function sayLosing(eventType: string, jobs: 0 | 1 | null): string {
  if (jobs === null) return `Every job of ${eventType} gets lost.`;
  return jobs === 0 ? `No job of ${eventType} gets lost any more.` : `The next job of ${eventType} gets lost.`;
}

/** What the end of losing jobs does. */
export const sayNoMoreLost = (policy: Policy): ChaosWords => ({
  says: `Jobs that are queued from now on are kept.${policy.sweep === null ? '' : ' One that is lost already waits for the sweep.'}`,
  rules: policy.sweep?.rules.lostRetry ?? [],
});

/** Why no job of a delivery can be lost, or null when one can. */
export function whyNoJob(row: Pick<DeliveryRow, 'state'> | undefined): string | null {
  if (row === undefined) return 'Select a delivery on the timeline first.';
  if (isFinal(row.state)) return 'The selected delivery is final: no job of it is left.';
  return null;
}

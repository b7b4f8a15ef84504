import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Outcome } from '../../shared/model/outcome';
import type { DeliveryStep } from '../../shared/model/step';
import { applyStep } from '../../shared/rules/apply-step';
import { DRAW, draw } from '../../shared/rules/draw';
import { nextStep } from '../../shared/rules/next-step';
import { closeStep } from '../../shared/rules/removal';
import { sayCause } from '../../shared/words/explain';
import type { Claimed, SendResult } from './ports';
import type { RunContext } from './run-context';

/** An attempt with what came of it. `endedAt` is virtual epoch ms. */
export type Ended = {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  readonly result: Pick<SendResult, 'response' | 'timings' | 'remote'> | null;
  readonly endedAt: number;
};

/** Outcome and next step in one transaction (law 1). Only inside `context.commit`. */
export function settle(context: RunContext, ended: Ended): void {
  const { store } = context.ports;
  const { attempt } = ended.claimed;
  // Read again: a person may have removed the endpoint while the request was in flight.
  const delivery = store.delivery(attempt.deliveryId) ?? ended.claimed.delivery;
  const endpoint = store.endpoint(attempt.endpointId);
  if (endpoint === null) throw new Error(`attempt ${attempt.n} of ${attempt.deliveryId} has no endpoint`);
  const step = decide(context, endpoint, delivery, ended);
  store.settleAttempt({ ...attempt, endedAt: ended.endedAt, outcome: ended.outcome }, ended.result);
  store.updateDelivery(applyStep(endpoint.policy, delivery, step, ended.endedAt, errorOf(step, endpoint)));
  context.logDelivery(delivery, step, ended.endedAt);
}

function decide(context: RunContext, endpoint: Endpoint, delivery: Delivery, ended: Ended): DeliveryStep {
  const { attempt } = ended.claimed;
  // Keyed by the failure, not by the attempt: an interruption changes nothing about the plan (law 4).
  const roll = draw(context.run.seed, DRAW.retryWait, delivery.ordinal, delivery.counter + 1);
  const step = nextStep(endpoint.policy, delivery, attempt, ended.outcome, { now: ended.endedAt, roll });
  const goesOn = step.kind === 'retry' || step.kind === 'requeue';
  return goesOn && endpoint.state === 'deleted' ? closeStep(endpoint.policy) : step;
}

function errorOf(step: DeliveryStep, endpoint: Endpoint): string | null {
  switch (step.kind) {
    case 'retry':
    case 'fail':
      return sayCause(step.because);
    case 'requeue':
      return sayCause({ kind: 'interrupted', by: step.by });
    case 'close':
      return endpoint.policy.whenRemoved.error;
    default:
      return null;
  }
}

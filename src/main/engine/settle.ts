import type { Delivery } from '../../shared/model/delivery';
import { isFinal } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Outcome, ReceivedResponse } from '../../shared/model/outcome';
import type { Closing, DeliveryStep } from '../../shared/model/step';
import { DRAW, drawFromSource } from '../../shared/rules/draw';
import { nextStep } from '../../shared/rules/next-step';
import { cutErrorText } from '../../shared/words/error-text';
import { sayCause } from '../../shared/words/explain';
import { close, closingFor, countAttempt, countEnding, withStreak } from './circuit';
import type { Claimed, SendResult } from './ports';
import { settleProbe } from './reopenings';
import type { RunContext } from './run-context';

/** An attempt with what came of it. `endedAt` is virtual epoch ms. */
export type Ended = {
  readonly claimed: Claimed;
  readonly outcome: Outcome;
  readonly result: Pick<SendResult, 'response' | 'timings' | 'interim' | 'remote'> | null;
  readonly endedAt: number;
};

/** The order in which outcomes of one turn count. */
export const byEndThenOrdinal = (a: Ended, b: Ended): number =>
  a.endedAt - b.endedAt || a.claimed.delivery.ordinal - b.claimed.delivery.ordinal;

/** Outcome and next step in one transaction (law 1). Only inside `context.commit`. */
export function settle(context: RunContext, ended: Ended): void {
  const { store } = context.ports;
  const { attempt } = ended.claimed;
  // Read again: a person may have closed the endpoint or cancelled the delivery while the request was in flight.
  const delivery = store.delivery(attempt.deliveryId) ?? ended.claimed.delivery;
  const endpoint = store.endpoint(attempt.endpointId);
  if (endpoint === null) throw new Error(`attempt ${attempt.n} of ${attempt.deliveryId} has no endpoint`);
  store.settleAttempt({ ...attempt, endedAt: ended.endedAt, outcome: ended.outcome }, ended.result);
  const decided = decide(context, endpoint, delivery, ended);
  const step = withStreak(context, endpoint, delivery, decided, ended.endedAt);
  const closing = closingFor(endpoint, delivery);
  const error = errorOf(step, endpoint, closing, ended.result?.response);
  const after = context.apply(endpoint, delivery, step, ended.endedAt, error);
  if (isFinal(after.state)) countEnding(context, endpoint, after, ended.endedAt);
  else if (closing !== null) close(context, endpoint, after, closing, ended.endedAt);
  settleProbe(context, endpoint.id, after, step, ended.endedAt);
  countAttempt(context, endpoint.id, ended.outcome, ended.endedAt);
}

function decide(context: RunContext, endpoint: Endpoint, delivery: Delivery, ended: Ended): DeliveryStep {
  // Keyed by the failure, not by the attempt: an interruption changes nothing about the plan (law 4).
  const source = { seed: context.run.seed, key: [DRAW.retryWait, delivery.ordinal, delivery.counter + 1] };
  const moment = {
    now: ended.endedAt,
    roll: drawFromSource(source),
    draw: source,
    wallAt: context.ports.system.wallMs(),
  };
  const headers = ended.result?.response?.headers ?? [];
  return nextStep(endpoint.policy, delivery, ended.claimed.attempt, ended.outcome, moment, headers);
}

function errorOf(
  step: DeliveryStep,
  endpoint: Endpoint,
  closing: Closing | null,
  response: ReceivedResponse | null | undefined,
): string | null {
  // R6: a failure at an endpoint that a person closed is final with that error.
  if (
    step.kind === 'fail' &&
    closing !== null &&
    closing !== 'suspended' &&
    endpoint.policy.whenRemoved.error !== null
  ) {
    return endpoint.policy.whenRemoved.error;
  }
  switch (step.kind) {
    case 'retry':
    case 'fail': {
      const text = endpoint.policy.errorLimit === null ? '' : answerText(response);
      const words = sayCause(step.because);
      return text === '' ? words : `${words}: ${cutErrorText(endpoint.policy, text)}`;
    }
    case 'requeue':
      return sayCause({ kind: 'interrupted', by: step.by });
    case 'stuck':
      return sayCause({ kind: 'interrupted', by: 'killed' });
    default:
      return null;
  }
}

const answerText = (response: ReceivedResponse | null | undefined): string =>
  response === null || response === undefined ? '' : new TextDecoder().decode(response.body).trim();

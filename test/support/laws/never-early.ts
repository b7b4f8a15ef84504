import type { EndpointId } from '../../../src/shared/model/ids';
import type { Breach } from './evidence';
import type { AttemptFacts, DeliveryFacts, EndpointFacts, Ledger } from './ledger';

/** Law 3: never early, never over. Also that attempts are numbered without gaps, and budgets kept. */
export function earlyOrOver(ledger: Ledger): readonly Breach[] {
  const endpoints = new Map<string, EndpointFacts>(ledger.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const byDelivery = new Map<string, AttemptFacts[]>(ledger.deliveries.map(({ id }) => [id, []]));
  for (const attempt of ledger.attempts) byDelivery.get(attempt.deliveryId)?.push(attempt);
  return [
    ...ledger.deliveries.flatMap((delivery) => {
      const attempts = byDelivery.get(delivery.id) ?? [];
      const maxAge = endpoints.get(delivery.endpointId)?.policy.maxAge ?? null;
      return [
        ...misnumbered(delivery, attempts),
        ...overBudget(delivery),
        ...attempts.flatMap((attempt, i) => early(attempt, attempts[i - 1])),
        ...(maxAge === null ? [] : attempts.flatMap((attempt) => tooOld(delivery, attempt, maxAge.ms))),
      ];
    }),
    ...ledger.endpoints.flatMap((endpoint) => overThrottle(endpoint, ledger.attempts)),
    ...whileClosed(ledger),
  ];
}

const nameOf = ({ deliveryId, n }: AttemptFacts): string => `attempt ${n} of ${deliveryId}`;

function misnumbered(delivery: DeliveryFacts, attempts: readonly AttemptFacts[]): Breach[] {
  const numbers = attempts.map(({ n }) => n);
  const wanted = Array.from({ length: delivery.attempts }, (_, i) => i + 1);
  return numbers.join() === wanted.join()
    ? []
    : [
        {
          law: 'attempts are numbered 1 to n',
          what: `${delivery.id} made ${delivery.attempts}: ${numbers.join(', ')}`,
        },
      ];
}

const overBudget = ({ id, counter, budget }: DeliveryFacts): Breach[] =>
  counter <= budget ? [] : [{ law: 'a budget is kept', what: `${id} used ${counter} of ${budget}` }];

function early(attempt: AttemptFacts, before: AttemptFacts | undefined): Breach[] {
  const breaches: Breach[] = [];
  const law = 'an attempt never starts early';
  if (attempt.startedAt < attempt.dueAt) {
    breaches.push({ law, what: `${nameOf(attempt)}: ${attempt.dueAt - attempt.startedAt} ms before it was due` });
  }
  if (before?.endedAt !== undefined && before.endedAt !== null && attempt.startedAt < before.endedAt) {
    breaches.push({ law, what: `${nameOf(attempt)}: the one before it had not ended` });
  }
  const { wait } = attempt;
  if (wait === null) return breaches;
  if (wait.drawnMs < wait.minMs || wait.drawnMs > wait.maxMs) {
    breaches.push({ law: 'a wait lies in its band', what: `${nameOf(attempt)}: ${JSON.stringify(wait)}` });
  }
  const planned = attempt.deferredFrom ?? attempt.dueAt;
  if (before?.endedAt !== undefined && before.endedAt !== null && planned < before.endedAt + wait.drawnMs) {
    breaches.push({ law: 'a wait counts from the end of the attempt before it', what: nameOf(attempt) });
  }
  return breaches;
}

const tooOld = ({ createdAt }: DeliveryFacts, attempt: AttemptFacts, maxAgeMs: number): Breach[] =>
  attempt.startedAt - createdAt <= maxAgeMs
    ? []
    : [
        {
          law: 'nothing is sent after its maximum age',
          what: `${nameOf(attempt)}: ${attempt.startedAt - createdAt} ms old`,
        },
      ];

function overThrottle({ id, channel, policy }: EndpointFacts, attempts: readonly AttemptFacts[]): Breach[] {
  const throttle = policy.throttles.find(({ channels }) => channels.some((one) => one === channel));
  if (throttle === undefined) return [];
  const { windowMs, limit } = throttle;
  const used = new Map<number, number>();
  for (const { endpointId, startedAt } of attempts) {
    if (endpointId !== id) continue;
    const window = Math.floor(startedAt / windowMs) * windowMs;
    used.set(window, (used.get(window) ?? 0) + 1);
  }
  return [...used]
    .filter(([, count]) => count > limit)
    .map(([window, count]) => ({
      law: 'a throttle is kept',
      what: `${id}: ${count} of ${limit} in the window at ${window}`,
    }));
}

/** In the order in which it was decided: what is claimed after a closing and before the reopening. */
function whileClosed({ steps }: Ledger): Breach[] {
  const closed = new Map<EndpointId, string>();
  const breaches: Breach[] = [];
  for (const { endpointId, deliveryId, step } of steps) {
    if (endpointId === null) continue;
    if (step.kind === 'suspend' || step.kind === 'disable') closed.set(endpointId, step.kind);
    else if (step.kind === 'reopen') closed.delete(endpointId);
    else if (step.kind === 'claim' && closed.has(endpointId)) {
      const what = `attempt ${step.n} of ${deliveryId}: claimed after ${closed.get(endpointId)}`;
      breaches.push({ law: 'nothing is sent while an endpoint is closed', what });
    }
  }
  return breaches;
}

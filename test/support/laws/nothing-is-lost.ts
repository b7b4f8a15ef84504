import type { Breach, Evidence, SeenRequest } from './evidence';
import type { AttemptFacts, DeliveryFacts, Ledger } from './ledger';

/** Law 2, after the last engine has ended in order. */
export function lostThings(ledger: Ledger, evidence: Evidence): readonly Breach[] {
  return [
    ...missing('an accepted event is there', evidence.acceptedEvents, ledger.eventIds),
    ...missing(
      'an accepted delivery is there',
      evidence.acceptedDeliveries,
      ledger.deliveries.map(({ id }) => id),
    ),
    ...missing('an answered capture is there', evidence.answeredCaptures, ledger.captureKeys),
    ...requestsWithoutAttempt(ledger, evidence.seen),
    ...wronglyCutOff(ledger, evidence),
    ...extraRequests(ledger, evidence.seen),
    ...ledger.damage.map((what) => ({ law: 'the database is whole', what })),
    ...ledger.counts
      .filter(({ kept, counted }) => kept !== counted)
      .map(({ name, kept, counted }) => ({
        law: 'kept counts are true',
        what: `${name}: ${kept} kept, ${counted} rows`,
      })),
  ];
}

/** Each wanted one, as often as it is wanted. */
function missing(law: string, wanted: readonly string[], there: readonly string[]): Breach[] {
  const left = tally(there, (id) => id);
  return wanted.flatMap((id) => {
    const count = left.get(id) ?? 0;
    left.set(id, count - 1);
    return count > 0 ? [] : [{ law, what: `${id} is missing` }];
  });
}

/** Every request has an attempt that was claimed in the second which the request carries, and before it arrived. */
function requestsWithoutAttempt(ledger: Ledger, seen: readonly SeenRequest[]): Breach[] {
  const law = 'a request has an attempt';
  const deliveryOf = deliveriesByTarget(ledger);
  const claims = new Map<string, AttemptFacts[]>();
  for (const attempt of ledger.attempts) {
    const key = `${attempt.deliveryId} ${Math.floor(attempt.startedWallAt / 1_000)}`;
    claims.set(key, [...(claims.get(key) ?? []), attempt]);
  }
  return [...seen]
    .sort((a, b) => a.arrivedAt - b.arrivedAt)
    .flatMap((request) => {
      const what = `${request.eventId} to ${request.url}, signed at ${request.timestampS}`;
      const delivery = deliveryOf.get(targetKey(request.eventId, request.url));
      if (delivery === undefined) return [{ law, what: `${what}: no such delivery` }];
      const attempt = claims.get(`${delivery.id} ${request.timestampS}`)?.shift();
      if (attempt === undefined) return [{ law, what: `${what}: no attempt of ${delivery.id} left for it` }];
      return request.arrivedAt < attempt.startedWallAt
        ? [
            {
              law: 'a request follows its claim',
              what: `${what}: claimed ${attempt.startedWallAt - request.arrivedAt} ms later`,
            },
          ]
        : [];
    });
}

/** What a kill cut off is interrupted, and nothing else is; nothing stays open. */
function wronglyCutOff(ledger: Ledger, { cutOff }: Evidence): Breach[] {
  const attempts = new Map(ledger.attempts.map((attempt) => [nameOf(attempt), attempt]));
  const cut = new Set(cutOff.map(nameOf));
  const notInterrupted = [...cut].filter((name) => !isKilled(attempts.get(name)));
  const law = 'an attempt that was cut off is interrupted';
  return [
    ...notInterrupted.map((name) => ({ law, what: `${name} is not` })),
    ...ledger.attempts.flatMap((attempt) => {
      const name = nameOf(attempt);
      if (attempt.outcome === null) return [{ law: 'every attempt is settled', what: `${name} is not` }];
      return isKilled(attempt) && !cut.has(name) ? [{ law, what: `${name} is, and was not cut off` }] : [];
    }),
  ];
}

/** An interrupted attempt may have been a request that is made once more; nothing else makes one. */
function extraRequests(ledger: Ledger, seen: readonly SeenRequest[]): Breach[] {
  const deliveryOf = deliveriesByTarget(ledger);
  const requests = tally(seen, ({ eventId, url }) => deliveryOf.get(targetKey(eventId, url))?.id ?? '');
  const attempts = tally(ledger.attempts, ({ deliveryId }) => deliveryId);
  const successes = tally(ledger.attempts.filter(isSuccess), ({ deliveryId }) => deliveryId);
  return ledger.deliveries.flatMap(({ id }) => {
    const made = requests.get(id) ?? 0;
    const allowed = attempts.get(id) ?? 0;
    const delivered = successes.get(id) ?? 0;
    const law = 'at most one request for an attempt';
    return [
      ...(made > allowed ? [{ law, what: `${id}: ${made} requests, ${allowed} attempts` }] : []),
      ...(delivered > 1 ? [{ law: 'a delivery is delivered once', what: `${id}: ${delivered} successes` }] : []),
    ];
  });
}

const nameOf = ({ deliveryId, n }: Pick<AttemptFacts, 'deliveryId' | 'n'>): string => `attempt ${n} of ${deliveryId}`;

const isKilled = (attempt: AttemptFacts | undefined): boolean =>
  attempt?.outcome?.kind === 'interrupted' && attempt.outcome.by === 'killed';

const isSuccess = ({ outcome }: AttemptFacts): boolean =>
  outcome?.kind === 'response' && outcome.status >= 200 && outcome.status <= 299;

const targetKey = (eventId: string, url: string): string => `${eventId} ${url}`;

/** By event and URL: whoever gathers evidence has one endpoint per URL, and redelivers nothing. */
function deliveriesByTarget({ endpoints, deliveries }: Ledger): ReadonlyMap<string, DeliveryFacts> {
  const urls = new Map<string, string>(endpoints.map(({ id, url }) => [id, url]));
  return new Map(
    deliveries.map((delivery) => [targetKey(delivery.eventId, urls.get(delivery.endpointId) ?? ''), delivery]),
  );
}

function tally<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(keyOf(thing), (counts.get(keyOf(thing)) ?? 0) + 1);
  return counts;
}

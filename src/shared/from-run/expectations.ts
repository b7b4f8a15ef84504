import type { DeliveryRow } from '../contract/views';
import { DELIVERY_STATES, FAIL_REASONS } from '../model/delivery';
import { standingOf } from '../rules/standing';
import type { Names } from './places';
import type { RecordedRun, Remarks } from './recorded-run';

/** What came of the run, as expectations that a run of the scenario has to meet. */
export function expectationsOf(recorded: RecordedRun, names: Names, remarks: Remarks): readonly object[] {
  const { deliveries, endpoints, steps, isCut } = recorded;
  if (isCut) {
    remarks.say('Nothing is expected here, as only a part of the run is said.');
    return [];
  }
  const inFlight = deliveries.filter(({ state }) => state === 'processing').length;
  if (inFlight > 0) {
    const were = inFlight === 1 ? '1 request was' : `${inFlight} requests were`;
    remarks.say(`${were} in flight: how those end is not expected here.`);
  }
  const isOne = deliveries.length > 0 && inFlight === 0;
  return [
    ...(isOne
      ? [
          {
            deliveries: tally(
              deliveries.map(({ state }) => state),
              DELIVERY_STATES,
            ),
          },
        ]
      : []),
    ...(isOne && deliveries.some(({ reason }) => reason !== null)
      ? [
          {
            reasons: tally(
              deliveries.flatMap(({ reason }) => reason ?? []),
              FAIL_REASONS,
            ),
          },
        ]
      : []),
    { attempts: deliveries.reduce((sum, { marks }) => sum + marks.length, 0) },
    ...endpoints.map((endpoint) => ({
      endpoint: names.get(endpoint.id) ?? endpoint.name,
      state: standingOf(endpoint),
      suspensions: steps.filter(({ endpointId, step }) => endpointId === endpoint.id && step.kind === 'suspend').length,
      ...perDelivery(deliveries.filter(({ endpointId }) => endpointId === endpoint.id)),
    })),
  ];
}

function perDelivery(deliveries: readonly DeliveryRow[]): { readonly attemptsPerDelivery?: unknown } {
  const [first, ...rest] = deliveries.map(({ marks }) => marks.length);
  if (first === undefined) return {};
  const min = rest.reduce((a, b) => Math.min(a, b), first);
  const max = rest.reduce((a, b) => Math.max(a, b), first);
  return { attemptsPerDelivery: min === max ? min : { min, max } };
}

function tally(words: readonly string[], order: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    order.flatMap((word) => {
      const count = words.filter((each) => each === word).length;
      return count === 0 ? [] : [[word, count]];
    }),
  );
}

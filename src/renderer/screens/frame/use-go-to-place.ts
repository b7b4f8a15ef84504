import { useCallback } from 'react';
import type { Place } from '../../../shared/contract/shell';
import type { DeliveryId, EndpointId, EventId } from '../../../shared/model/ids';
import { useEngine } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { say, sayProblem } from '../../state/toasts';
import { useRunActs } from '../runs/use-run-acts';

/** The way to a place from outside. What is not there is said, instead of an empty page. */
export function useGoToPlace(): (place: Place) => Promise<void> {
  const { call, store } = useEngine();
  const { open } = useRunActs();
  return useCallback(
    async ({ kind, id }) => {
      switch (kind) {
        case 'delivery': {
          const found = await call('delivery.get', { id: id as DeliveryId });
          if (found.ok) goTo('deliveries', { deliveryId: id as DeliveryId, markedId: id as DeliveryId });
          else sayProblem(found.problem.message);
          return;
        }
        case 'event': {
          const found = await call('event.get', { id: id as EventId });
          if (found.ok) goTo('events', { eventId: id as EventId });
          else sayProblem(found.problem.message);
          return;
        }
        case 'endpoint': {
          const isHere = store.getState().sync.mirror?.endpoints.some((endpoint) => endpoint.id === id) === true;
          if (isHere) goTo('endpoints', { endpointId: id as EndpointId });
          else sayProblem(`There is no endpoint ${id} in this run.`);
          return;
        }
        case 'run': {
          const runs = await call('run.list', {});
          const run = runs.ok ? runs.value.find((each) => each.id === id) : undefined;
          if (!runs.ok) sayProblem(runs.problem.message);
          else if (run === undefined) sayProblem(`There is no run ${id} here.`);
          else if (run.live) say(`“${run.name}” is live already.`);
          else await open(run);
          return;
        }
      }
    },
    [call, store, open],
  );
}

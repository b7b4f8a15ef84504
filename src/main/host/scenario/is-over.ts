import type { RunId } from '../../../shared/model/ids';
import type { EngineStore } from '../../engine/ports';

/** Whether nothing is left to happen in a run: nothing is planned, due, in flight, or to be swept. */
export const isOver = (
  store: Pick<EngineStore, 'nextAgenda' | 'unsettled' | 'nextSweep' | 'endpoints' | 'nextDue'>,
  runId: RunId,
): boolean =>
  store.nextAgenda(runId) === null &&
  store.unsettled(runId).length === 0 &&
  store.nextSweep(runId) === null &&
  store.endpoints(runId).every(({ id }) => store.nextDue(id) === null);

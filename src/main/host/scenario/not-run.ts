import type { AgendaEntry } from '../../../shared/model/agenda';
import type { EndpointId, RunId } from '../../../shared/model/ids';
import { sayDuration } from '../../../shared/words/duration';
import type { EngineStore } from '../../engine/ports';

/** Gives up what a run still plans, and says each in a few words, in the order in which it would have happened. */
export function dropPlans(
  store: Pick<EngineStore, 'transact' | 'nextAgenda' | 'finishAgenda'>,
  runId: RunId,
  startedAt: number,
  names: ReadonlyMap<EndpointId, string>,
): readonly string[] {
  return store.transact(() => {
    const said: string[] = [];
    for (let item = store.nextAgenda(runId); item !== null; item = store.nextAgenda(runId)) {
      store.finishAgenda(runId, item.seq);
      if (item.entry.kind !== 'end') said.push(`${sayEntry(item.entry, names)} ${sayAt(item.at - startedAt)}`);
    }
    return said;
  });
}

function sayEntry(entry: Exclude<AgendaEntry, { kind: 'end' }>, names: ReadonlyMap<EndpointId, string>): string {
  const nameOf = (id: EndpointId): string => names.get(id) ?? id;
  if (entry.kind === 'act') return entry.endpointId === null ? entry.act : `${entry.act} ${nameOf(entry.endpointId)}`;
  const many = entry.left === 1 ? '' : `${entry.left} × `;
  return `send ${many}${entry.type} to ${entry.endpointIds.map(nameOf).join(', ')}`;
}

const sayAt = (ms: number): string => `at ${ms === 0 ? '0' : sayDuration(ms)}`;

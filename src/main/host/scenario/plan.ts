import type { AgendaEntry } from '../../../shared/model/agenda';
import type { EndpointId } from '../../../shared/model/ids';
import type { Scenario } from './scenario';

export type PlannedItem = { readonly at: number; readonly entry: AgendaEntry };

/**
 * Everything that a scenario plans, in the order in which entries of one instant happen: sends, then actions, each as
 * they stand in the file, then the end.
 * @param startsAt virtual epoch ms
 */
export function planOf(
  scenario: Scenario,
  startsAt: number,
  endpoints: ReadonlyMap<string, EndpointId>,
): readonly PlannedItem[] {
  const idOf = (name: string): EndpointId => {
    const id = endpoints.get(name);
    if (id === undefined) throw new Error(`endpoint ${name} was not made`);
    return id;
  };
  const sends = scenario.sends.map(({ endpoints: names, type, contentType, body, count, everyMs, atMs }) => ({
    at: startsAt + atMs,
    entry: {
      kind: 'send' as const,
      endpointIds: names.map(idOf),
      type,
      contentType,
      body: Buffer.from(body).toString('base64'),
      left: count,
      everyMs,
    },
  }));
  const actions = scenario.actions.map(({ atMs, act, endpoint, jobs, only }) => ({
    at: startsAt + atMs,
    entry: {
      kind: 'act' as const,
      act,
      endpointId: endpoint === null ? null : idOf(endpoint),
      jobs,
      ...(only === null ? {} : { only }),
    },
  }));
  const end = scenario.untilMs === null ? [] : [{ at: startsAt + scenario.untilMs, entry: { kind: 'end' as const } }];
  return [...sends, ...actions, ...end];
}

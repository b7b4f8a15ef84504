import type { Call } from '../../shared/contract/commands';
import type { HarEvent } from '../../shared/imports/read-har';
import type { EndpointId } from '../../shared/model/ids';
import { base64Of } from '../view-models/body-bytes';
import type { BulkProgress } from './use-bulk';

/** How far it came: the numbers of the entries that were sent, and what stopped it, if anything was refused. */
export type SentEach = { readonly sent: ReadonlySet<number>; readonly wrong: string | null };

/** Sends events one after the other, in their order, until one is refused or `signal` says to stop. */
export async function sendEach(
  call: Call,
  events: readonly HarEvent[],
  {
    endpointIds,
    type,
  }: { readonly endpointIds: readonly EndpointId[] /** Of those that name none. */; readonly type: string },
  tell: (progress: BulkProgress) => void,
  signal: AbortSignal,
): Promise<SentEach> {
  const sent = new Set<number>();
  for (const event of events) {
    if (signal.aborted) break;
    tell({ done: sent.size, of: events.length });
    const result = await call('event.send', {
      endpointIds: [...endpointIds],
      type: event.type ?? type,
      contentType: event.contentType,
      body: base64Of(event.body),
    });
    if (!result.ok) return { sent, wrong: `Entry ${event.n} was refused: ${result.problem.message}` };
    sent.add(event.n);
  }
  return { sent, wrong: null };
}

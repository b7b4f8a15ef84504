import type { Call, CommandArgs } from '../../shared/contract/commands';
import type { DeliveryRow, Page } from '../../shared/contract/views';
import type { Result } from '../../shared/model/problem';
import { pastSeq } from './past';

/**
 * A page of the deliveries of the time that is looked at. A list of the past by state has no index, so that the engine
 * may answer with an empty page and a place to go on from: it is asked on until there is something, or nothing more.
 */
export async function readSome(
  call: Call,
  query: Omit<CommandArgs<'delivery.list'>, 'asOf'>,
): Promise<Result<Page<DeliveryRow>>> {
  const asOf = pastSeq();
  for (let { cursor = null } = query; ; ) {
    const page = await call('delivery.list', { ...query, cursor, asOf });
    if (!page.ok || page.value.rows.length > 0 || page.value.next === null || asOf !== pastSeq()) return page;
    cursor = page.value.next;
  }
}

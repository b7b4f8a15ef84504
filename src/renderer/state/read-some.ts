import type { Call, CommandArgs } from '../../shared/contract/commands';
import type { DeliveryRow, Page } from '../../shared/contract/views';
import type { Result } from '../../shared/model/problem';
import { pastSeq } from './past';

/**
 * A filter, and a list of the past by state, have no index, so that the engine may answer with an empty page and a
 * place to go on from: it is asked on until there is something, or nothing more, or nobody wants the answer.
 */
export async function readOn<Row>(
  read: (cursor: string | null) => Promise<Result<Page<Row>>>,
  from: string | null,
  wanted: () => boolean,
): Promise<Result<Page<Row>>> {
  for (let cursor = from; ; ) {
    const page = await read(cursor);
    if (!page.ok || page.value.rows.length > 0 || page.value.next === null || !wanted()) return page;
    cursor = page.value.next;
  }
}

/** A page of the deliveries of the time that is looked at. */
export function readSome(
  call: Call,
  { cursor = null, ...query }: Omit<CommandArgs<'delivery.list'>, 'asOf'>,
  wanted: () => boolean = () => true,
): Promise<Result<Page<DeliveryRow>>> {
  const asOf = pastSeq();
  const isStill = (): boolean => asOf === pastSeq() && wanted();
  return readOn((from) => call('delivery.list', { ...query, cursor: from, asOf }), cursor, isStill);
}

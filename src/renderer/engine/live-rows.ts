import type { Call } from '../../shared/contract/commands';
import { LIMITS } from '../../shared/contract/limits';
import type { DeliveryRow, Page } from '../../shared/contract/views';
import { DELIVERY_STATES, type DeliveryState, isFinal } from '../../shared/model/delivery';
import type { Problem, Result } from '../../shared/model/problem';
import { ACTIVE_ROWS, LIVE_ROWS } from './live-window';

const ACTIVE_STATES = DELIVERY_STATES.filter((state) => !isFinal(state));

/**
 * Reads what Live shows: the newest deliveries and, when there are more, those of all that still wait.
 * @param take gets each page of the list as it comes
 * @returns why it ended early, or null
 */
export async function readLiveRows(call: Call, take: (rows: readonly DeliveryRow[]) => void): Promise<Problem | null> {
  const newest = await readPages(call, take, LIVE_ROWS, null);
  if (newest.kind !== 'more') return newest.problem;
  const active = await readPages(call, take, ACTIVE_ROWS, ACTIVE_STATES);
  return active.problem;
}

type Read = { readonly kind: 'whole' | 'more' | 'failed'; readonly problem: Problem | null };

async function readPages(
  call: Call,
  take: (rows: readonly DeliveryRow[]) => void,
  most: number,
  states: readonly DeliveryState[] | null,
): Promise<Read> {
  let cursor: string | null = null;
  for (let read = 0; read < most; ) {
    const limit = Math.min(most - read, LIMITS.pageRows);
    const page: Result<Page<DeliveryRow>> = await call('delivery.list', {
      limit,
      cursor,
      states: states === null ? null : [...states],
    });
    if (!page.ok) return { kind: 'failed', problem: page.problem };
    take(page.value.rows);
    cursor = page.value.next;
    if (cursor === null) return { kind: 'whole', problem: null };
    read += page.value.rows.length;
  }
  return { kind: 'more', problem: null };
}

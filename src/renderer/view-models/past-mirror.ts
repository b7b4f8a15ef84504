import type { DeliveryRow, PastView, Totals } from '../../shared/contract/views';
import type { ClockReport } from '../../shared/model/pace';
import type { Mirror } from '../engine/sync';
import type { Past } from '../state/past';
import { elderOf } from './elder';

type Replaced = Pick<Mirror, 'clock' | 'totals' | 'endpoints' | 'deliveries'>;

const made = new WeakMap<Past, Replaced>();

/**
 * The mirror with the run as it was: clock, counts, endpoints and deliveries. Routes, events and captures have no past
 * here and are those of the present. The same parts for the same past, so that whoever selects one is not redrawn.
 */
export function pastMirror(mirror: Mirror, past: Past): Mirror {
  const known = made.get(past);
  if (known !== undefined) return { ...mirror, ...known };
  const parts: Replaced = {
    clock: pastClock(mirror.clock, past),
    totals: pastTotals(mirror.totals, past.view),
    endpoints: past.view.endpoints,
    deliveries: past.rows,
  };
  made.set(past, parts);
  return { ...mirror, ...parts };
}

const pastTotals = ({ captures, events }: Totals, { totals }: PastView): Totals => ({ ...totals, captures, events });

/** It stands still at the time that is looked at. */
function pastClock(clock: ClockReport, { view, rows }: Past): ClockReport {
  const next = nextOf(view, rows);
  return {
    ...clock,
    virtualMs: view.atMs,
    rate: 0,
    paused: true,
    jumpsTo: null,
    inFlight: view.totals.byState.processing,
    nextAt: next?.dueAt ?? null,
    nextDeliveryId: next?.id ?? null,
  };
}

/**
 * What was due first, of the deliveries that are held; what waited for its elder was not. Null too when others waited
 * that are not held: nobody knows then.
 */
function nextOf({ totals, endpoints }: PastView, rows: readonly DeliveryRow[]): DeliveryRow | null {
  if (totals.deliveries > rows.length) return null;
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return rows.reduce<DeliveryRow | null>((first, row) => {
    if (row.dueAt === null || (first?.dueAt != null && first.dueAt <= row.dueAt)) return first;
    return elderOf(row, endpointOf.get(row.endpointId)) === null ? row : first;
  }, null);
}

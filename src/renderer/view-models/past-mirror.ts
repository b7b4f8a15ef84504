import type { DeliveryRow, EndpointView, PastView, Totals } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import type { EndpointId } from '../../shared/model/ids';
import type { ClockReport } from '../../shared/model/pace';
import type { Elder } from '../../shared/model/step';
import { keepsOrder } from '../../shared/rules/order';
import type { Mirror } from '../engine/sync';
import type { Past } from '../state/past';

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
    endpoints: pastEndpoints(past),
    deliveries: past.rows,
  };
  made.set(past, parts);
  return { ...mirror, ...parts };
}

const pastTotals = ({ captures, events }: Totals, { totals }: PastView): Totals => ({ ...totals, captures, events });

/** With whose turn it was where order is kept, as far as the deliveries of then are known. */
const pastEndpoints = (past: Past): readonly EndpointView[] =>
  past.view.endpoints.map((endpoint) =>
    keepsOrder(endpoint.policy) && knowsAll(past) ? { ...endpoint, inTurn: turnOf(endpoint.id, past.rows) } : endpoint,
  );

/** The one that was being sent, else the first that waited. */
function turnOf(endpointId: EndpointId, rows: readonly DeliveryRow[]): Elder | null {
  const open = rows.filter((row) => row.endpointId === endpointId && !isFinal(row.state));
  const sent = open.filter(({ state }) => state === 'processing');
  const first = (sent.length > 0 ? sent : open).reduce<DeliveryRow | null>(
    (eldest, row) => (eldest === null || row.ordinal < eldest.ordinal ? row : eldest),
    null,
  );
  return first === null ? null : { id: first.id, eventType: first.eventType };
}

/** Whether all deliveries of then are held, so that what can be told from them is so. */
const knowsAll = ({ view, rows }: Past): boolean => view.totals.deliveries <= rows.length;

/** It stands still at the time that is looked at. */
function pastClock(clock: ClockReport, past: Past): ClockReport {
  const { view } = past;
  const next = nextOf(past);
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

/** What was due first, of the deliveries that are held. Null too when others waited that are not: nobody knows then. */
function nextOf(past: Past): DeliveryRow | null {
  if (!knowsAll(past)) return null;
  return past.rows.reduce<DeliveryRow | null>(
    (first, row) => (row.dueAt !== null && (first?.dueAt == null || row.dueAt < first.dueAt) ? row : first),
    null,
  );
}

import type { DeliveryRow } from '../contract/views';
import type { DeliveryId, EndpointId } from '../model/ids';
import type { ACTIONS } from '../model/scenario';
import type { StepRecord } from '../model/step';
import { sayDuration } from '../words/duration';
import { writeDuration } from '../words/read-duration';
import type { Names } from './places';
import { type RecordedRun, type Remarks, since } from './recorded-run';

const MOST_ACTIONS = 1_000;
const MOST_PLACES = 1_000;

type Act = (typeof ACTIONS)[number];
type Said = {
  readonly atMs: number;
  readonly act: Act;
  readonly endpoint: string | null;
  readonly jobs: number | null | undefined;
  readonly places: readonly number[];
};

/** What a person did, as a scenario's actions, in the order of the log. */
export function actionsOf(recorded: RecordedRun, names: Names, remarks: Remarks): readonly object[] {
  const places = placesOf(recorded.deliveries);
  const deliveries = new Map<DeliveryId, DeliveryRow>(recorded.deliveries.map((row) => [row.id, row]));
  const forms = new Map(recorded.endpoints.map(({ id, policy }) => [id, policy.redelivery.form]));
  const said: Said[] = [];
  for (const record of recorded.steps) {
    const found = actOf(record, deliveries, forms);
    if (found === null) {
      tell(recorded, record, remarks);
      continue;
    }
    const endpoint = record.endpointId === null ? null : (names.get(record.endpointId) ?? null);
    const place = found.of === null ? [] : [places.get(found.of) ?? 0];
    // Never before what it is about: instants of a clock that is not skipped have a fraction.
    const atMs = Math.max(0, Math.ceil(record.at - recorded.run.startedAt));
    const next: Said = { atMs, act: found.act, endpoint, jobs: found.jobs, places: place };
    const last = said.at(-1);
    if (last !== undefined && isOneWith(last, next)) {
      said[said.length - 1] = { ...last, places: [...last.places, ...next.places] };
    } else said.push(next);
  }
  sayOrder(recorded, said, remarks);
  if (said.length > MOST_ACTIONS) {
    const left = said.length - MOST_ACTIONS;
    remarks.say(`A scenario has at most 1,000 actions: the last ${left.toLocaleString('en')} are left out.`);
  }
  return said.slice(0, MOST_ACTIONS).map(({ atMs, act, endpoint, jobs, places: of }) => ({
    at: writeDuration(atMs),
    do: act,
    ...(endpoint === null ? {} : { endpoint }),
    ...(of.length === 0 ? {} : { deliveries: of.length === 1 ? of[0] : of }),
    ...(jobs === undefined ? {} : { jobs: jobs ?? 'all' }),
  }));
}

/** The how-many-eth of its endpoint each delivery is, from 1. */
function placesOf(deliveries: readonly DeliveryRow[]): ReadonlyMap<DeliveryId, number> {
  const counts = new Map<EndpointId, number>();
  return new Map(
    deliveries.map(({ id, endpointId }) => {
      const place = (counts.get(endpointId) ?? 0) + 1;
      counts.set(endpointId, place);
      return [id, place];
    }),
  );
}

type Found = { readonly act: Act; readonly of: DeliveryId | null; readonly jobs?: number | null };

function actOf(
  { step, deliveryId }: StepRecord,
  deliveries: ReadonlyMap<DeliveryId, DeliveryRow>,
  forms: ReadonlyMap<EndpointId, string>,
): Found | null {
  switch (step.kind) {
    case 'verify':
      return { act: 'verify', of: null };
    case 'reopen':
      return step.by === 'enable' ? { act: 'enable', of: null } : null;
    case 'disable':
      return { act: 'disable', of: null };
    case 'delete':
      return { act: 'delete', of: null };
    case 'recover':
      return { act: 'crash-engine', of: null };
    case 'resend':
    case 'retry-now':
    case 'cancel':
      return { act: step.kind, of: deliveryId };
    case 'lose-job':
      return { act: 'lose-job', of: deliveryId, jobs: step.jobs };
    case 'accept': {
      const origin = step.originId === null ? undefined : deliveries.get(step.originId);
      if (origin === undefined) return null;
      return { act: forms.get(origin.endpointId) === 'replay' ? 'replay' : 'redeliver', of: origin.id };
    }
    default:
      return null;
  }
}

/** Acts on deliveries of one endpoint at one instant are one action, each delivery once. */
const isOneWith = (last: Said, next: Said): boolean =>
  next.places.length > 0 &&
  last.places.length > 0 &&
  last.places.length < MOST_PLACES &&
  last.atMs === next.atMs &&
  last.act === next.act &&
  last.endpoint === next.endpoint &&
  last.jobs === next.jobs &&
  (last.places.at(-1) ?? 0) < (next.places[0] ?? 0);

function tell({ run }: RecordedRun, { step, at }: StepRecord, remarks: Remarks): void {
  const when = sayDuration(since(run, at));
  if (step.kind === 'stop' && step.aborted > 0) {
    const requests = step.aborted === 1 ? '1 request' : `${step.aborted} requests`;
    remarks.say(`Stop cut off ${requests} at ${when}: a scenario has no stop, so they run to their end.`);
  }
  if (step.kind === 'accept' && step.originId !== null) {
    remarks.say(`A redelivery at ${when} is left out, as its original is not kept any more.`);
  }
}

/** Of one instant a scenario does its sends first. */
function sayOrder({ run, events }: RecordedRun, said: readonly Said[], remarks: Remarks): void {
  const sent = new Set(events.map(({ createdAt }) => since(run, createdAt)));
  const first = said.find(({ atMs, act }) => sent.has(atMs) && act !== 'crash-engine');
  if (first === undefined) return;
  const when = sayDuration(first.atMs);
  remarks.say(`At ${when} there are a send and an action: a scenario does the send first, whichever came first here.`);
}

import type Database from 'better-sqlite3';
import type { DeliveryRow } from '../../../shared/contract/views';
import type { Attempt } from '../../../shared/model/attempt';
import type { Delivery } from '../../../shared/model/delivery';
import type { Endpoint } from '../../../shared/model/endpoint';
import type { DeliveryId, EndpointId, RunId } from '../../../shared/model/ids';
import type { StepRecord } from '../../../shared/model/step';
import type { Policy } from '../../../shared/policies/policy';
import { attemptsAt, deliveryAt, endpointAt, settingsAt } from '../../../shared/rules/past';
import { readAttempt } from '../rows/attempt-row';
import { ENDPOINT_COLUMNS, readEndpoint } from '../rows/endpoint-row';
import { type Log, readableRows } from '../rows/row';
import { readStep, STEP_COLUMNS } from '../rows/step-row';
import { MARKS_SQL, PINNED_SQL } from './delivery-views';
import { idList } from './encoding';

/** A copy was there once its first step had happened. */
export const COPIES_BY_SQL = `SELECT origin_id AS id, count(*) AS copies FROM delivery d
  WHERE origin_id IN (SELECT value FROM json_each(@ids))
    AND (SELECT min(seq) FROM step WHERE delivery_id = d.id) <= @seq
  GROUP BY origin_id`;

export const STEPS_UP_TO_SQL = `SELECT ${STEP_COLUMNS} FROM step
  WHERE delivery_id IN (SELECT value FROM json_each(@ids)) AND seq <= @seq ORDER BY delivery_id, seq`;

/** An endpoint's own steps: the last of a kind. */
export const LAST_OWN_STEP_SQL = `SELECT ${STEP_COLUMNS} FROM step
  WHERE endpoint_id = @id AND delivery_id IS NULL AND kind = @kind AND seq <= @seq ORDER BY seq DESC LIMIT 1`;

/** Challenges are a person's acts, and few; of those that were passed the last one counts. */
export const LAST_PASSED_SQL = `SELECT ${STEP_COLUMNS} FROM step
  WHERE endpoint_id = @id AND delivery_id IS NULL AND kind = 'verify' AND seq <= @seq AND step ->> '$.passed' = 1
  ORDER BY seq DESC LIMIT 1`;

/** So are changes of settings. */
export const CHANGES_SQL = `SELECT ${STEP_COLUMNS} FROM step
  WHERE endpoint_id = @id AND delivery_id IS NULL AND kind = 'change' ORDER BY seq`;

const LAST_OF = ['suspend', 'probe', 'streak', 'reopen', 'disable', 'delete'] as const;

export type PastLog = {
  /** The run's endpoints as they were, those left out that were deleted or not there. */
  endpoints(runId: RunId, seq: number, atMs: number): readonly Endpoint[];
  /** Deliveries as they were when the log had come to `seq`; one that was not there yet is left out. */
  rows(deliveries: readonly Delivery[], seq: number): readonly DeliveryRow[];
  /** The state of each delivery at two places of the log; null where it was not there yet. */
  states(deliveries: readonly Delivery[], before: number, seq: number): readonly StatesOf[];
  stepsOf(id: DeliveryId, seq: number): readonly StepRecord[];
};

type StatesOf = {
  readonly endpointId: EndpointId;
  readonly before: Delivery['state'] | null;
  readonly after: Delivery['state'] | null;
  /** Attempts that began between the two. */
  readonly attempts: number;
};

/** Folds the log with the engine's own rules. Everything is read by index, so that it costs what it answers. */
export function pastLog(db: Database.Database, log: Log): PastLog {
  const selectSteps = db.prepare(STEPS_UP_TO_SQL);
  const selectMarks = db.prepare(MARKS_SQL);
  const selectPinned = db.prepare<unknown[], DeliveryId>(PINNED_SQL).pluck();
  const countCopies = db.prepare<unknown[], { id: DeliveryId; copies: number }>(COPIES_BY_SQL);
  const selectLast = db.prepare(LAST_OWN_STEP_SQL);
  const selectPassed = db.prepare(LAST_PASSED_SQL);
  const selectChanges = db.prepare(CHANGES_SQL);
  const selectEndpoints = db.prepare(`SELECT ${ENDPOINT_COLUMNS} FROM endpoint WHERE run_id = ? ORDER BY ordinal`);
  const selectEndpoint = db.prepare(`SELECT ${ENDPOINT_COLUMNS} FROM endpoint WHERE id = ?`);

  const stepsFor = (deliveries: readonly Delivery[], seq: number): Map<DeliveryId, StepRecord[]> => {
    const steps = new Map<DeliveryId, StepRecord[]>(deliveries.map(({ id }) => [id, []]));
    const ids = idList(deliveries.map(({ id }) => id));
    for (const record of readableRows(selectSteps.iterate({ ids, seq }), readStep, log)) {
      if (record.deliveryId !== null) steps.get(record.deliveryId)?.push(record);
    }
    return steps;
  };

  const changesOf = (id: EndpointId): readonly StepRecord[] => readableRows(selectChanges.all({ id }), readStep, log);

  /** The policies of the endpoints behind some deliveries, each read once. */
  const policies = (): ((id: EndpointId) => (seq: number) => Policy) => {
    const known = new Map<EndpointId, (seq: number) => Policy>();
    return (id) => {
      const found = known.get(id);
      if (found !== undefined) return found;
      const present = readEndpoint(selectEndpoint.get(id));
      const changes = changesOf(id);
      const policyAt = (seq: number): Policy => settingsAt(present, changes, seq).policy;
      known.set(id, policyAt);
      return policyAt;
    };
  };

  const marksOf = (deliveries: readonly Delivery[]): Map<DeliveryId, Attempt[]> => {
    const marks = new Map<DeliveryId, Attempt[]>(deliveries.map(({ id }) => [id, []]));
    const ids = idList(deliveries.map(({ id }) => id));
    for (const attempt of readableRows(selectMarks.all(ids), readAttempt, log)) {
      marks.get(attempt.deliveryId)?.push(attempt);
    }
    return marks;
  };

  const ownSteps = (id: EndpointId, seq: number): readonly StepRecord[] => {
    const found = [selectPassed.get({ id, seq }), ...LAST_OF.map((kind) => selectLast.get({ id, kind, seq }))];
    const last = readableRows(
      found.filter((row) => row !== undefined),
      readStep,
      log,
    );
    return [...last, ...changesOf(id)].sort((a, b) => a.seq - b.seq);
  };

  return {
    endpoints: (runId, seq, atMs) =>
      readableRows(selectEndpoints.all(runId), readEndpoint, log).flatMap((present) => {
        if (present.createdAt > atMs) return [];
        const steps = ownSteps(present.id, seq);
        // Deleted before the log kept that: nobody can say when.
        if (
          present.state === 'deleted' &&
          selectLast.get({ id: present.id, kind: 'delete', seq: LAST }) === undefined
        ) {
          return [];
        }
        const endpoint = endpointAt(present, steps, seq);
        return endpoint === null ? [] : [endpoint];
      }),

    rows(deliveries, seq) {
      const steps = stepsFor(deliveries, seq);
      const marks = marksOf(deliveries);
      const ids = idList(deliveries.map(({ id }) => id));
      const copies = new Map(countCopies.all({ ids, seq }).map(({ id, copies: count }) => [id, count]));
      const pinned = new Set(selectPinned.all(ids));
      const policyOf = policies();
      return deliveries.flatMap((present): DeliveryRow[] => {
        const own = steps.get(present.id) ?? [];
        const delivery = deliveryAt(present, own, policyOf(present.endpointId));
        if (delivery === null) return [];
        const begun = attemptsAt(marks.get(present.id) ?? [], own);
        return [{ ...delivery, marks: begun, copies: copies.get(present.id) ?? 0, pinned: pinned.has(present.id) }];
      });
    },

    states(deliveries, before, seq) {
      const steps = stepsFor(deliveries, seq);
      const policyOf = policies();
      return deliveries.map((present) => {
        const own = steps.get(present.id) ?? [];
        const policyAt = policyOf(present.endpointId);
        const earlier = own.filter((record) => record.seq <= before);
        return {
          endpointId: present.endpointId,
          before: deliveryAt(present, earlier, policyAt)?.state ?? null,
          after: deliveryAt(present, own, policyAt)?.state ?? null,
          attempts: own.filter((record) => record.seq > before && record.step.kind === 'claim').length,
        };
      });
    },

    stepsOf: (id, seq) => readableRows(selectSteps.all({ ids: idList([id]), seq }), readStep, log),
  };
}

/** After everything that the log has. */
const LAST = Number.MAX_SAFE_INTEGER;

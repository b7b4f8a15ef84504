import type { LogAttempt, LogRow } from '../../shared/log/rows';
import type { Attempt } from '../../shared/model/attempt';
import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Event } from '../../shared/model/event';
import type { EndpointId, RunId } from '../../shared/model/ids';
import type { Run } from '../../shared/model/run';
import type { StepRecord } from '../../shared/model/step';
import { attemptStory, type Told } from '../../shared/words/story';

/** A delivery with all that is told of it. An event or endpoint that could not be read is null. */
export type DeliveryStory = {
  readonly run: Run | null;
  readonly endpoint: Endpoint | null;
  readonly event: Event | null;
  readonly delivery: Delivery;
  readonly attempts: readonly LogAttempt<Uint8Array>[];
  readonly steps: readonly StepRecord[];
};

/** Puts grouped rows together, one delivery at a time. */
export async function* stories(rows: AsyncIterable<LogRow>): AsyncGenerator<DeliveryStory> {
  const runs = new Map<RunId, Run>();
  const endpoints = new Map<EndpointId, Endpoint>();
  let event: Event | null = null;
  let story: (DeliveryStory & { attempts: LogAttempt<Uint8Array>[]; steps: StepRecord[] }) | null = null;
  for await (const row of rows) {
    if (row.kind === 'run') runs.set(row.id, row);
    if (row.kind === 'endpoint') endpoints.set(row.id, row);
    if ((row.kind === 'event' || row.kind === 'delivery') && story !== null) {
      yield story;
      story = null;
    }
    if (row.kind === 'event') event = row;
    if (row.kind === 'delivery') {
      const { kind: _, ...delivery } = row;
      story = {
        run: runs.get(row.runId) ?? null,
        endpoint: endpoints.get(row.endpointId) ?? null,
        event: event?.id === row.eventId ? event : null,
        delivery,
        attempts: [],
        steps: [],
      };
    }
    if (row.kind === 'attempt') story?.attempts.push(row);
    if (row.kind === 'step') story?.steps.push(row);
  }
  if (story !== null) yield story;
}

/** Why the attempt came as it did and what followed, in one sentence; empty where the policy is not known. */
export function whyOf(story: DeliveryStory, n: number): string {
  const { endpoint, delivery, attempts, steps } = story;
  if (endpoint === null) return '';
  const row: Told['row'] = { ...delivery, marks: attempts satisfies readonly Attempt[], copies: 0, pinned: false };
  const nowMs = steps.at(-1)?.at ?? delivery.changedAt;
  return attemptStory({ row, policy: endpoint.policy, steps, nowMs }, n).sentence;
}

/** The bytes that an attempt sent: its own, or its event's. */
export const sentBody = ({ event }: DeliveryStory, { request }: LogAttempt<Uint8Array>): Uint8Array =>
  request.body ?? event?.body ?? new Uint8Array();

/** The steps that led to an attempt and followed from it. What has no number of its own leads to the next one. */
export function stepsOf({ steps, attempts }: DeliveryStory, n: number): readonly StepRecord[] {
  const last = attempts.at(-1)?.n ?? 1;
  let next = attempts[0]?.n ?? 1;
  return steps.filter(({ step }) => {
    const own = 'n' in step ? step.n : Math.min(next, last);
    if ('n' in step && step.kind !== 'claim') next = step.n + 1;
    return own === n;
  });
}

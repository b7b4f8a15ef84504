import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { attemptRow, deliveryRow } from '../../../shared/log/file-rows';
import { type DeliveryState, type FailReason, isFinal } from '../../../shared/model/delivery';
import type { Instance } from './instance';

/** Real ms between two looks at what is still open. */
const LOOK_MS = 100;

const deliveryShape = deliveryRow.pick({
  id: true,
  eventId: true,
  endpointId: true,
  state: true,
  reason: true,
  attempts: true,
});
const attemptShape = attemptRow.pick({ n: true, trigger: true, outcome: true, startedAt: true, endedAt: true });
const attemptsShape = z.object({ data: z.array(attemptShape) });

export type SeenAttempt = z.output<typeof attemptShape>;
export type Seen = {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly state: DeliveryState;
  readonly reason: FailReason | null;
  /** Oldest first; the last one may be in flight. */
  readonly attempts: readonly SeenAttempt[];
};

/** How watching ended: all final, the time was up, or it was stopped. */
export type Ended = 'final' | 'late' | 'stopped';

/**
 * Looks at deliveries until each is final. `told` hears of each attempt as it ends and of each delivery as it becomes
 * final.
 * @param deadline aborted when the time is up
 */
export async function watchDeliveries(
  instance: Instance,
  ids: readonly string[],
  told: { readonly attempt: (of: Seen, attempt: SeenAttempt) => void; readonly final: (of: Seen) => void },
  { stop, deadline }: { readonly stop: AbortSignal; readonly deadline: AbortSignal },
): Promise<{ readonly ended: Ended; readonly deliveries: readonly Seen[] }> {
  const seen = new Map<string, Seen>();
  const halted = AbortSignal.any([stop, deadline]);
  let open = ids;
  for (;;) {
    const left: string[] = [];
    for (const id of open) {
      const before = seen.get(id);
      if (stop.aborted) break;
      const now = await look(instance, id);
      seen.set(id, now);
      const done = before?.attempts.filter(({ outcome }) => outcome !== null).length ?? 0;
      for (const attempt of now.attempts.slice(done)) if (attempt.outcome !== null) told.attempt(now, attempt);
      if (isFinal(now.state)) told.final(now);
      else left.push(id);
    }
    const deliveries = [...seen.values()];
    if (stop.aborted) return { ended: 'stopped', deliveries };
    if (left.length === 0) return { ended: 'final', deliveries };
    if (deadline.aborted) return { ended: 'late', deliveries };
    open = left;
    await pause(LOOK_MS, undefined, { signal: halted }).catch(() => undefined);
  }
}

/** The delivery first: what its attempts then say is at least as new, so that no attempt of a final one is missed. */
async function look(instance: Instance, id: string): Promise<Seen> {
  const { attempts: _, ...row } = await instance.get(`/v1/deliveries/${id}`, deliveryShape);
  const { data } = await instance.get(`/v1/deliveries/${id}/attempts`, attemptsShape);
  return { ...row, attempts: data };
}

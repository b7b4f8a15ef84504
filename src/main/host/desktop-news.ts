import type { EngineState, News } from '../../shared/contract/shell';
import type { Frame, Snapshot } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';

/** So many failed deliveries are remembered, so that none is told of twice. */
const REMEMBERED = 10_000;

/** Reads from the feed what the shell needs: how much is going on, and what a person may want to be told. */
export class DesktopNews {
  readonly #suspended = new Map<string, number | null>();
  readonly #names = new Map<string, string>();
  readonly #failed = new Set<string>();
  #trouble = false;
  #runId: RunId;

  /** What holds when it begins is no news. */
  constructor(snapshot: Pick<Snapshot, 'run' | 'endpoints' | 'notices'>) {
    this.#runId = snapshot.run.id;
    for (const { id, name, condition } of snapshot.endpoints) {
      this.#suspended.set(id, condition.suspendedAt);
      this.#names.set(id, name);
    }
    this.#trouble = snapshot.notices.some(({ id }) => id === 'trouble');
  }

  hear(frame: Pick<Frame, 'runId' | 'endpoints' | 'deliveries' | 'notices'>): readonly News[] {
    const sameRun = frame.runId === this.#runId;
    this.#runId = frame.runId;
    const news = [...this.#ofEndpoints(frame), ...this.#ofDeliveries(frame)];
    // Another run’s past is no news either.
    return [...(sameRun ? news : []), ...this.#ofNotices(frame)];
  }

  #ofEndpoints({ endpoints }: Pick<Frame, 'endpoints'>): readonly News[] {
    return endpoints.flatMap(({ id, name, policy, condition, counts }) => {
      const before = this.#suspended.get(id) ?? null;
      this.#suspended.set(id, condition.suspendedAt);
      this.#names.set(id, name);
      if (condition.suspendedAt === null || before !== null) return [];
      return [
        {
          class: 'suspended' as const,
          title: `${name} is suspended`,
          body: `${policy.name} sends nothing to it. Waiting: ${counts.waiting}.`,
          place: { kind: 'endpoint' as const, id },
        },
      ];
    });
  }

  #ofDeliveries({ deliveries }: Pick<Frame, 'deliveries'>): readonly News[] {
    return deliveries.flatMap(({ id, state, eventType, attempts, endpointId }) => {
      if (state !== 'failed' || this.#failed.has(id)) return [];
      this.#failed.add(id);
      const [oldest] = this.#failed;
      if (this.#failed.size > REMEMBERED && oldest !== undefined) this.#failed.delete(oldest);
      return [
        {
          class: 'failed' as const,
          title: `${eventType} failed`,
          body: `${this.#names.get(endpointId) ?? 'Its endpoint'} did not take it in ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}.`,
          place: { kind: 'delivery' as const, id },
        },
      ];
    });
  }

  #ofNotices({ notices }: Pick<Frame, 'notices'>): readonly News[] {
    if (notices === null) return [];
    const trouble = notices.find(({ id }) => id === 'trouble');
    const isNew = trouble !== undefined && !this.#trouble;
    this.#trouble = trouble !== undefined;
    return isNew ? [{ class: 'trouble', title: 'Sending is paused', body: trouble.message, place: null }] : [];
  }
}

/** How much is going on. */
export const stateOf = ({ clock, totals }: Pick<Frame, 'clock' | 'totals'>): EngineState => ({
  inFlight: clock.inFlight,
  waiting: totals.byState.queued + totals.byState.retrying,
  paused: clock.paused,
  realTime: clock.pace.kind === 'factor' && clock.pace.factor === 1,
});

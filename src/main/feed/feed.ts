import type { Preferences } from '../../shared/contract/preferences';
import type { Frame, Notice, ReceiverPlaces, RouteView } from '../../shared/contract/views';
import type { RunId } from '../../shared/model/ids';
import type { ClockReport } from '../../shared/model/pace';
import type { EngineStore, SystemClock } from '../engine/ports';
import type { Views } from '../engine/views-port';
import { Pending } from './pending';

/** At most 20 frames a second. */
const FRAME_MS = 50;

export type FeedPorts = {
  readonly store: Pick<EngineStore, 'onCommit' | 'revision'>;
  readonly views: Views;
  readonly system: SystemClock;
  /** The live run. */
  readonly runId: () => RunId;
  readonly clock: () => ClockReport;
  readonly receiver: () => ReceiverPlaces;
  readonly notices: () => readonly Notice[];
  readonly settings: () => Preferences;
  readonly policies: () => number;
  /** Completes a route's URL with where the receiver listens. */
  readonly routeUrl: (route: RouteView) => RouteView;
  /** A frame that could not be read; the feed goes on with an overflow, so that clients ask again. */
  readonly onError: (error: unknown) => void;
};

/** What no commit tells of; null where it did not change. */
type Told = Pick<Frame, 'receiver' | 'notices' | 'settings' | 'policies'>;

/**
 * Tells clients what commits changed, batched per frame. A frame says from which revision to which it leads, so that
 * a client notices a gap and asks for a snapshot. Rows may be newer than the frame, never older.
 */
export class Feed {
  readonly #ports: FeedPorts;
  readonly #listeners = new Set<(frame: Frame) => void>();
  readonly #unlisten: () => void;
  #pending: Pending;
  #sent: number;
  #receiverChanged = false;
  #noticesChanged = false;
  #settingsChanged = false;
  #policiesChanged = false;
  #cancelTimer: (() => void) | null = null;
  #building = false;
  #closed = false;

  constructor(ports: FeedPorts) {
    this.#ports = ports;
    this.#sent = ports.store.revision();
    this.#pending = new Pending(this.#sent);
    this.#unlisten = ports.store.onCommit((change) => {
      this.#pending.add(change);
      this.#schedule();
    });
  }

  /** Frames from now on; a client asks for a snapshot after it has subscribed. Returns its own cancel. */
  subscribe(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The receiver's place, the notices, the settings, the policies or the live run changed, which no commit tells. */
  touch(what: 'receiver' | 'notices' | 'settings' | 'policies' | 'run'): void {
    if (what === 'receiver') this.#receiverChanged = true;
    else if (what === 'notices') this.#noticesChanged = true;
    else if (what === 'settings') this.#settingsChanged = true;
    else if (what === 'policies') this.#policiesChanged = true;
    else this.#pending.overflow = true;
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#unlisten();
    this.#listeners.clear();
  }

  #schedule(): void {
    if (this.#closed || this.#building || this.#cancelTimer !== null) return;
    this.#cancelTimer = this.#ports.system.ring(FRAME_MS, () => {
      this.#cancelTimer = null;
      void this.#emit();
    });
  }

  async #emit(): Promise<void> {
    const pending = this.#pending;
    const from = this.#sent;
    const told: Told = {
      receiver: this.#receiverChanged ? this.#ports.receiver() : null,
      notices: this.#noticesChanged ? this.#ports.notices() : null,
      settings: this.#settingsChanged ? this.#ports.settings() : null,
      policies: this.#policiesChanged ? this.#ports.policies() : null,
    };
    this.#pending = new Pending(pending.revision);
    this.#sent = pending.revision;
    this.#receiverChanged = false;
    this.#noticesChanged = false;
    this.#settingsChanged = false;
    this.#policiesChanged = false;
    if (this.#listeners.size === 0) return;
    this.#building = true;
    try {
      const frame = await this.#build(from, pending, told);
      for (const listener of this.#listeners) listener(frame);
    } catch (error) {
      // What was asked for a frame is refused when the app closes: nobody waits for the frame any more.
      if (this.#closed) return;
      this.#ports.onError(error);
      this.#pending.overflow = true;
      this.#sent = from;
    } finally {
      this.#building = false;
      const touched = this.#receiverChanged || this.#noticesChanged || this.#settingsChanged || this.#policiesChanged;
      if (this.#pending.revision !== this.#sent || touched) this.#schedule();
    }
  }

  async #build(from: number, pending: Pending, told: Told): Promise<Frame> {
    const { views } = this.#ports;
    const runId = this.#ports.runId();
    const [totals, deliveries, endpoints, events, routes, captures, sends] = await Promise.all([
      views.totals(runId),
      views.deliveries([...pending.deliveries]),
      views.endpoints(runId, [...pending.endpoints]),
      views.events([...pending.events]),
      views.routes(runId, [...pending.routes]),
      views.captures([...pending.captures]),
      views.plannedSends(runId),
    ]);
    const livingEndpoints = new Set(endpoints.map((endpoint) => endpoint.id));
    const livingDeliveries = new Set(deliveries.map((delivery) => delivery.id));
    const livingRoutes = new Set(routes.map((route) => route.id));
    return {
      runId,
      from,
      to: pending.revision,
      overflow: pending.overflow,
      clock: this.#ports.clock(),
      totals,
      deliveries,
      endpoints,
      events,
      routes: routes.map(this.#ports.routeUrl),
      captures,
      sends,
      removed: {
        endpoints: [...pending.endpoints].filter((id) => !livingEndpoints.has(id)),
        routes: [...pending.routes].filter((id) => !livingRoutes.has(id)),
        deliveries: [...pending.deliveries].filter((id) => !livingDeliveries.has(id)),
      },
      ...told,
    };
  }
}

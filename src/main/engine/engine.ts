import type { CommandInput } from '../../shared/contract/commands';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId, RouteId } from '../../shared/model/ids';
import type { ClockReport, Pace } from '../../shared/model/pace';
import type { Problem } from '../../shared/model/problem';
import type { Run } from '../../shared/model/run';
import { Dispatcher } from './dispatcher';
import { DueTimes } from './due-times';
import { createEndpoint, removeEndpoint, revealSecret, updateEndpoint } from './endpoints';
import { type Accepted, acceptEvents } from './intake';
import { recover } from './recover';
import { type EnginePorts, RunContext } from './run-context';

/** How often a fast clock is kept while nothing else is committed, real ms. */
const HEARTBEAT_MS = 1_000;
/** How long a close waits for aborted requests to be recorded, real ms. */
const CLOSE_LIMIT_MS = 2_000;

/** The engine of one live run. Everything that changes a run goes through here. */
export class Engine {
  readonly #context: RunContext;
  readonly #dueTimes: DueTimes;
  readonly #dispatcher: Dispatcher;
  readonly #onTrouble: (problem: Problem | null) => void;
  #cancelHeartbeat = (): void => {};

  /** Opens the live run, or begins the first one. Nothing is sent before `start`. */
  constructor(ports: EnginePorts, onTrouble: (problem: Problem | null) => void) {
    this.#onTrouble = onTrouble;
    this.#context = new RunContext(ports);
    this.#dueTimes = new DueTimes(ports.store, this.#context.run.id);
    this.#dispatcher = new Dispatcher(this.#context, this.#dueTimes, onTrouble);
  }

  get run(): Run {
    return this.#context.run;
  }

  virtualNow(): number {
    return this.#context.clock.now();
  }

  /** Repairs what the last session left, then begins to send. Returns how many attempts were interrupted. */
  start(): number {
    const interrupted = recover(this.#context);
    this.#dispatcher.turn();
    this.#armHeartbeat();
    return interrupted;
  }

  report(): ClockReport {
    const { clock } = this.#context;
    const next = this.#dueTimes.earliest(() => true);
    return {
      virtualMs: clock.now(),
      wallMs: this.#context.ports.system.wallMs(),
      rate: clock.rate,
      pace: clock.pace,
      paused: clock.paused,
      inFlight: this.#dispatcher.inFlight,
      nextAt: next?.dueAt ?? null,
      nextDeliveryId: next?.deliveryId ?? null,
    };
  }

  inFlightOf(endpointId: EndpointId): number {
    return this.#dispatcher.inFlightOf(endpointId);
  }

  sendEvents(input: CommandInput<'event.send'>): Accepted {
    const accepted = acceptEvents(this.#context, input);
    this.#dispatcher.turn();
    return accepted;
  }

  createEndpoint(input: CommandInput<'endpoint.create'>, routeId: RouteId | null): Endpoint {
    return createEndpoint(this.#context, input, routeId);
  }

  updateEndpoint(input: CommandInput<'endpoint.update'>): Endpoint {
    const endpoint = updateEndpoint(this.#context, input);
    this.#dispatcher.recheck(endpoint.id);
    return endpoint;
  }

  removeEndpoint(id: EndpointId): number {
    const closed = removeEndpoint(this.#context, id);
    this.#dispatcher.turn();
    return closed;
  }

  revealSecret(id: EndpointId): string {
    return revealSecret(this.#context, id);
  }

  setPace(pace: Pace): ClockReport {
    this.#changeClock(() => this.#context.clock.setPace(pace));
    return this.report();
  }

  setPaused(paused: boolean): ClockReport {
    this.#changeClock(() => this.#context.clock.setPaused(paused));
    return this.report();
  }

  /** Pauses, aborts what is in flight and records it as interrupted, uncharged. */
  async stop(): Promise<ClockReport> {
    this.#context.clock.setPaused(true);
    const aborted = await this.#dispatcher.abortAll();
    this.#context.commit(() => this.#context.logRun({ kind: 'stop', aborted }));
    return this.report();
  }

  /** Stops in bounded time: what is in flight is aborted and recorded, then nothing more happens. */
  async close(): Promise<void> {
    const { clock, ports } = this.#context;
    const wasPaused = clock.paused;
    clock.setPaused(true);
    await new Promise<void>((resolve) => {
      const giveUp = ports.system.ring(CLOSE_LIMIT_MS, resolve);
      void this.#dispatcher.abortAll().then(() => {
        giveUp();
        resolve();
      });
    });
    this.#cancelHeartbeat();
    this.#dispatcher.close();
    this.#dueTimes.close();
    clock.setPaused(wasPaused);
    try {
      this.#context.commit(() => {});
    } catch (error) {
      this.#onTrouble({ code: 'internal', message: `The clock could not be kept at the end: ${String(error)}` });
    }
  }

  #changeClock(change: () => void): void {
    const { clock } = this.#context;
    change();
    this.#context.commit(() => this.#context.logRun({ kind: 'clock', paused: clock.paused, pace: clock.pace }));
    this.#dispatcher.turn();
    this.#armHeartbeat();
  }

  /** A clock faster than wall time would fall back after a kill if nothing were committed for a while. */
  #armHeartbeat(): void {
    this.#cancelHeartbeat();
    const { paused, pace } = this.#context.clock;
    if (paused || pace.kind === 'skip' || pace.factor <= 1) return;
    this.#cancelHeartbeat = this.#context.ports.system.ring(HEARTBEAT_MS, () => {
      this.#keepClock();
      this.#armHeartbeat();
    });
  }

  #keepClock(): void {
    try {
      this.#context.commit(() => {});
    } catch (error) {
      this.#onTrouble({ code: 'internal', message: `The clock could not be kept: ${String(error)}` });
    }
  }
}

import type { CommandInput } from '../../shared/contract/commands';
import { LIMITS } from '../../shared/contract/limits';
import type { Again, QuotaView } from '../../shared/contract/views';
import type { AgendaEntry } from '../../shared/model/agenda';
import type { Endpoint } from '../../shared/model/endpoint';
import type { DeliveryId, EndpointId, RouteId } from '../../shared/model/ids';
import type { ClockReport, Pace, SignatureTime } from '../../shared/model/pace';
import { type Problem, Refusal } from '../../shared/model/problem';
import type { Capture, Forward } from '../../shared/model/receiver';
import type { Run } from '../../shared/model/run';
import type { RunStep } from '../../shared/model/step';
import type { Permission } from '../../shared/rules/redelivery';
import { sayDuration } from '../../shared/words/duration';
import { actOn, loseJobs, permission, quota, type RedeliveryForm, sendAgain } from './again';
import { Dispatcher } from './dispatcher';
import { DueTimes } from './due-times';
import {
  copyEndpoint,
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  type NewEndpoint,
  removeEndpoint,
  revealSecret,
  updateEndpoint,
} from './endpoints';
import { forward } from './forward';
import type { Arrived, Forwarded, Forwarder } from './forwarder-port';
import { type Accepted, acceptEvents, stopSending } from './intake';
import { recover } from './recover';
import { type EnginePorts, RunContext } from './run-context';
import { type SentOn, sendOn } from './send-on';
import { verifyEndpoint } from './verify';

/** How often a fast clock is kept while nothing else is committed, real ms. */
const HEARTBEAT_MS = 1_000;
/** How long a close waits for aborted requests to be recorded, real ms. */
const CLOSE_LIMIT_MS = 2_000;

/** What the engine tells whoever runs it. */
export type EngineHooks = {
  /** Commits begin to fail; null: they work again. */
  readonly onTrouble: (problem: Problem | null) => void;
  /** Nothing is in flight, and nothing is left that could happen. May be told more than once. */
  readonly onIdle?: () => void;
  /** A scenario reached its end. */
  readonly onEnd?: () => void;
  /** A scenario asks for a crash: abandon this engine, and start another on the same store. */
  readonly onCrash?: () => void;
  /** A planned act was refused or failed. */
  readonly onRefused?: (entry: AgendaEntry, error: unknown) => void;
  /** Nothing ran for so long (the machine slept, the process stood still); so many deliveries came due meanwhile. */
  readonly onWoke?: (awayMs: number, overdue: number) => void;
  /** Someone set the machine's clock by so many ms, back when negative; virtual time does not follow. */
  readonly onWallSet?: (jumpMs: number) => void;
  /** The next virtual instant at which time alone changes what the built-in receiver answers, or null. */
  readonly nextEdge?: () => number | null;
};

/** The engine of one live run. Everything that changes a run goes through here. */
export class Engine {
  readonly #context: RunContext;
  readonly #dueTimes: DueTimes;
  readonly #dispatcher: Dispatcher;
  readonly #hooks: EngineHooks;
  #started = false;
  #cancelHeartbeat = (): void => {};

  /** Opens the live run, or begins the first one. Nothing is sent before `start`. */
  constructor(ports: EnginePorts, hooks: EngineHooks) {
    this.#hooks = hooks;
    this.#context = new RunContext(ports);
    this.#dueTimes = new DueTimes(ports.store, this.#context.run.id);
    this.#dispatcher = new Dispatcher(this.#context, this.#dueTimes, {
      onTrouble: hooks.onTrouble,
      onIdle: () => hooks.onIdle?.(),
      onWoke: (awayMs, overdue) => hooks.onWoke?.(awayMs, overdue),
      onWallSet: (jumpMs) => hooks.onWallSet?.(jumpMs),
      nextEdge: () => hooks.nextEdge?.() ?? null,
      onArrived: () => this.#changeClock(() => this.#context.clock.endJump()),
      agenda: {
        pause: (paused) => void this.setPaused(paused),
        stop: () => void this.stop(),
        crash: () => hooks.onCrash?.(),
        end: () => hooks.onEnd?.(),
        refused: (entry, error) => hooks.onRefused?.(entry, error),
      },
    });
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
    this.#started = true;
    this.#dispatcher.turn();
    this.#armHeartbeat();
    return interrupted;
  }

  report(): ClockReport {
    const { clock } = this.#context;
    const next = this.#dueTimes.earliest(() => true);
    const nextAt = this.#dispatcher.nextAt();
    return {
      virtualMs: clock.now(),
      wallMs: this.#context.ports.system.wallMs(),
      rate: clock.rate,
      pace: clock.pace,
      paused: clock.paused,
      jumpsTo: clock.goal,
      signatureTime: this.#context.signatureTime,
      inFlight: this.#dispatcher.inFlight,
      nextAt,
      nextDeliveryId: next !== null && next.dueAt === nextAt ? next.deliveryId : null,
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

  /** Sends a capture on. @throws Refusal as `sendOn` */
  sendOn(capture: Capture, input: CommandInput<'capture.sendOn'>): SentOn {
    return this.#then(sendOn(this.#context, capture, input));
  }

  /** What a forwarding route took. Only inside a transaction of the store; then `lookAgain`. */
  forward(route: Parameters<Forwarder['take']>[0], to: Forward, request: Arrived): Forwarded {
    return forward(this.#context, route, to, request);
  }

  /** Returns how many events are not sent. */
  stopSending(seq: number): number {
    return this.#then(stopSending(this.#context, seq));
  }

  createEndpoint(input: NewEndpoint, routeId: RouteId | null): Endpoint {
    return createEndpoint(this.#context, input, routeId);
  }

  /** The same endpoint in this run, open and fresh. `sealed` null: it gets a new secret. */
  copyEndpoint(endpoint: Endpoint, sealed: string | null, routeId: RouteId | null): Endpoint {
    return copyEndpoint(this.#context, endpoint, sealed, routeId);
  }

  disableEndpoint(id: EndpointId): Endpoint {
    return this.#then(disableEndpoint(this.#context, id));
  }

  enableEndpoint(id: EndpointId): Endpoint {
    return this.#then(enableEndpoint(this.#context, id));
  }

  async verifyEndpoint(id: EndpointId): Promise<Endpoint> {
    return this.#then(await verifyEndpoint(this.#context, id));
  }

  /** What is left of an endpoint's redeliveries by hand. @throws Refusal `not-found` */
  quota(id: EndpointId): QuotaView | null {
    return quota(this.#context, id);
  }

  permission(id: DeliveryId): Permission {
    return permission(this.#context, id);
  }

  sendAgain(form: RedeliveryForm, ids: readonly DeliveryId[]): readonly Again[] {
    return this.#then(sendAgain(this.#context, form, ids));
  }

  actOn(act: 'retry-now' | 'cancel', ids: readonly DeliveryId[]): readonly Again[] {
    return this.#then(actOn(this.#context, act, ids));
  }

  loseJobs(id: DeliveryId, jobs: number | null): void {
    loseJobs(this.#context, id, jobs);
    this.#dispatcher.turn();
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

  /**
   * Skips waits until a virtual instant: all that is due until then happens, in real requests, and then the clock goes
   * on as it was. @throws Refusal `invalid` for the past, and for what is too far
   */
  jumpTo(atMs: number): ClockReport {
    const { clock } = this.#context;
    const now = clock.now();
    if (atMs <= now) {
      throw new Refusal({
        code: 'invalid',
        field: 'atMs',
        message: `${atMs === now ? 'This instant is now' : `This instant was ${sayDuration(now - atMs)} ago`}; the clock never goes back. To see how it was, drag the now line in the overview of Live, or press [.`,
      });
    }
    if (atMs - now > LIMITS.jumpMs) {
      const message = `A jump is at most ${sayDuration(LIMITS.jumpMs)}. Choose a nearer instant.`;
      throw new Refusal({ code: 'invalid', field: 'atMs', message });
    }
    this.#changeClock(() => clock.jumpUntil(atMs), { kind: 'jump', from: now, to: atMs });
    return this.report();
  }

  /** Ends a jump where it is; without one nothing changes. */
  cancelJump(): ClockReport {
    const { clock } = this.#context;
    if (clock.goal !== null) this.#changeClock(() => clock.endJump());
    return this.report();
  }

  /** Which time signatures carry, from the next attempt on; kept over a restart. */
  signWith(time: SignatureTime): ClockReport {
    this.#context.signWith(time);
    return this.report();
  }

  /** The limits of what may be in flight were changed: what waited for a place may go. */
  lookAgain(): void {
    // Before `start` nothing may leave: what is in flight then is taken for what a former session left.
    if (this.#started) this.#dispatcher.turn();
  }

  /** Goes to the next thing that can happen, and lets it happen; otherwise the clock stays as it is. */
  step(): ClockReport {
    this.#dispatcher.step();
    return this.report();
  }

  /** Plans entries of a scenario, all or none. */
  plan(items: readonly { readonly at: number; readonly entry: AgendaEntry }[]): void {
    this.#context.commit(() => {
      for (const { at, entry } of items) this.#context.ports.store.insertAgenda(this.run.id, at, entry);
    });
    this.#dispatcher.turn();
  }

  /** Ends as a kill would end it: nothing more is done or written. The sender is closed by its owner. */
  abandon(): void {
    this.#cancelHeartbeat();
    this.#dispatcher.close();
    this.#dueTimes.close();
  }

  /** Pauses, aborts what is in flight and records it as interrupted, uncharged. */
  async stop(): Promise<ClockReport> {
    this.#context.clock.setPaused(true);
    const aborted = await this.#dispatcher.abortAll();
    this.#dispatcher.record(() => this.#context.logRun({ kind: 'stop', aborted }));
    return this.report();
  }

  /** Stops in bounded time: what is in flight is aborted and recorded, then nothing more happens. */
  async close(): Promise<void> {
    const { system } = this.#context.ports;
    await new Promise<void>((resolve) => {
      const giveUp = system.ring(CLOSE_LIMIT_MS, resolve);
      void this.#dispatcher.drain().then(() => {
        giveUp();
        resolve();
      });
    });
    this.#cancelHeartbeat();
    this.#dispatcher.close();
    this.#dueTimes.close();
    try {
      this.#context.commit(() => {});
    } catch (error) {
      this.#hooks.onTrouble({ code: 'internal', message: `The clock could not be kept at the end: ${String(error)}` });
    }
  }

  /** What was done may have made something due. */
  #then<T>(value: T): T {
    this.#dispatcher.turn();
    return value;
  }

  /** @param step what the log says of it; without one, what is chosen now */
  #changeClock(change: () => void, step?: Extract<RunStep, { kind: 'jump' }>): void {
    const { clock } = this.#context;
    change();
    const { paused, pace } = clock;
    this.#dispatcher.record(() => this.#context.logRun(step ?? { kind: 'clock', paused, pace }));
    this.#dispatcher.turn();
    this.#armHeartbeat();
  }

  /** A clock faster than wall time would fall back after a kill if nothing were committed for a while. */
  #armHeartbeat(): void {
    this.#cancelHeartbeat();
    const { paused, pace } = this.#context.clock;
    if (paused || pace.kind === 'skip' || pace.factor <= 1) return;
    this.#cancelHeartbeat = this.#context.ports.system.ring(HEARTBEAT_MS, () => {
      this.#dispatcher.record(null);
      this.#armHeartbeat();
    });
  }
}

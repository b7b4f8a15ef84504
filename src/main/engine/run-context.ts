import type { Delivery } from '../../shared/model/delivery';
import type { Endpoint } from '../../shared/model/endpoint';
import { type Id, type IdKind, makeId } from '../../shared/model/ids';
import { REAL_TIME, type SignatureTime } from '../../shared/model/pace';
import { Refusal } from '../../shared/model/problem';
import type { Run } from '../../shared/model/run';
import type { DeliveryStep, EndpointStep, RunStep } from '../../shared/model/step';
import { applyStep } from '../../shared/rules/apply-step';
import type { Concurrency } from './concurrency';
import { ElasticClock, resumeTime } from './elastic-clock';
import { Gates } from './gates';
import type { Chance, EngineStore, Sender, Signer, SystemClock } from './ports';

const SIGNATURE_TIME = 'signature-time';

/** What the engine is given. */
export type EnginePorts = {
  readonly store: EngineStore;
  readonly sender: Sender;
  readonly signer: Signer;
  readonly system: SystemClock;
  readonly chance: Chance;
  /** The product's version, for the `user-agent` header. */
  readonly version: string;
  /** How many requests may be in flight; R13's limits without it. */
  readonly limits?: () => Concurrency;
  /** The PEM of our own receiver's authority, for endpoints that trust it. @throws Refusal when it cannot be had */
  readonly receiverCa?: () => string;
  /** What a run begins with when the store has none: a scenario's name, seed and start. */
  readonly firstRun?: Pick<Run, 'name' | 'seed' | 'durations' | 'startedAt'>;
};

/** The live run with its clock: what every part of the engine shares. */
export class RunContext {
  readonly ports: EnginePorts;
  readonly run: Run;
  readonly clock: ElasticClock;
  readonly gates: Gates;
  /** Read once: every attempt asks for it. */
  #signatureTime: SignatureTime;
  /** One for all that is in flight: a stop stops everything, and a signal per request would cost more than its row. */
  #abort = new AbortController();

  constructor(ports: EnginePorts) {
    this.ports = ports;
    this.run = openRun(ports);
    this.gates = new Gates(ports.store);
    const { store, system } = ports;
    this.#signatureTime = store.setting(SIGNATURE_TIME) === 'virtual' ? 'virtual' : 'wall';
    const record = store.clock(this.run.id);
    this.clock = new ElasticClock(
      system,
      record === null
        ? { virtualMs: this.run.startedAt, pace: REAL_TIME, paused: false }
        : { ...record, virtualMs: resumeTime(record, system.wallMs(), store.newestStepAt(this.run.id)) },
      record?.virtualMs,
    );
  }

  /** @throws Refusal `unavailable` */
  readonly receiverCa = (): string => {
    const { receiverCa } = this.ports;
    if (receiverCa !== undefined) return receiverCa();
    throw new Refusal({
      code: 'unavailable',
      message: 'There is no receiver here whose certificate could be trusted.',
    });
  };

  get signatureTime(): SignatureTime {
    return this.#signatureTime;
  }

  /** Kept over a restart. */
  signWith(time: SignatureTime): void {
    this.commit(() => this.ports.store.saveSetting(SIGNATURE_TIME, time));
    this.#signatureTime = time;
  }

  /** Aborted by a stop; every request of the run carries it. */
  get stopSignal(): AbortSignal {
    return this.#abort.signal;
  }

  /** What is in flight is given up; requests from now on are not. */
  abortRequests(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  newId<K extends IdKind>(kind: K, atMs: number): Id<K> {
    return makeId(kind, atMs, this.ports.chance.bytes(10));
  }

  /** One transaction that also keeps the clock, so that a restart never goes back before what was committed. */
  commit<T>(work: () => T): T {
    const { store } = this.ports;
    let kept = 0;
    const done = store.transact(() => {
      const value = work();
      store.saveClock(this.run.id, this.clock.record());
      const { leaps } = this.clock;
      for (const leap of leaps) store.insertLeap(this.run.id, leap);
      kept = leaps.length;
      return value;
    });
    this.clock.dropLeaps(kept);
    return done;
  }

  /** Takes a step of a delivery: changed, stored and logged. Only inside `commit`. Returns it as it is now. */
  apply(endpoint: Endpoint, delivery: Delivery, step: DeliveryStep, at: number, error: string | null = null): Delivery {
    const after = applyStep(endpoint.policy, delivery, step, at, error);
    this.ports.store.updateDelivery(after);
    this.logDelivery(after, step, at, error);
    return after;
  }

  /** Places that became free go to who waits for a later window. Only inside `commit`. Returns whether anyone moved up. */
  fillPlaces(endpoint: Endpoint, now: number): boolean {
    return this.gates.fill(endpoint, now, (delivery, step) => this.apply(endpoint, delivery, step, now));
  }

  /** Appends a step about a delivery, with the text of what went wrong. Only inside `commit`. */
  logDelivery(delivery: Delivery, step: DeliveryStep, at: number, error: string | null): void {
    this.ports.store.appendStep(this.run.id, {
      at,
      wallAt: this.ports.system.wallMs(),
      deliveryId: delivery.id,
      endpointId: delivery.endpointId,
      step,
      error,
    });
  }

  /** Appends a step about an endpoint. Only inside `commit`. */
  logEndpoint(endpoint: Endpoint, step: EndpointStep, at: number): void {
    this.ports.store.appendStep(this.run.id, {
      at,
      wallAt: this.ports.system.wallMs(),
      deliveryId: null,
      endpointId: endpoint.id,
      step,
      error: null,
    });
  }

  /** Appends a step about the run itself. Only inside `commit`. */
  logRun(step: RunStep): void {
    this.ports.store.appendStep(this.run.id, {
      at: this.clock.now(),
      wallAt: this.ports.system.wallMs(),
      deliveryId: null,
      endpointId: null,
      step,
      error: null,
    });
  }
}

function openRun({ store, system, chance, firstRun }: EnginePorts): Run {
  const live = store.liveRun();
  if (live !== null) return live;
  const wallMs = system.wallMs();
  const seed = chance.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0);
  const beginning = firstRun ?? { name: 'First run', seed, durations: 'measured', startedAt: wallMs };
  const run: Run = { id: makeId('run', wallMs, chance.bytes(10)), ...beginning };
  store.transact(() => store.insertRun(run));
  return run;
}

import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId, RouteId, RunId } from '../../shared/model/ids';
import { makeId } from '../../shared/model/ids';
import type { Pace } from '../../shared/model/pace';
import { Refusal } from '../../shared/model/problem';
import type { RouteTls } from '../../shared/model/route-tls';
import type { Run } from '../../shared/model/run';
import type { Concurrency } from '../engine/concurrency';
import { Engine, type EngineHooks } from '../engine/engine';
import type { Chance, EngineStore, RunRecord, RunScenario, Sender, SystemClock } from '../engine/ports';
import type { RouteCheckRecord } from '../engine/receiver-ports';
import { makeSender } from '../sender/sender';
import { makeSigner } from '../sender/signer';
import type { RoutePlace } from './receiver-place';
import { Routes } from './routes';
import { forwardAll } from './scenario/forward-all';
import { planOf } from './scenario/plan';
import { type Scenario, wantedRequest } from './scenario/scenario';

export type LiveRunPorts = {
  readonly store: EngineStore;
  readonly system: SystemClock;
  readonly chance: Chance;
  readonly version: string;
  readonly hooks: Pick<EngineHooks, 'onTrouble' | 'nextEdge' | 'onRefused' | 'onWoke' | 'onWallSet'>;
  /** How many requests may be in flight; R13's limits without it. */
  readonly limits?: () => Concurrency;
  /** Where a route of the built-in receiver is reached. */
  readonly urlOf: (place: RoutePlace) => string;
  /** Opens the ports that routes of these kinds need. @throws Refusal `unavailable` */
  readonly prepare: (kinds: readonly RouteTls[]) => Promise<void>;
  /** The PEM of our receiver's authority. */
  readonly receiverCa: () => string;
  /** Another run is live, or its engine is another one. */
  readonly changed: () => void;
};

type Life = { readonly engine: Engine; readonly routes: Routes; readonly sender: Sender };

/** The run that goes on, with its engine. Opening another freezes it, clock and all. */
export class LiveRun {
  readonly #ports: LiveRunPorts;
  #life: Life;
  /** Changes of the live run come one after the other. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(ports: LiveRunPorts) {
    this.#ports = ports;
    this.#life = this.#begin();
  }

  get engine(): Engine {
    return this.#life.engine;
  }

  get routes(): Routes {
    return this.#life.routes;
  }

  get runId(): RunId {
    return this.#life.engine.run.id;
  }

  /** A new run at the present; `copy` takes endpoints and routes along. */
  create(name: string | null, seed: number | null, copy: boolean): Promise<Run> {
    return this.#replace([], unchanged, () => {
      const from = copy ? this.#belongings() : null;
      const { store, system } = this.#ports;
      const run = this.#newRun({
        name: name ?? `Run ${store.runs().length + 1}`,
        seed,
        durations: 'measured',
        startedAt: system.wallMs(),
      });
      store.transact(() => store.insertRun(run));
      return () => {
        if (from !== null) this.#copy(from);
      };
    });
  }

  /** @throws Refusal `not-found` */
  open(id: RunId): Promise<Run> {
    this.#known(id);
    const tls = this.#ports.store.routes(id).map((route) => route.tls);
    // Without one of its ports the run opens all the same, and a notice says why.
    return this.#replace(tls, onlyRefused, () => {
      const { store, system } = this.#ports;
      if (id === this.runId) return () => {};
      store.transact(() => {
        store.openRun(id);
        // It was frozen, clock and all: the time since then did not pass in it.
        const clock = store.clock(id);
        if (clock !== null) store.saveClock(id, { ...clock, wallMs: system.wallMs() });
      });
      return () => {};
    });
  }

  /** A scenario is always its own run: everything in it is made and planned, then it goes on at its own pace. */
  openScenario(scenario: Scenario, from: RunScenario): Promise<Run> {
    const tls = scenario.routes.map((route) => route.tls);
    return this.#replace(tls, unchanged, () => {
      const { store, system } = this.#ports;
      const startedAt = scenario.startsAt ?? Math.floor(system.wallMs());
      const run = this.#newRun({ name: scenario.name, seed: scenario.seed, durations: 'scripted', startedAt });
      store.transact(() => {
        store.insertRun(run);
        store.saveRunScenario(run.id, from);
        store.saveClock(run.id, {
          virtualMs: startedAt,
          wallMs: system.wallMs(),
          pace: paceOf(scenario),
          paused: true,
        });
      });
      return () => {
        this.#prepare(scenario, startedAt);
        this.#life.engine.setPaused(false);
      };
    });
  }

  /** @throws Refusal `not-found` */
  rename(id: RunId, name: string): void {
    this.#known(id);
    this.#ports.store.transact(() => this.#ports.store.renameRun(id, name));
  }

  /** It can be taken back until the next start. @throws Refusal `not-found`; `conflict` for the live run */
  remove(id: RunId): void {
    this.#known(id);
    if (id === this.runId) {
      throw new Refusal({ code: 'conflict', message: 'This run is live. Open another one before you delete it.' });
    }
    this.#ports.store.transact(() => this.#ports.store.setRunRemoved(id, true));
  }

  restore(id: RunId): void {
    this.#ports.store.transact(() => this.#ports.store.setRunRemoved(id, false));
    this.#known(id);
  }

  /** The engine ends as a kill would end it, and another one starts on the same file. */
  async crash(): Promise<void> {
    const { engine, sender } = this.#life;
    engine.abandon();
    await sender.close();
    this.#life = this.#begin();
    this.#life.engine.start();
    this.#ports.changed();
  }

  async close(): Promise<void> {
    await this.#busy;
    await this.#life.engine.close();
    await this.#life.sender.close();
  }

  #begin(): Life {
    const { store, system, chance, version, hooks, limits, receiverCa } = this.#ports;
    const sender = makeSender({ clock: system });
    const engine = new Engine(
      {
        store,
        sender,
        signer: makeSigner(),
        system,
        chance,
        version,
        receiverCa,
        ...(limits === undefined ? {} : { limits }),
      },
      { ...hooks, onCrash: () => setImmediate(() => void this.crash()), onEnd: () => this.#atEnd() },
    );
    return { engine, sender, routes: new Routes(store, engine.run.id, chance, () => engine.virtualNow()) };
  }

  /** A scenario's `until`: time stands still from here. */
  #atEnd(): void {
    this.#life.engine.setPaused(true);
  }

  /**
   * Opens the receiver's ports that the other run's routes need, before anything is sent there. Then freezes the live
   * run, lets `change` make another one live, and goes on with that.
   */
  #replace(kinds: readonly RouteTls[], withoutPort: (error: unknown) => void, change: () => () => void): Promise<Run> {
    const replacing = this.#busy.then(async () => {
      await this.#ports.prepare(kinds).catch(withoutPort);
      await this.#life.engine.close();
      await this.#life.sender.close();
      let prepare = (): void => {};
      try {
        prepare = change();
      } finally {
        this.#life = this.#begin();
        // First, or it would take what `prepare` sends for what a former session left in flight.
        this.#life.engine.start();
        prepare();
        this.#ports.changed();
      }
      return this.#life.engine.run;
    });
    this.#busy = replacing.catch(() => {});
    return replacing;
  }

  #known(id: RunId): RunRecord {
    const run = this.#ports.store.runs().find((candidate) => candidate.id === id);
    if (run === undefined)
      throw new Refusal({ code: 'not-found', message: `There is no run ${id}. It may have been deleted.` });
    return run;
  }

  #newRun(run: Omit<Run, 'id' | 'seed'> & { readonly seed: number | null }): Run {
    const { system, chance } = this.#ports;
    const seed = run.seed ?? chance.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0);
    return { ...run, id: makeId('run', system.wallMs(), chance.bytes(10)), seed };
  }

  #belongings(): Belongings {
    const { store } = this.#ports;
    const endpoints = store.endpoints(this.runId).filter(({ state }) => state !== 'deleted');
    return {
      routes: store
        .routes(this.runId)
        .map(({ id, path, script, tls, forward }) => ({ id, path, script, tls, forward, check: store.routeCheck(id) })),
      endpoints: endpoints.map((endpoint) => ({ endpoint, sealed: readable(() => store.secretOf(endpoint.id)) })),
    };
  }

  #copy({ routes, endpoints }: Belongings): void {
    const copies = new Map<RouteId, RouteId>(routes.map((route) => [route.id, this.#copyRoute(route)]));
    const made = new Map<EndpointId, EndpointId>();
    for (const { endpoint, sealed } of endpoints) {
      const { routeId } = endpoint;
      const route = routeId === null ? null : (copies.get(routeId) ?? null);
      made.set(endpoint.id, this.engine.copyEndpoint(endpoint, sealed, route).id);
    }
    for (const { id, forward } of routes) {
      const copy = copies.get(id);
      const endpointId = forward === null ? undefined : made.get(forward.endpointId);
      if (forward === null || copy === undefined || endpointId === undefined) continue;
      this.routes.update({ id: copy, forward: { ...forward, endpointId } });
    }
  }

  #copyRoute({ path, script, tls, check }: Belongings['routes'][number]): RouteId {
    const { id } = this.routes.create({ path, script, tls });
    if (check.check.kind !== 'endpoints') this.#ports.store.transact(() => this.#ports.store.saveRouteCheck(id, check));
    return id;
  }

  #prepare(scenario: Scenario, startedAt: number): void {
    const routeIds = new Map<string, RouteId>(
      scenario.routes.map(({ path, script, tls }) => [path, this.routes.create({ path, script, tls }).id]),
    );
    const ids = new Map<string, EndpointId>();
    for (const { name, policy, channel, verification, secret, request, target } of scenario.endpoints) {
      const url = target.kind === 'route' ? this.#ports.urlOf(target) : target.url;
      const routeId = target.kind === 'route' ? (routeIds.get(target.path) ?? null) : null;
      const made = { name, url, policy, channel, verification, secret, request: wantedRequest(request) };
      ids.set(name, this.engine.createEndpoint(made, routeId).id);
    }
    forwardAll(this.routes, scenario.routes, ids);
    this.engine.plan(planOf(scenario, startedAt, ids));
  }
}

type Belongings = {
  readonly routes: readonly (Pick<ReturnType<Routes['create']>, 'id' | 'path' | 'script' | 'tls' | 'forward'> & {
    readonly check: RouteCheckRecord;
  })[];
  readonly endpoints: readonly { readonly endpoint: Endpoint; readonly sealed: string | null }[];
};

const unchanged = (error: unknown): never => {
  throw error;
};

/** What the world refused is told elsewhere. */
function onlyRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** A secret that cannot be read is made anew in a copy. */
function readable(read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const paceOf = ({ clock }: Scenario): Pace =>
  clock === 'skip' ? { kind: 'skip' } : { kind: 'factor', factor: clock === 'realtime' ? 1 : clock };

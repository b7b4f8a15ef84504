import type { CommandInput } from '../../shared/contract/commands';
import type { RouteId, RunId } from '../../shared/model/ids';
import { makeId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { Forward, Route } from '../../shared/model/receiver';
import type { RouteTls } from '../../shared/model/route-tls';
import type { Script } from '../../shared/model/script';
import type { Chance, EngineStore } from '../engine/ports';

type RouteStore = Pick<
  EngineStore,
  'transact' | 'routes' | 'insertRoute' | 'updateRoute' | 'removeRoute' | 'routeCheck' | 'saveRouteCheck' | 'endpoint'
>;

/** `tls`: over what it is reached, http unless it is said; `forward`: to where it sends on instead of answering. */
type NewRoute = {
  readonly path: string;
  readonly script: Script;
  readonly tls?: RouteTls;
  readonly forward?: Forward | null;
};

/** The receiver's routes: each path once, changes count from the next request. */
export class Routes {
  readonly #store: RouteStore;
  readonly #runId: RunId;
  readonly #chance: Chance;
  readonly #virtualNow: () => number;

  constructor(store: RouteStore, runId: RunId, chance: Chance, virtualNow: () => number) {
    this.#store = store;
    this.#runId = runId;
    this.#chance = chance;
    this.#virtualNow = virtualNow;
  }

  isEmpty(): boolean {
    return this.#store.routes(this.#runId).length === 0;
  }

  find(path: string): Route | undefined {
    return this.#store.routes(this.#runId).find((route) => route.path === path);
  }

  /** @throws Refusal `conflict` when the path has a route already; `not-found` when there is no endpoint to forward to */
  create({ path, script, tls = 'off', forward = null }: NewRoute): Route {
    this.#refuseTaken(path, null);
    if (forward !== null) this.#refuseNowhere(forward, null);
    const createdAt = this.#virtualNow();
    const route: Route = {
      id: makeId('route', createdAt, this.#chance.bytes(10)),
      path,
      tls,
      script,
      forward,
      epoch: 1,
      epochAt: createdAt,
      createdAt,
    };
    this.#store.transact(() => this.#store.insertRoute(route, this.#runId));
    return route;
  }

  /** A changed script starts over. @throws Refusal `not-found`, `conflict`; also when it would forward to itself */
  update(input: CommandInput<'route.update'>): Route {
    const route = this.#get(input.id);
    if (input.path !== undefined) this.#refuseTaken(input.path, input.id);
    const forward = input.forward === undefined ? route.forward : input.forward;
    if (input.forward != null) this.#refuseNowhere(input.forward, route.id);
    const moved: Route = { ...route, path: input.path ?? route.path, tls: input.tls ?? route.tls, forward };
    const changed = input.script === undefined ? moved : this.#restarted({ ...moved, script: input.script });
    this.#store.transact(() => this.#store.updateRoute(changed));
    return changed;
  }

  startOver(id: RouteId): Route {
    const changed = this.#restarted(this.#get(id));
    this.#store.transact(() => this.#store.updateRoute(changed));
    return changed;
  }

  /** From the next request on. @throws Refusal `not-found`; `invalid` when a route's own scheme has no secret */
  checkWith(id: RouteId, wanted: CommandInput<'route.checkWith'>['check']): void {
    this.#get(id);
    const secret = wanted.kind === 'own' ? (wanted.secret ?? this.#store.routeCheck(id).secret) : null;
    if (wanted.kind === 'own' && secret === null)
      throw new Refusal({ code: 'invalid', field: 'check.secret', message: 'Enter the secret to check with.' });
    const check = wanted.kind === 'own' ? { kind: wanted.kind, scheme: wanted.scheme } : wanted;
    this.#store.transact(() => this.#store.saveRouteCheck(id, { check, secret }));
  }

  remove(id: RouteId): void {
    this.#get(id);
    this.#store.transact(() => this.#store.removeRoute(id));
  }

  #restarted(route: Route): Route {
    return { ...route, epoch: route.epoch + 1, epochAt: this.#virtualNow() };
  }

  #get(id: RouteId): Route {
    const route = this.#store.routes(this.#runId).find((candidate) => candidate.id === id);
    if (route === undefined)
      throw new Refusal({ code: 'not-found', message: `There is no route ${id}. It may have been deleted.` });
    return route;
  }

  #refuseNowhere({ endpointId }: Forward, id: RouteId | null): void {
    const field = 'forward.endpointId';
    const endpoint = this.#store.endpoint(endpointId);
    if (endpoint === null || endpoint.state === 'deleted') {
      const message = 'There is no such endpoint. Choose another one to forward to.';
      throw new Refusal({ code: 'not-found', field, message });
    }
    if (id === null || endpoint.routeId !== id) return;
    const message = `${endpoint.name} points at this route, so a request would go round. Choose another endpoint.`;
    throw new Refusal({ code: 'conflict', field, message });
  }

  #refuseTaken(path: string, except: RouteId | null): void {
    const taken = this.#store.routes(this.#runId).find((route) => route.path === path && route.id !== except);
    if (taken !== undefined) {
      throw new Refusal({
        code: 'conflict',
        field: 'path',
        message: `${path} has a script already. Choose another path, or edit that one.`,
      });
    }
  }
}

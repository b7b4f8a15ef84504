import type { CommandInput } from '../../shared/contract/commands';
import type { RouteId, RunId } from '../../shared/model/ids';
import { makeId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import type { Route } from '../../shared/model/receiver';
import type { RouteTls } from '../../shared/model/route-tls';
import type { Script } from '../../shared/model/script';
import type { Chance, EngineStore } from '../engine/ports';

type RouteStore = Pick<
  EngineStore,
  'transact' | 'routes' | 'insertRoute' | 'updateRoute' | 'removeRoute' | 'routeCheck' | 'saveRouteCheck'
>;

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

  /** @throws Refusal `conflict` when the path has a route already */
  create(path: string, script: Script, tls: RouteTls = 'off'): Route {
    this.#refuseTaken(path, null);
    const createdAt = this.#virtualNow();
    const route: Route = {
      id: makeId('route', createdAt, this.#chance.bytes(10)),
      path,
      tls,
      script,
      epoch: 1,
      epochAt: createdAt,
      createdAt,
    };
    this.#store.transact(() => this.#store.insertRoute(route, this.#runId));
    return route;
  }

  /** A changed script starts over. @throws Refusal `not-found`, `conflict` */
  update(input: CommandInput<'route.update'>): Route {
    const route = this.#get(input.id);
    if (input.path !== undefined) this.#refuseTaken(input.path, input.id);
    const moved: Route = { ...route, path: input.path ?? route.path, tls: input.tls ?? route.tls };
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

import type Database from 'better-sqlite3';
import type { Endpoint } from '../../../shared/model/endpoint';
import type { EndpointId } from '../../../shared/model/ids';
import { endpointParameters } from '../rows/endpoint-row';
import type { Gathered } from '../unit-of-work';
import { mustChange } from './must-change';

/**
 * Endpoints as they were last read or changed: every attempt asks for its endpoint, and reading one checks a whole
 * policy. Changes are written at the end of their transaction, once each: every delivery that ends changes its
 * endpoint's counts. The writer is alone, so that only a rolled back transaction can make them wrong.
 */
export class EndpointCache implements Gathered {
  readonly #known = new Map<EndpointId, Endpoint>();
  readonly #changed = new Set<EndpointId>();
  readonly #update: Database.Statement;

  constructor(db: Database.Database) {
    this.#update = db.prepare(`
      UPDATE endpoint SET name = @name, url = @url, policy = @policy, route_id = @routeId, request = @request,
        channel = @channel, verification = @verification, state = @state, condition = @condition
      WHERE id = @id`);
  }

  get(id: EndpointId): Endpoint | undefined {
    return this.#known.get(id);
  }

  keep(endpoint: Endpoint): Endpoint {
    this.#known.set(endpoint.id, endpoint);
    return endpoint;
  }

  /** Only inside a transaction. */
  change(endpoint: Endpoint): void {
    this.#known.set(endpoint.id, endpoint);
    this.#changed.add(endpoint.id);
  }

  /** @throws Error when a changed endpoint is not in the store */
  flush(): void {
    for (const id of this.#changed) {
      const endpoint = this.#known.get(id);
      if (endpoint !== undefined) mustChange(this.#update.run(endpointParameters(endpoint)), id);
    }
    this.#changed.clear();
  }

  drop(): void {
    this.#known.clear();
    this.#changed.clear();
  }
}

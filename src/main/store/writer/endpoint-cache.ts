import type { Endpoint } from '../../../shared/model/endpoint';
import type { EndpointId } from '../../../shared/model/ids';
import type { Gathered } from '../unit-of-work';

/**
 * Endpoints as they were last read or written: every attempt asks for its endpoint, and reading one checks a whole
 * policy. The writer is alone, so that only a rolled back transaction can make them wrong.
 */
export class EndpointCache implements Gathered {
  readonly #known = new Map<EndpointId, Endpoint>();

  get(id: EndpointId): Endpoint | undefined {
    return this.#known.get(id);
  }

  keep(endpoint: Endpoint): Endpoint {
    this.#known.set(endpoint.id, endpoint);
    return endpoint;
  }

  flush(): void {}

  drop(): void {
    this.#known.clear();
  }
}

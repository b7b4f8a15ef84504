import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId, RouteId, RunId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { type SignatureScheme, STANDARD_WEBHOOKS, schemeOfChoice } from '../../shared/rules/signatures/scheme';
import type { KnownSecret } from '../../shared/rules/signatures/verify';
import { unpacked } from '../engine/credentials';
import type { EngineStore } from '../engine/ports';

type SecretStore = Pick<EngineStore, 'endpoints' | 'secretOf' | 'routes' | 'routeCheck'>;

/** What a route checks with; null where it checks nothing. */
export type RouteChecker = { readonly scheme: SignatureScheme; readonly secrets: readonly KnownSecret[] };

/** The secrets that may have signed a request, by name. They leave the engine's side only as signatures. */
export class SignatureSecrets {
  readonly #store: SecretStore;

  constructor(store: SecretStore) {
    this.#store = store;
  }

  /** The present secret, and the former one while it signs too (`at`: wall epoch ms; null: it does not). */
  ofEndpoint(runId: RunId, id: EndpointId, at: number | null): readonly KnownSecret[] {
    const endpoint = this.#endpoints(runId).find((candidate) => candidate.id === id);
    return endpoint === undefined ? [] : this.#readable(endpoint, (until) => at !== null && at < until);
  }

  /** Those of every endpoint of the run, former ones too, whatever their time. */
  all(runId: RunId): readonly KnownSecret[] {
    return this.#endpoints(runId).flatMap((endpoint) => this.#readable(endpoint, () => true));
  }

  ofRoute(runId: RunId, routeId: RouteId, at: number | null): readonly KnownSecret[] {
    return this.checkerOf(runId, routeId, at)?.secrets ?? [];
  }

  /** With its own scheme and secret, or with the secrets of the endpoints that point at it. */
  checkerOf(runId: RunId, routeId: RouteId, at: number | null): RouteChecker | null {
    const { check, secret } = this.#store.routeCheck(routeId);
    switch (check.kind) {
      case 'off':
        return null;
      case 'own': {
        const scheme = schemeOfChoice(check.scheme);
        if (scheme === undefined || secret === null) return null;
        return { scheme, secrets: [{ name: 'the route’s own secret', text: secret }] };
      }
      case 'endpoints': {
        const secrets = this.#endpoints(runId)
          .filter((endpoint) => endpoint.routeId === routeId && endpoint.policy.signing === 'standard-webhooks')
          .flatMap((endpoint) => this.#readable(endpoint, (until) => at !== null && at < until));
        return secrets.length === 0 ? null : { scheme: STANDARD_WEBHOOKS, secrets };
      }
    }
  }

  #endpoints(runId: RunId): readonly Endpoint[] {
    return this.#store.endpoints(runId).filter(({ state }) => state !== 'deleted');
  }

  /** None where they cannot be read: the endpoint itself says so. */
  #readable({ id, name }: Endpoint, signsToo: (until: number) => boolean): readonly KnownSecret[] {
    try {
      const text = this.#store.secretOf(id);
      if (text === null) return [];
      const { secret, former } = unpacked(text);
      const present = { name: `the secret of “${name}”`, text: secret };
      return former === null || !signsToo(former.until)
        ? [present]
        : [present, { name: `the former secret of “${name}”`, text: former.secret }];
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  }
}

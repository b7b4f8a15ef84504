import type { Attempt } from '../../shared/model/attempt';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Event } from '../../shared/model/event';
import type { EndpointId } from '../../shared/model/ids';
import { type Problem, Refusal } from '../../shared/model/problem';
import { timeoutsOf } from '../../shared/rules/attempt-timeouts';
import { requestHeaders } from '../../shared/rules/request-headers';
import { type Carried, carriedBy } from './credentials';
import { wireBody } from './envelope';
import type { SendRequest } from './ports';
import type { RunContext } from './run-context';

/** Makes the request of an attempt: headers in their order, signed with the time of this attempt. */
export class Preparer {
  readonly #context: RunContext;
  readonly #credentials = new Map<EndpointId, Carried>();
  readonly #unusable = new Map<EndpointId, Problem>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** False while an endpoint's secret cannot be read: nothing of it is claimed until it is changed. */
  usable(id: EndpointId): boolean {
    return !this.#unusable.has(id);
  }

  /** Why an endpoint cannot be used, or null. */
  problemOf(id: EndpointId): Problem | null {
    return this.#unusable.get(id) ?? null;
  }

  forget(id: EndpointId): void {
    this.#credentials.delete(id);
    this.#unusable.delete(id);
  }

  /** Null when the endpoint's secret cannot be read. */
  prepare(endpoint: Endpoint, event: Event, attempt: Attempt): SendRequest | null {
    const known = this.#knownOf(endpoint);
    if (known === null) return null;
    const signedAt = this.#context.signatureTime === 'wall' ? attempt.startedWallAt : attempt.startedAt;
    const timestampS = Math.floor(signedAt / 1_000);
    const body = wireBody(endpoint.policy, event);
    const signature =
      endpoint.policy.signing === 'none'
        ? null
        : known
            .secretsAt(attempt.startedWallAt)
            .map((secret) => this.#context.ports.signer.sign(secret, event.id, timestampS, body))
            .join(' ');
    return {
      method: 'POST',
      url: endpoint.url,
      headers: [
        ...requestHeaders({
          policy: endpoint.policy,
          url: endpoint.url,
          deliveryId: attempt.deliveryId,
          eventId: event.id,
          contentType: event.contentType,
          bodyBytes: body.byteLength,
          version: this.#context.ports.version,
          signature: signature === null ? null : { timestampS, value: signature },
        }),
        ...known.headers,
      ],
      body,
      timeouts: timeoutsOf(endpoint.policy, attempt.n),
      ...known.way,
    };
  }

  #knownOf(endpoint: Endpoint): Carried | null {
    const { id } = endpoint;
    const known = this.#credentials.get(id);
    if (known !== undefined) return known;
    try {
      const read = carriedBy(endpoint, this.#context.ports.store.secretOf(id), this.#context.receiverCa);
      this.#credentials.set(id, read);
      return read;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#unusable.set(id, error.problem);
      return null;
    }
  }
}

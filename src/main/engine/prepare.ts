import type { Attempt } from '../../shared/model/attempt';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Event } from '../../shared/model/event';
import type { EndpointId } from '../../shared/model/ids';
import { type Problem, Refusal } from '../../shared/model/problem';
import { requestHeaders } from '../../shared/rules/request-headers';
import type { SendRequest } from './ports';
import type { RunContext } from './run-context';

/** Makes the request of an attempt: headers in their order, signed with the time of this attempt. */
export class Preparer {
  readonly #context: RunContext;
  readonly #secrets = new Map<EndpointId, string>();
  readonly #unusable = new Map<EndpointId, Problem>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** False while an endpoint's secret cannot be read: nothing of it is claimed until it is changed. */
  usable(id: EndpointId): boolean {
    return !this.#unusable.has(id);
  }

  /** Why endpoints cannot be used, by id. */
  get problems(): ReadonlyMap<EndpointId, Problem> {
    return this.#unusable;
  }

  forget(id: EndpointId): void {
    this.#secrets.delete(id);
    this.#unusable.delete(id);
  }

  /** Null when the endpoint's secret cannot be read. */
  prepare(endpoint: Endpoint, event: Event, attempt: Attempt): SendRequest | null {
    const secret = this.#secretOf(endpoint.id);
    if (secret === null) return null;
    const timestampS = Math.floor(attempt.startedWallAt / 1_000);
    const signature =
      endpoint.policy.signing === 'none'
        ? null
        : this.#context.ports.signer.sign(secret, event.id, timestampS, event.body);
    return {
      method: 'POST',
      url: endpoint.url,
      headers: requestHeaders({
        policy: endpoint.policy,
        url: endpoint.url,
        deliveryId: attempt.deliveryId,
        eventId: event.id,
        contentType: event.contentType,
        bodyBytes: event.body.byteLength,
        version: this.#context.ports.version,
        signature: signature === null ? null : { timestampS, value: signature },
      }),
      body: event.body,
      timeouts: endpoint.policy.timeouts,
    };
  }

  #secretOf(id: EndpointId): string | null {
    const known = this.#secrets.get(id);
    if (known !== undefined) return known;
    try {
      const secret = this.#context.ports.store.secretOf(id);
      if (secret === null)
        throw new Refusal({ code: 'not-found', message: 'The endpoint has no secret. Set a new one.' });
      this.#secrets.set(id, secret);
      return secret;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#unusable.set(id, error.problem);
      return null;
    }
  }
}

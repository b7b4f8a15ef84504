import type { Attempt } from '../../shared/model/attempt';
import type { Endpoint } from '../../shared/model/endpoint';
import type { Event } from '../../shared/model/event';
import type { EndpointId } from '../../shared/model/ids';
import { type Problem, Refusal } from '../../shared/model/problem';
import { timeoutsOf } from '../../shared/rules/attempt-timeouts';
import { carriedHeaders, joinTarget } from '../../shared/rules/forwarding';
import { requestHeaders } from '../../shared/rules/request-headers';
import { type Carried, carriedBy } from './credentials';
import { wireBody } from './envelope';
import type { SendRequest } from './ports';
import type { RunContext } from './run-context';

/** What a captured message has of its own stays its own, also where an endpoint signs it anew. */
const OF_MESSAGE: readonly string[] = ['host', 'content-type', 'content-length', 'user-agent'];
const isNotOfMessage = ([name]: readonly [string, string]): boolean => !OF_MESSAGE.includes(name);

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
    const { carried } = event;
    const body = carried === null ? wireBody(endpoint.policy, event) : event.body;
    const signature =
      endpoint.policy.signing === 'none'
        ? null
        : known
            .secretsAt(attempt.startedWallAt)
            .map((secret) => this.#context.ports.signer.sign(secret, event.id, timestampS, body))
            .join(' ');
    const fields = requestHeaders({
      policy: endpoint.policy,
      url: endpoint.url,
      deliveryId: attempt.deliveryId,
      eventId: event.id,
      contentType: event.contentType,
      bodyBytes: body.byteLength,
      version: this.#context.ports.version,
      signature: signature === null ? null : { timestampS, value: signature },
    });
    const timeouts = timeoutsOf(endpoint.policy, attempt.n);
    if (carried === null) {
      const headers = [...fields, ...known.headers];
      return { method: 'POST', url: endpoint.url, headers, body, timeouts, ...known.way };
    }
    const own = carried.signing === 'anew' ? [...fields.filter(isNotOfMessage), ...known.headers] : [];
    const headers = carriedHeaders(carried, endpoint.url, own);
    return {
      method: carried.method,
      url: joinTarget(endpoint.url, carried.tail),
      headers,
      body,
      timeouts,
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

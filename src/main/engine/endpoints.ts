import type { CommandInput } from '../../shared/contract/commands';
import type { Endpoint } from '../../shared/model/endpoint';
import type { EndpointId, RouteId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { builtInPolicy } from '../../shared/policies/built-in';
import type { Policy } from '../../shared/policies/policy';
import { applyStep } from '../../shared/rules/apply-step';
import { closeStep } from '../../shared/rules/removal';
import type { RunContext } from './run-context';

const SECRET_BYTES = 32;
const CLOSE_PAGE = 500;

/** @throws Refusal `not-found` when there is no such policy */
export function createEndpoint(
  context: RunContext,
  input: CommandInput<'endpoint.create'>,
  routeId: RouteId | null,
): Endpoint {
  const { store } = context.ports;
  const now = context.clock.now();
  const policy = policyOf(input.policyId);
  const secret = input.secret ?? newSecret(context);
  return context.commit(() => {
    const endpoint: Endpoint = {
      id: context.newId('endpoint', now),
      runId: context.run.id,
      ordinal: store.nextOrdinal(context.run.id, 'endpoint'),
      name: input.name,
      url: input.url,
      policy,
      routeId,
      state: 'enabled',
      createdAt: now,
    };
    store.insertEndpoint(endpoint, secret);
    return endpoint;
  });
}

/** Changes count from the next attempt on. @throws Refusal `not-found` */
export function updateEndpoint(context: RunContext, input: CommandInput<'endpoint.update'>): Endpoint {
  const { store } = context.ports;
  const endpoint = liveEndpoint(context, input.id);
  const url = input.url ?? endpoint.url;
  const changed: Endpoint = {
    ...endpoint,
    name: input.name ?? endpoint.name,
    url,
    routeId: url === endpoint.url ? endpoint.routeId : null,
    policy: input.policyId === undefined ? endpoint.policy : policyOf(input.policyId),
  };
  context.commit(() => {
    store.updateEndpoint(changed);
    if (input.secret !== undefined) store.saveSecret(input.id, input.secret);
  });
  return changed;
}

/** R6: what waits is closed as the policy says; what is in flight runs to its end. Its history stays. */
export function removeEndpoint(context: RunContext, id: EndpointId): number {
  const { store } = context.ports;
  const endpoint = liveEndpoint(context, id);
  const now = context.clock.now();
  const step = closeStep(endpoint.policy);
  return context.commit(() => {
    store.updateEndpoint({ ...endpoint, state: 'deleted' });
    let closed = 0;
    let after = 0;
    for (;;) {
      const page = store.waiting(id, after, CLOSE_PAGE);
      for (const delivery of page) {
        store.updateDelivery(applyStep(endpoint.policy, delivery, step, now, endpoint.policy.whenRemoved.error));
        context.logDelivery(delivery, step, now);
        after = delivery.ordinal;
      }
      closed += page.length;
      if (page.length < CLOSE_PAGE) return closed;
    }
  });
}

/** @throws Refusal `not-found`, or why the secret cannot be read */
export function revealSecret(context: RunContext, id: EndpointId): string {
  liveEndpoint(context, id);
  const secret = context.ports.store.secretOf(id);
  if (secret === null) throw new Refusal({ code: 'not-found', message: 'The endpoint has no secret. Set a new one.' });
  return secret;
}

function liveEndpoint(context: RunContext, id: EndpointId): Endpoint {
  const endpoint = context.ports.store.endpoint(id);
  if (endpoint === null || endpoint.state === 'deleted') {
    throw new Refusal({ code: 'not-found', message: `There is no endpoint ${id}. It may have been deleted.` });
  }
  return endpoint;
}

function policyOf(id: string): Policy {
  const policy = builtInPolicy(id);
  if (policy === undefined) {
    throw new Refusal({
      code: 'not-found',
      field: 'policyId',
      message: `There is no policy “${id}”. Choose alphorn, fianto, kestrel or infraspeak.`,
    });
  }
  return policy;
}

const newSecret = (context: RunContext): string =>
  `whsec_${Buffer.from(context.ports.chance.bytes(SECRET_BYTES)).toString('base64')}`;

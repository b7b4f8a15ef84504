import type { CommandInput } from '../../shared/contract/commands';
import { type Endpoint, settingsOf } from '../../shared/model/endpoint';
import { type Credentials, PLAIN_REQUEST } from '../../shared/model/endpoint-request';
import { oneOf } from '../../shared/model/file-fields';
import type { EndpointId, RouteId } from '../../shared/model/ids';
import { Refusal } from '../../shared/model/problem';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../shared/policies/built-in';
import type { Policy } from '../../shared/policies/policy';
import type { SettingValues } from '../../shared/policies/settings';
import { withSettings } from '../../shared/rules/settings';
import { freshCondition } from '../../shared/rules/suspension';
import { closeWaiting, reopen } from './circuit';
import { newSecret, packed, takeApart, unpacked } from './credentials';
import { lineUpAgain } from './new-limit';
import type { RunContext } from './run-context';

const PLAIN = { request: PLAIN_REQUEST, auth: null, client: null } as const;

/** What an endpoint is made of; the policy may be an id or a whole policy. */
export type NewEndpoint = Omit<CommandInput<'endpoint.create'>, 'policyId' | 'request' | 'settings'> & {
  readonly policy: Policy | string;
  readonly request?: CommandInput<'endpoint.create'>['request'];
  readonly settings?: SettingValues;
};

/** @throws Refusal `not-found` when there is no such policy, `invalid` when it does not offer what is set */
export function createEndpoint(context: RunContext, input: NewEndpoint, routeId: RouteId | null): Endpoint {
  const { store } = context.ports;
  const now = context.clock.now();
  const named = typeof input.policy === 'string' ? policyOf(context, input.policy) : input.policy;
  const policy = set(named, input.settings);
  const secret = input.secret ?? newSecret(context.ports.chance);
  const { request, auth, client } = input.request === undefined ? PLAIN : takeApart(input.request);
  return context.commit(() => {
    const endpoint: Endpoint = {
      id: context.newId('endpoint', now),
      runId: context.run.id,
      ordinal: store.nextOrdinal(context.run.id, 'endpoint'),
      name: input.name,
      url: input.url,
      policy,
      routeId,
      request,
      channel: input.channel,
      verification: input.verification,
      state: 'enabled',
      condition: freshCondition(policy, input.verification),
      createdAt: now,
    };
    store.insertEndpoint(endpoint, packed({ secret, former: null, auth, client }));
    return endpoint;
  });
}

/** The same endpoint in this run, open and fresh. `sealed` null: it gets a new secret. */
export function copyEndpoint(
  context: RunContext,
  endpoint: Endpoint,
  sealed: string | null,
  routeId: RouteId | null,
): Endpoint {
  const { name, url, policy, channel, verification } = endpoint;
  return context.commit(() => {
    const made = createEndpoint(context, { name, url, policy, channel, verification, secret: null }, routeId);
    const copy: Endpoint = { ...made, request: sealed === null ? made.request : endpoint.request };
    context.ports.store.updateEndpoint(copy);
    if (sealed !== null) context.ports.store.saveSecret(copy.id, sealed);
    return copy;
  });
}

/**
 * Changes count from the next attempt on. Where the policy asks for a challenge, a new URL waits for it while the old
 * one goes on receiving (f16), unless verification is assumed. @throws Refusal `not-found`, or `invalid` as above
 */
export function updateEndpoint(context: RunContext, input: CommandInput<'endpoint.update'>): Endpoint {
  const { store } = context.ports;
  const endpoint = liveEndpoint(context, input.id);
  const named = input.policyId === undefined ? endpoint.policy : policyOf(context, input.policyId);
  const policy = set(named, input.settings);
  const verification = input.verification ?? endpoint.verification;
  const kept: Endpoint = {
    ...endpoint,
    name: input.name ?? endpoint.name,
    policy,
    channel: input.channel ?? endpoint.channel,
    verification,
  };
  const taken = input.request === undefined ? null : takeApart(input.request);
  const changed = withUrl(taken === null ? kept : { ...kept, request: taken.request }, input.url ?? null);
  context.commit(() => {
    store.updateEndpoint(changed);
    logChange(context, endpoint, context.clock.now());
    lineUpAgain(context, endpoint, changed, context.clock.now());
    if (input.secret === undefined && taken === null) return;
    const before = known(context, input.id);
    const rotated = input.secret === undefined ? before : rotate(context, before, input.secret, input.secretOverlapMs);
    const { auth, client } = taken ?? rotated;
    store.saveSecret(input.id, packed({ ...rotated, auth, client }));
  });
  return changed;
}

/** Keeps what a person had set, so that the log can tell how an endpoint was. Only inside `commit`. */
export function logChange(context: RunContext, before: Endpoint, now: number): void {
  context.logEndpoint(before, { kind: 'change', before: settingsOf(before), rules: [] }, now);
}

/** The credentials as they are; when they cannot be read, the new ones begin from nothing. */
function known(context: RunContext, id: EndpointId): Credentials {
  try {
    const text = context.ports.store.secretOf(id);
    if (text !== null) return unpacked(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return { secret: newSecret(context.ports.chance), former: null, auth: null, client: null };
}

/** For the overlap both secrets sign, so that a receiver can change over without refusing anything. */
function rotate(context: RunContext, before: Credentials, secret: string, overlapMs: number): Credentials {
  const until = context.ports.system.wallMs() + overlapMs;
  return { ...before, secret, former: overlapMs === 0 ? null : { secret: before.secret, until } };
}

function withUrl(endpoint: Endpoint, url: string | null): Endpoint {
  if (url === null || url === endpoint.url) return endpoint;
  const challenged = endpoint.policy.verification !== null && endpoint.verification !== 'assume';
  if (challenged && endpoint.condition.everVerified) {
    return { ...endpoint, condition: { ...endpoint.condition, newerUrl: url } };
  }
  return { ...endpoint, url, routeId: null, condition: { ...endpoint.condition, newerUrl: null } };
}

/** R6: what waits is closed as the policy says; what is in flight runs to its end. Its history stays. */
export function removeEndpoint(context: RunContext, id: EndpointId): number {
  const endpoint = liveEndpoint(context, id);
  const now = context.clock.now();
  return context.commit(() => {
    const removed: Endpoint = { ...endpoint, state: 'deleted' };
    context.ports.store.updateEndpoint(removed);
    const closed = closeWaiting(context, removed, 'endpoint-deleted', now);
    context.logEndpoint(removed, { kind: 'delete', closed, rules: endpoint.policy.rules.removed }, now);
    return closed;
  });
}

/** R6. @throws Refusal `conflict` when it is disabled already */
export function disableEndpoint(context: RunContext, id: EndpointId): Endpoint {
  const endpoint = liveEndpoint(context, id);
  if (endpoint.state === 'disabled') {
    throw new Refusal({ code: 'conflict', message: `${endpoint.name} is disabled already.` });
  }
  const now = context.clock.now();
  return context.commit(() => {
    const disabled: Endpoint = { ...endpoint, state: 'disabled' };
    context.ports.store.updateEndpoint(disabled);
    const closed = closeWaiting(context, disabled, 'endpoint-disabled', now);
    context.logEndpoint(disabled, { kind: 'disable', closed, rules: endpoint.policy.rules.removed }, now);
    return disabled;
  });
}

/** A person opens it again. @throws Refusal `conflict` where the policy does not allow it, with what to do instead */
export function enableEndpoint(context: RunContext, id: EndpointId): Endpoint {
  const endpoint = liveEndpoint(context, id);
  const { policy, name } = endpoint;
  if (endpoint.state === 'disabled' && !policy.whenRemoved.canEnable) {
    throw new Refusal({
      code: 'conflict',
      message: `${policy.name} keeps a disabled application disabled (${policy.rules.removed.join(', ')}). Duplicate the endpoint instead.`,
    });
  }
  if (endpoint.state === 'enabled' && endpoint.condition.suspendedAt === null) {
    throw new Refusal({ code: 'conflict', message: `${name} is enabled already.` });
  }
  if (endpoint.state === 'enabled' && policy.suspension?.endsBy === 'verify') {
    throw new Refusal({
      code: 'conflict',
      message: `${name} is suspended until its URL is verified. Verify it (F23).`,
    });
  }
  return context.commit(() => reopen(context, endpoint, 'enable', {}, context.clock.now()));
}

/** @throws Refusal `not-found`, or why the secret cannot be read */
export function revealSecret(context: RunContext, id: EndpointId): string {
  liveEndpoint(context, id);
  const secret = context.ports.store.secretOf(id);
  if (secret === null) throw new Refusal({ code: 'not-found', message: 'The endpoint has no secret. Set a new one.' });
  return unpacked(secret).secret;
}

/** @throws Refusal `not-found` */
export function liveEndpoint(context: RunContext, id: EndpointId): Endpoint {
  const endpoint = context.ports.store.endpoint(id);
  if (endpoint === null || endpoint.state === 'deleted') {
    throw new Refusal({ code: 'not-found', message: `There is no endpoint ${id}. It may have been deleted.` });
  }
  return endpoint;
}

function policyOf({ ports }: RunContext, id: string): Policy {
  const policy = builtInPolicy(id) ?? ports.store.ownPolicy(id)?.policy;
  if (policy !== undefined) return policy;
  const known = [...BUILT_IN_POLICIES, ...ports.store.ownPolicies()].map((each) => each.id);
  throw new Refusal({
    code: 'not-found',
    field: 'policyId',
    message: `There is no policy “${id}”. Choose ${oneOf(known)}.`,
  });
}

/** The policy with what a user set of it. @throws Refusal `invalid` */
function set(policy: Policy, values: SettingValues | undefined): Policy {
  const result = withSettings(policy, values ?? {});
  if (result.ok) return result.value;
  throw new Refusal({ ...result.problem, field: `settings.${result.problem.field ?? ''}` });
}

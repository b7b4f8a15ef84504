import type { Policy } from '../policies/policy';
import type { Channel } from './channel';
import type { Condition, Verification } from './condition';
import type { EndpointRequest } from './endpoint-request';
import type { EndpointId, RouteId, RunId } from './ids';

export const ENDPOINT_STATES = ['enabled', 'disabled', 'deleted'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** Where events go. It keeps a snapshot of the policy that it runs under. The secret never leaves the engine unasked. */
export type Endpoint = {
  readonly id: EndpointId;
  readonly runId: RunId;
  /** 1, 2, 3 … in the run. */
  readonly ordinal: number;
  readonly name: string;
  /** Sent exactly as typed. */
  readonly url: string;
  readonly policy: Policy;
  /** The built-in receiver's route behind `url`, when it is ours. */
  readonly routeId: RouteId | null;
  readonly request: EndpointRequest;
  readonly channel: Channel;
  /** How its challenge is judged, where the policy asks for one. */
  readonly verification: Verification;
  readonly state: EndpointState;
  readonly condition: Condition;
  readonly createdAt: number;
};

/** What a person set of an endpoint, as the log keeps it when it is changed. Its sealed part is never in the log. */
export type EndpointSettings = Pick<
  Endpoint,
  'name' | 'url' | 'policy' | 'routeId' | 'request' | 'channel' | 'verification'
> & {
  /** A newer URL that waited for its challenge. */
  readonly newerUrl: string | null;
};

export const settingsOf = (endpoint: Endpoint): EndpointSettings => ({
  name: endpoint.name,
  url: endpoint.url,
  policy: endpoint.policy,
  routeId: endpoint.routeId,
  request: endpoint.request,
  channel: endpoint.channel,
  verification: endpoint.verification,
  newerUrl: endpoint.condition.newerUrl,
});

import type { CommandInput } from '../../../shared/contract/commands';
import type { Channel } from '../../../shared/model/channel';
import type { Verification } from '../../../shared/model/condition';
import type { EndpointRequest } from '../../../shared/model/endpoint-request';
import type { Forward } from '../../../shared/model/receiver';
import type { RouteTls } from '../../../shared/model/route-tls';
import type { ACTIONS } from '../../../shared/model/scenario';
import type { Expectation } from '../../../shared/model/scenario-expectation';
import type { Script } from '../../../shared/model/script';
import type { Policy } from '../../../shared/policies/policy';

/** A scenario as it is run: every name is known to exist, policies are whole, bodies are bytes. Times in ms since the start. */
export type Scenario = {
  readonly name: string;
  readonly clock: 'realtime' | 'skip' | number;
  /** Null: drawn. */
  readonly seed: number | null;
  /** Virtual epoch ms; null: now. */
  readonly startsAt: number | null;
  readonly untilMs: number | null;
  readonly endpoints: readonly ScenarioEndpoint[];
  readonly routes: readonly ScenarioRoute[];
  readonly sends: readonly ScenarioSend[];
  readonly actions: readonly ScenarioAction[];
  readonly expectations: readonly { readonly expectation: Expectation; readonly line: number }[];
};

export type ScenarioEndpoint = {
  readonly name: string;
  readonly policy: Policy;
  readonly channel: Channel;
  readonly verification: Verification;
  /** Null: one is made. */
  readonly secret: string | null;
  /** Whom it trusts over https; see `EndpointRequest`. */
  readonly request: Pick<EndpointRequest, 'ca' | 'verify'>;
  /** A route's path of the built-in receiver, or a URL of somebody else. */
  readonly target:
    | { readonly kind: 'route'; readonly path: string; readonly tls: RouteTls }
    | { readonly kind: 'url'; readonly url: string };
};

export type ScenarioRoute = {
  readonly path: string;
  readonly tls: RouteTls;
  readonly script: Script;
  /** To which endpoint it forwards, by name; null: its script answers. */
  readonly forward: (Omit<Forward, 'endpointId'> & { readonly to: string }) | null;
};

export type ScenarioSend = {
  readonly endpoints: readonly string[];
  readonly type: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly count: number;
  readonly everyMs: number;
  readonly atMs: number;
};

export type ScenarioAction = {
  readonly atMs: number;
  readonly act: (typeof ACTIONS)[number];
  /** Null for acts on the engine itself. */
  readonly endpoint: string | null;
  /** For `lose-job`; null is every one. */
  readonly jobs: number | null;
  /** The how-many-eth deliveries of the endpoint; null is every one on which it makes sense. */
  readonly only: readonly number[] | null;
};

/** The path of a route on the built-in receiver. */
export const pathOfRoute = (route: string): string => (route.startsWith('/') ? route : `/${route}`);

/** What an endpoint of a scenario is made with. */
export const wantedRequest = ({
  ca,
  verify,
}: ScenarioEndpoint['request']): CommandInput<'endpoint.create'>['request'] => ({
  headers: [],
  proxy: null,
  auth: null,
  client: null,
  ca,
  verify,
});

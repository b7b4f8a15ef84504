import { z } from 'zod';
import type { EndpointId } from '../model/ids';
import { id } from './fields';
import { LIMITS } from './limits';
import type { PolicyReading, PolicyView } from './views';

const policyId = z.string().max(200);
const text = z.string().max(LIMITS.eventBodyBytes, 'A policy file has at most 1 MiB.');

/** What a client may ask about policies. */
export const policyInputs = {
  /** The built-in ones, then those of one's own. */
  'policy.list': z.object({}).strict(),
  /** Keeps a policy, as its file has it. Ids are unique. */
  'policy.create': z.object({ text }),
  /** Replaces one; its id stays. Endpoints keep the version that they run under. */
  'policy.update': z.object({ id: policyId, text }),
  /** Endpoints keep the version that they run under. */
  'policy.remove': z.object({ id: policyId }),
  /** What a file says, or what is wrong with it. */
  'policy.read': z.object({ text }),
  /** A policy, finished or not, as a file: what differs from the built-in policy `base`, or from the defaults. */
  'policy.write': z.object({ policy: z.record(z.string(), z.unknown()), base: policyId.nullable().default(null) }),
  /** Gives endpoints the present version of a policy; what was set for them stays. */
  'policy.use': z.object({
    id: policyId,
    endpointIds: z.array(id<EndpointId>('ep')).min(1, 'Choose at least one endpoint.').max(1_000),
  }),
} as const;

export type PolicyOutputs = {
  'policy.list': readonly PolicyView[];
  'policy.create': PolicyView;
  'policy.update': PolicyView;
  'policy.remove': { readonly removed: true };
  'policy.read': PolicyReading;
  'policy.write': { readonly text: string };
  'policy.use': { readonly updated: number };
};

import { z } from 'zod';
import { CHANNELS } from '../model/channel';
import { VERIFICATIONS } from '../model/condition';
import { policyGiven, strictly } from '../model/file-fields';
import { fileForward } from '../model/scenario-script';
import { settingFields } from '../policies/settings';
import { endpointName, endpointRequest, endpointUrl, routePath, routeTls, secret } from './fields';
import { preferencesChange } from './preferences';
import { script } from './script';

const endpoint = strictly({
  name: endpointName,
  /** The id of a built-in policy, of one below or of one in the app; or the policy as its file has it. */
  policy: policyGiven,
  /** Either a URL, or the path of a route of this file or of the run. */
  url: endpointUrl.optional(),
  route: routePath.optional(),
  channel: z.enum(CHANNELS).default('webhook'),
  verification: z.enum(VERIFICATIONS).default('assume'),
  settings: strictly(settingFields).default({}),
  request: endpointRequest.prefault({}),
  /** Absent, a new one is made. */
  secret: secret.optional(),
}).refine(
  (value) => (value.url === undefined) !== (value.route === undefined),
  'An endpoint has either a url or a route of the receiver.',
);

const NEEDS = 'A route has a script, or an endpoint that it forwards to.';
const hasAnswer = ({ script: said, forward }: { readonly script?: unknown; readonly forward?: unknown }): boolean =>
  said !== undefined || forward !== undefined;

/** What a workspace file may say: endpoints, routes with their scripts, and settings. */
export const workspaceSchema = strictly({
  retryscope: z.literal('workspace', 'This is not a workspace file: it begins with retryscope: workspace.'),
  version: z.literal(1, 'Only version 1 of workspace files is known.'),
  /** Whether anything listens is never up to a file. */
  settings: preferencesChange.omit({ apiOn: true, apiPort: true }).optional(),
  routes: z
    .array(
      strictly({
        path: routePath,
        tls: routeTls.default('off'),
        script: script.optional(),
        forward: fileForward.optional(),
      }).refine(hasAnswer, NEEDS),
    )
    .max(1_000, 'At most 1,000 routes.')
    .default([]),
  /** Policies of one's own, each as its file has it. */
  policies: z.array(z.record(z.string(), z.unknown())).max(1_000, 'At most 1,000 policies.').default([]),
  endpoints: z.array(endpoint).max(1_000, 'At most 1,000 endpoints.').default([]),
});

export type WorkspaceFile = z.output<typeof workspaceSchema>;

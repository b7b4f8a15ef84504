import { stringify } from 'yaml';
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/contract/preferences';
import type { WorkspacePlan } from '../../shared/contract/views';
import { type WorkspaceFile, workspaceSchema } from '../../shared/contract/workspace-file';
import type { Endpoint } from '../../shared/model/endpoint';
import { type Credentials, PLAIN_REQUEST } from '../../shared/model/endpoint-request';
import { Refusal } from '../../shared/model/problem';
import type { Forward } from '../../shared/model/receiver';
import type { Policy } from '../../shared/policies/policy';
import { settingsOf, withSettings } from '../../shared/rules/settings';
import { unpacked } from '../engine/credentials';
import type { EngineStore, OwnPolicy } from '../engine/ports';
import { checkPem } from './check-pem';
import { FIRST_SCRIPT } from './door';
import type { LiveRun } from './live-run';
import type { PreferenceKeeper } from './preference-keeper';
import type { ReceiverPlace } from './receiver-place';
import { forwardAll } from './scenario/forward-all';
import { findPolicy } from './scenario/read-policy';
import { decode, type FileProblem, readYaml, sayFileProblem } from './scenario/read-yaml';
import type { ScenarioRoute } from './scenario/scenario';
import { namedPolicy, policiesOf, policiesUsed, type WorkspacePolicies } from './workspace-policies';

export type WorkspacePorts = {
  readonly live: LiveRun;
  readonly store: EngineStore;
  readonly keeper: PreferenceKeeper;
  readonly place: Pick<ReceiverPlace, 'urlOf' | 'prepare'>;
  /** The list of policies is another one. */
  readonly policiesChanged: () => void;
  readonly wallMs: () => number;
};

const HEAD = `# Endpoints, routes and settings of Retryscope. Import it in Settings, under Workspace.\n`;

/** The live run's endpoints and routes, and the settings that differ from the defaults, as a file to keep or to share. */
export function exportWorkspace(ports: WorkspacePorts, secrets: boolean): { fileName: string; text: string } {
  const { live, store, keeper } = ports;
  const routes = store.routes(live.runId);
  const pathOf = new Map(routes.map(({ id, path }) => [id, path]));
  const endpoints = store.endpoints(live.runId).filter(({ state }) => state !== 'deleted');
  const file = {
    retryscope: 'workspace',
    version: 1,
    settings: changed(keeper.now),
    ...policiesUsed(store, endpoints),
    routes: routes.map(({ path, tls, script, forward }) => ({
      path,
      ...(tls === 'off' ? {} : { tls }),
      script,
      ...forwardPart(forward, endpoints),
    })),
    endpoints: endpoints.map((endpoint) => {
      const path = endpoint.routeId === null ? undefined : pathOf.get(endpoint.routeId);
      const { name, policy, channel, verification } = endpoint;
      const credentials = secrets ? credentialsOf(store, endpoint) : null;
      const named = namedPolicy(store, policy);
      return {
        name,
        policy: named,
        ...(path === undefined ? { url: endpoint.url } : { route: path }),
        channel,
        verification,
        ...(typeof named === 'string' && policy.settings.length > 0 ? { settings: settingsOf(policy) } : {}),
        ...requestPart(endpoint, credentials),
        ...(credentials === null ? {} : { secret: credentials.secret }),
      };
    }),
  };
  const day = new Date(ports.wallMs()).toISOString().slice(0, 10);
  return {
    fileName: `retryscope-workspace-${day}.yaml`,
    text: HEAD + stringify(file, { lineWidth: 120, aliasDuplicateObjects: false }),
  };
}

/** Written by the endpoint’s name; where that is gone, the script alone is left. */
function forwardPart(forward: Forward | null, endpoints: readonly Endpoint[]): object {
  const to = endpoints.find(({ id }) => id === forward?.endpointId)?.name;
  return forward === null || to === undefined ? {} : { forward: { to, reply: forward.status, sign: forward.signing } };
}

const forwardingOf = ({ path, forward }: WorkspaceFile['routes'][number]): Pick<ScenarioRoute, 'path' | 'forward'> => ({
  path,
  forward: forward === undefined ? null : { to: forward.to, status: forward.reply, signing: forward.sign },
});

const changed = (now: Preferences): Partial<Preferences> =>
  Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) =>
        name !== 'apiOn' &&
        name !== 'apiPort' &&
        JSON.stringify(value) !== JSON.stringify(DEFAULT_PREFERENCES[name as keyof Preferences]),
    ),
  );

function requestPart({ request }: Endpoint, credentials: Credentials | null): object {
  const { headers, ca, verify, proxy } = request;
  const plain = { headers, ca, verify, proxy };
  const sealed = credentials === null ? {} : { auth: credentials.auth, client: credentials.client };
  const isPlain = JSON.stringify(request) === JSON.stringify(PLAIN_REQUEST);
  return isPlain ? {} : { request: { ...plain, ...sealed } };
}

/** Null when they cannot be read: the file then goes without. */
function credentialsOf(store: EngineStore, { id }: Endpoint): Credentials | null {
  try {
    const text = store.secretOf(id);
    return text === null ? null : unpacked(text);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

type Ready = {
  readonly file: WorkspaceFile;
  readonly plan: WorkspacePlan;
  /** The policy of each endpoint. */
  readonly policies: readonly Policy[];
  readonly fresh: readonly OwnPolicy[];
};

/** What the file would add to the live run. @throws Refusal `invalid` with every problem, one a line, with its place */
export const checkWorkspace = (ports: WorkspacePorts, fileName: string, text: string): WorkspacePlan =>
  ready(ports, fileName, text).plan;

/** Adds it, all or nothing. @throws as `checkWorkspace` */
export async function importWorkspace(ports: WorkspacePorts, fileName: string, text: string): Promise<WorkspacePlan> {
  const { live, store, keeper, place } = ports;
  await place.prepare(ready(ports, fileName, text).file.routes.map(({ tls }) => tls));
  // Once more: something may have been added meanwhile, and the ports are open now.
  const { file, plan, policies, fresh } = ready(ports, fileName, text);
  store.transact(() => {
    for (const own of fresh) store.saveOwnPolicy(own);
    for (const { path, tls, script = FIRST_SCRIPT } of file.routes) {
      if (plan.routes.includes(path)) live.routes.create({ path, script, tls });
    }
    for (const [i, endpoint] of file.endpoints.entries()) {
      const target = targetOf(ports, file, endpoint);
      const policy = policies[i];
      if (policy === undefined || isThere(ports, endpoint.name, target)) continue;
      const { name, channel, verification, settings, request, secret } = endpoint;
      const routeId = endpoint.route === undefined ? null : (live.routes.find(endpoint.route)?.id ?? null);
      live.engine.createEndpoint(
        { name, url: target, policy, channel, verification, settings, request, secret: secret ?? null },
        routeId,
      );
    }
    const named = new Map(
      store
        .endpoints(live.runId)
        .filter(({ state }) => state !== 'deleted')
        .map(({ name, id }) => [name, id]),
    );
    const added = file.routes.filter(({ path }) => plan.routes.includes(path));
    forwardAll(live.routes, added.map(forwardingOf), named);
  });
  if (fresh.length > 0) ports.policiesChanged();
  if (file.settings !== undefined && plan.settings.length > 0) keeper.change(file.settings);
  return plan;
}

/** A route that is there already stays as it is, so that it counts before one of the file. */
function targetOf(
  { live, place }: WorkspacePorts,
  file: WorkspaceFile,
  { url, route: path = '' }: WorkspaceFile['endpoints'][number],
): string {
  if (url !== undefined) return url;
  const route = live.routes.find(path) ?? file.routes.find((candidate) => candidate.path === path);
  return place.urlOf({ path, tls: route?.tls ?? 'off' });
}

const isThere = ({ live, store }: WorkspacePorts, name: string, url: string): boolean =>
  store.endpoints(live.runId).some((known) => known.state !== 'deleted' && known.name === name && known.url === url);

function ready(ports: WorkspacePorts, fileName: string, text: string): Ready {
  const yaml = readYaml(fileName, text);
  if (!yaml.ok) throw refused(yaml.problems);
  const decoded = decode(yaml.value, workspaceSchema);
  if (!decoded.ok) throw refused(decoded.problems);
  const file = decoded.value;
  const problems: FileProblem[] = [];
  const paths = [
    ...file.routes.map(({ path }) => path),
    ...ports.store.routes(ports.live.runId).map(({ path }) => path),
  ];
  const names = [
    ...file.endpoints.map(({ name }) => name),
    ...ports.store
      .endpoints(ports.live.runId)
      .filter(({ state }) => state !== 'deleted')
      .map(({ name }) => name),
  ];
  for (const [i, { path, forward }] of file.routes.entries()) {
    if (forward !== undefined && !names.includes(forward.to)) {
      const message = `There is no endpoint “${forward.to}”. Write it under endpoints.`;
      problems.push(yaml.value.problemAt(['routes', i, 'forward', 'to'], message));
    }
    if (file.routes.findIndex((route) => route.path === path) < i)
      problems.push(yaml.value.problemAt(['routes', i, 'path'], 'This route stands in the file already.'));
  }
  const known: WorkspacePolicies = policiesOf(ports.store, yaml.value, file, ports.wallMs());
  problems.push(...known.problems);
  const policies: Policy[] = [];
  for (const [i, endpoint] of file.endpoints.entries()) {
    const refuse = (key: string, message: string): void =>
      void problems.push(yaml.value.problemAt(['endpoints', i, key], message));
    if (endpoint.route !== undefined && !paths.includes(endpoint.route))
      refuse('route', `There is no route “${endpoint.route}”. Write its script under routes.`);
    const found = findPolicy(yaml.value, ['endpoints', i, 'policy'], endpoint.policy, known.source);
    if (!found.ok) {
      problems.push(...found.problems);
      continue;
    }
    const policy = found.value;
    policies[i] = policy;
    const set = withSettings(policy, endpoint.settings);
    if (!set.ok) refuse('settings', set.problem.message);
    try {
      checkPem(endpoint.request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuse('request', error.problem.message);
    }
  }
  if (problems.length > 0) throw refused(problems);
  return { file, plan: planOf(ports, file, known), policies, fresh: known.fresh };
}

function planOf(ports: WorkspacePorts, file: WorkspaceFile, policies: WorkspacePolicies): WorkspacePlan {
  const known = ports.store.routes(ports.live.runId).map(({ path }) => path);
  const fresh = file.endpoints.filter((endpoint) => !isThere(ports, endpoint.name, targetOf(ports, file, endpoint)));
  const settings = Object.entries(file.settings ?? {}).filter(
    ([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(ports.keeper.now[name as keyof Preferences]),
  );
  return {
    endpoints: fresh.map((endpoint) => ({
      name: endpoint.name,
      url: targetOf(ports, file, endpoint),
      withSecret: endpoint.secret !== undefined,
    })),
    routes: file.routes.map(({ path }) => path).filter((path) => !known.includes(path)),
    policies: policies.fresh.map(({ id }) => id),
    settings: settings.map(([name]) => name),
    left: [
      ...policies.left,
      ...file.routes.map(({ path }) => path).filter((path) => known.includes(path)),
      ...file.endpoints.filter((endpoint) => !fresh.includes(endpoint)).map(({ name }) => name),
    ],
  };
}

const refused = (problems: readonly FileProblem[]): Refusal =>
  new Refusal({ code: 'invalid', field: 'text', message: problems.map(sayFileProblem).join('\n') });

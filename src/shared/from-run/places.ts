import type { Endpoint } from '../model/endpoint';
import { PLAIN_REQUEST, RECEIVER_CA } from '../model/endpoint-request';
import type { EndpointId } from '../model/ids';
import { scriptAsFile } from '../model/script-file';
import { builtInPolicy } from '../policies/built-in';
import { sameValue } from '../policies/file/values';
import { settingsOf } from '../rules/settings';
import { sayDuration } from '../words/duration';
import { type FromRunPorts, type RecordedRun, type Remarks, since } from './recorded-run';

/** What a scenario calls each endpoint: names are told apart by a number where two are the same. */
export type Names = ReadonlyMap<EndpointId, string>;

export function namesOf(endpoints: readonly Endpoint[], remarks: Remarks): Names {
  const names = new Map<EndpointId, string>();
  const taken = new Set<string>();
  for (const { id, name } of endpoints) {
    let own = name;
    for (let n = 2; taken.has(own); n += 1) own = `${name} ${n}`;
    if (own !== name) remarks.say(`Another endpoint is called “${name}” too; this one is called “${own}” here.`);
    taken.add(own);
    names.set(id, own);
  }
  return names;
}

/** Endpoints and routes, as a scenario has them. */
export function placesOf(
  recorded: RecordedRun,
  names: Names,
  { policyGiven }: FromRunPorts,
  remarks: Remarks,
): { readonly endpoints: readonly object[]; readonly receiver: readonly object[] } {
  const words = wordsOf(recorded, remarks);
  const endpoints = recorded.endpoints.map((endpoint) => {
    const name = names.get(endpoint.id) ?? endpoint.name;
    const { policy, channel, verification, request } = endpoint;
    tell(recorded, endpoint, name, remarks);
    const word = endpoint.routeId === null ? undefined : words.get(endpoint.routeId);
    const given = policyGiven(policy);
    return {
      name,
      policy: given,
      ...(channel === 'webhook' ? {} : { channel }),
      ...(word === undefined ? { url: endpoint.url } : { receiver: word }),
      ...(verification === 'assume' ? {} : { verification }),
      ...(request.ca === RECEIVER_CA ? { ca: request.ca } : {}),
      ...(request.verify ? {} : { verify: false }),
      ...(typeof given === 'string' ? setOf(endpoint) : {}),
    };
  });
  return { endpoints, receiver: routesOf(recorded, words, names, remarks) };
}

/** Each used route's word: its path without the slash where the format takes that. */
function wordsOf({ endpoints, routes }: RecordedRun, remarks: Remarks): ReadonlyMap<string, string> {
  const used = new Set(endpoints.map(({ routeId }) => routeId));
  const words = new Map<string, string>();
  for (const [i, { id, path }] of routes.filter((route) => used.has(route.id)).entries()) {
    const fits = /^\/[A-Za-z0-9][A-Za-z0-9_/-]{0,190}$/.test(path);
    const word = fits ? path.slice(1) : `route-${i + 1}`;
    if (!fits) remarks.say(`The route ${path} is called ${word} here: a scenario’s routes are words such as orders.`);
    words.set(id, word);
  }
  return words;
}

function routesOf({ run, routes }: RecordedRun, words: ReadonlyMap<string, string>, names: Names, remarks: Remarks) {
  const left = routes.filter(({ id }) => !words.has(id)).map(({ path }) => path);
  if (left.length > 0) remarks.say(`No endpoint uses ${left.join(', ')}: left out.`);
  return routes.flatMap(({ id, path, tls, script, forward, epoch, epochAt }): readonly object[] => {
    const word = words.get(id);
    if (word === undefined) return [];
    if (epoch > 1) {
      const at = sayDuration(since(run, epochAt));
      remarks.say(
        `The script of ${path} was changed or started over at ${at}: here it is the newest one from the beginning.`,
      );
    } else if (epochAt - run.startedAt >= 1) {
      remarks.say(`The route ${path} was made at ${sayDuration(since(run, epochAt))}: here its script begins at 0.`);
    }
    const to = forward === null ? undefined : names.get(forward.endpointId);
    if (forward !== null && to !== undefined) {
      const { status, signing } = forward;
      return [{ route: word, ...(tls === 'off' ? {} : { tls }), forward: { to, reply: status, sign: signing } }];
    }
    const { scope, ...rest } = scriptAsFile(script);
    return [{ route: word, ...(tls === 'off' ? {} : { tls }), ...(scope === 'all' ? {} : { scope }), ...rest }];
  });
}

/** What is set for an endpoint and differs from its policy. */
function setOf({ policy }: Endpoint): { readonly settings?: object } {
  const builtIn = builtInPolicy(policy.id);
  if (builtIn === undefined) return {};
  const unset: Readonly<Record<string, unknown>> = settingsOf(builtIn);
  const changed = Object.entries(settingsOf(policy)).filter(([key, value]) => !sameValue(unset[key], value));
  return changed.length === 0 ? {} : { settings: Object.fromEntries(changed) };
}

function tell({ run, steps }: RecordedRun, endpoint: Endpoint, name: string, remarks: Remarks): void {
  const { ca, verify: _, ...rest } = endpoint.request;
  if (!sameValue({ ...PLAIN_REQUEST, ...rest }, PLAIN_REQUEST) || (ca !== null && ca !== RECEIVER_CA)) {
    remarks.say(`${name}: its own headers, credentials, certificates and proxy are left out, as a scenario has none.`);
  }
  const changed = steps.filter(({ endpointId, step }) => endpointId === endpoint.id && step.kind === 'change');
  const [first] = changed;
  if (first !== undefined) {
    const at = sayDuration(since(run, first.at));
    const often = changed.length === 1 ? 'was changed' : `was changed ${changed.length} times, first`;
    remarks.say(`${name} ${often} at ${at}: here it is as it is now from the beginning.`);
  }
  if (endpoint.condition.newerUrl !== null) {
    remarks.say(`${name}: the newer URL that waits for its verification is left out.`);
  }
}

import { LIMITS } from '../../../shared/contract/limits';
import { nearest } from '../../../shared/model/file-fields';
import type { RouteTls } from '../../../shared/model/route-tls';
import { type ScenarioFile, scenarioSchema } from '../../../shared/model/scenario';
import { scriptOf } from '../../../shared/model/scenario-script';
import type { Policy } from '../../../shared/policies/policy';
import { withSettings } from '../../../shared/rules/settings';
import { withAnswerFiles } from './answer-files';
import { jsonText } from './json-text';
import { findPolicy, type PolicySource } from './read-policy';
import { decode, type FilePath, type FileProblem, inOrder, type Read, readYaml, type YamlFile } from './read-yaml';
import { pathOfRoute, type Scenario, type ScenarioEndpoint, type ScenarioSend } from './scenario';

/** Bodies of all sends together, bytes: repeated anchors cannot make much of a small file. */
const MOST_BODY_BYTES = 16 * LIMITS.eventBodyBytes;

/**
 * Reads a scenario file with the policy files that it names. Either it can be run as it is, or every problem that was
 * found, each with its line and column.
 * @param file its path, as people named it: other paths in it are relative to its folder
 * @param files whether it may name other files
 * @param own policies that it may name beside the built-in ones
 */
export function readScenario(file: string, text: string, files = true, own: readonly Policy[] = []): Read<Scenario> {
  const yaml = readYaml(file, text);
  if (!yaml.ok) return yaml;
  const filled = withAnswerFiles(yaml.value, files);
  const decoded = decode(filled.yaml, scenarioSchema);
  if (filled.problems.length > 0 || !decoded.ok) {
    return { ok: false, problems: inOrder([...filled.problems, ...(decoded.ok ? [] : decoded.problems)]) };
  }
  return resolveNames(yaml.value, decoded.value, { own, noFiles: files ? null : NO_POLICY_FILES });
}

/** What a scenario that was run once expects, whatever became of the policies that it names; null when it cannot be read. */
export function readExpectations(
  text: string,
): (Pick<Scenario, 'expectations'> & { readonly routes: readonly { readonly path: string }[] }) | null {
  const yaml = readYaml('scenario', text);
  const decoded = yaml.ok ? decode(yaml.value, scenarioSchema) : yaml;
  if (!yaml.ok || !decoded.ok) return null;
  return {
    expectations: expectationsOf(yaml.value, decoded.value),
    routes: decoded.value.receiver.map(({ route }) => ({ path: pathOfRoute(route) })),
  };
}

const expectationsOf = (yaml: YamlFile, written: ScenarioFile): Scenario['expectations'] =>
  written.expect.map((expectation, i) => ({ expectation, line: yaml.lineOf(['expect', i]) }));

const NO_POLICY_FILES =
  'A scenario that is opened in the app cannot read policy files. Run it with: retryscope run FILE. Or import the policy under Policies, and name its id.';

function resolveNames(yaml: YamlFile, written: ScenarioFile, policies: PolicySource): Read<Scenario> {
  const problems: FileProblem[] = [];
  const refuse = (path: FilePath, message: string): void => void problems.push(yaml.problemAt(path, message));
  const endpointNames = written.endpoints.map(({ name }) => name);
  const paths = written.receiver.map(({ route }) => pathOfRoute(route));
  refuseTwice(endpointNames, (i) => refuse(['endpoints', i, 'name'], 'Another endpoint has this name already.'));
  refuseTwice(paths, (i) => refuse(['receiver', i, 'route'], 'This route has a script already.'));

  const known = (path: FilePath, name: string | undefined): void => {
    if (name === undefined || endpointNames.includes(name)) return;
    refuse(path, `There is no endpoint “${name}”.${meant(name, endpointNames)}`);
  };
  const endpoints = written.endpoints.flatMap(
    (_, i) => endpointOf(yaml, written, i, { paths, policies }, problems) ?? [],
  );
  const sends = written.send.flatMap((_, i) => sendOf(written, i, known, refuse) ?? []);
  const bodyBytes = sends.reduce((sum, { body }) => sum + body.byteLength, 0);
  if (bodyBytes > MOST_BODY_BYTES) refuse(['send'], 'All bodies together have at most 16 MiB.');
  for (const [i, { route, forward }] of written.receiver.entries()) {
    if (forward === undefined) continue;
    known(['receiver', i, 'forward', 'to'], forward.to);
    const target = written.endpoints.find(({ name }) => name === forward.to)?.receiver;
    if (target === undefined || pathOfRoute(target) !== pathOfRoute(route)) continue;
    refuse(['receiver', i, 'forward', 'to'], `${forward.to} points at this route, so a request would go round.`);
  }
  for (const [i, { endpoint }] of written.actions.entries()) known(['actions', i, 'endpoint'], endpoint);
  for (const [i, { endpoint, route }] of written.expect.entries()) {
    known(['expect', i, 'endpoint'], endpoint);
    if (route !== undefined && !paths.includes(pathOfRoute(route))) {
      refuse(['expect', i, 'route'], `There is no route “${route}”.${meant(pathOfRoute(route), paths)}`);
    }
  }
  if (problems.length > 0) return { ok: false, problems: inOrder(problems) };

  return {
    ok: true,
    value: {
      name: written.name,
      clock: written.clock,
      seed: written.seed ?? null,
      startsAt: written.start === undefined ? null : Date.parse(written.start),
      untilMs: written.until ?? null,
      endpoints,
      routes: written.receiver.map(({ route, tls, forward, ...script }) => ({
        path: pathOfRoute(route),
        tls,
        script: scriptOf(script),
        forward: forward === undefined ? null : { to: forward.to, status: forward.reply, signing: forward.sign },
      })),
      sends,
      actions: written.actions.map(({ at, do: act, endpoint, jobs, deliveries }) => ({
        atMs: at,
        act,
        endpoint: endpoint ?? null,
        jobs: jobs === 'all' ? null : (jobs ?? 1),
        only: deliveries === undefined ? null : [deliveries].flat(),
      })),
      expectations: expectationsOf(yaml, written),
    },
  };
}

function endpointOf(
  yaml: YamlFile,
  written: ScenarioFile,
  i: number,
  { paths, policies }: { readonly paths: readonly string[]; readonly policies: PolicySource },
  problems: FileProblem[],
): ScenarioEndpoint | null {
  const endpoint = written.endpoints[i];
  if (endpoint === undefined) return null;
  const { name, channel, verification, secret, receiver, ca = null, verify, url = '' } = endpoint;
  const policy = findPolicy(yaml, ['endpoints', i, 'policy'], endpoint.policy, policies);
  if (!policy.ok) problems.push(...policy.problems);
  const refuse = (key: string, message: string): void =>
    void problems.push(yaml.problemAt(['endpoints', i, key], message));
  if (receiver !== undefined && !paths.includes(pathOfRoute(receiver))) {
    const hint = meant(pathOfRoute(receiver), paths, ' Write its script under receiver.');
    refuse('receiver', `There is no route “${receiver}”.${hint}`);
  }
  if (!policy.ok) return null;
  const set = withSettings(policy.value, endpoint.settings);
  if (!set.ok) {
    const { field = '', message } = set.problem;
    problems.push(yaml.problemAt(['endpoints', i, 'settings', field], message));
    return null;
  }
  const target =
    receiver === undefined
      ? ({ kind: 'url', url } as const)
      : ({ kind: 'route', path: pathOfRoute(receiver), tls: tlsOf(written, receiver) } as const);
  return {
    name,
    policy: set.value,
    channel,
    verification,
    secret: secret ?? null,
    request: { ca, verify },
    target,
  };
}

const tlsOf = ({ receiver }: ScenarioFile, route: string): RouteTls =>
  receiver.find((known) => pathOfRoute(known.route) === pathOfRoute(route))?.tls ?? 'off';

function sendOf(
  written: ScenarioFile,
  i: number,
  known: (path: FilePath, name: string) => void,
  refuse: (path: FilePath, message: string) => void,
): ScenarioSend | null {
  const send = written.send[i];
  if (send === undefined) return null;
  const many = Array.isArray(send.endpoint);
  const endpoints = Array.isArray(send.endpoint) ? send.endpoint : [send.endpoint];
  for (const [k, name] of endpoints.entries()) {
    known(many ? ['send', i, 'endpoint', k] : ['send', i, 'endpoint'], name);
  }
  const body = send.base64 === undefined ? bodyOf(send.body) : Buffer.from(send.base64, 'base64');
  if (typeof body === 'string') {
    refuse(['send', i, 'body'], body);
    return null;
  }
  const { type, contentType, count, every: everyMs, at: atMs } = send;
  return { endpoints: [...new Set(endpoints)], type, contentType, body, count, everyMs, atMs };
}

/** A text as it stands, anything else as JSON, nothing as no bytes; or what is wrong with it. */
function bodyOf(body: unknown): Uint8Array | string {
  try {
    const bytes = Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : jsonText(body));
    return bytes.byteLength > LIMITS.eventBodyBytes ? 'An event carries at most 1 MiB.' : bytes;
  } catch (error) {
    if (error instanceof RangeError) return 'JSON has no infinite numbers. Write a text instead.';
    throw error;
  }
}

function refuseTwice(names: readonly string[], refuse: (i: number) => void): void {
  for (const [i, name] of names.entries()) if (names.indexOf(name) < i) refuse(i);
}

/** Continues the sentence that a name is unknown. */
function meant(name: string, known: readonly string[], otherwise = ''): string {
  const near = nearest(name, known);
  return near === null ? otherwise : ` Did you mean ${near}?`;
}

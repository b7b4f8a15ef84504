import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { dataFolder } from '../../../shared/contract/data-folder';
import { oneOf } from '../../../shared/model/file-fields';
import { Refusal } from '../../../shared/model/problem';
import { type ApiClient, type ApiResponse, findRunning } from '../api/client';

/** The app that runs, as a command uses it: what it refuses, and that it is gone, are refusals. */
export type Instance = {
  readonly get: <T>(path: string, shape: z.ZodType<T>) => Promise<T>;
  readonly post: <T>(
    path: string,
    bytes: Uint8Array,
    headers: Readonly<Record<string, string>>,
    shape: z.ZodType<T>,
  ) => Promise<T>;
};

const START = 'Start it with: retryscope serve. Or open the app and switch on Settings > Local API.';
const WHY = {
  none: 'No Retryscope runs',
  stale: 'No Retryscope runs any more',
  'no-token': 'No token is kept',
} as const;

/** @throws Refusal `unavailable` when none runs on the data folder with its API on; says how to start one */
export async function openInstance(flag: string | undefined): Promise<Instance> {
  const dataDir = resolve(dataFolder(flag, { platform: process.platform, env: process.env, home: homedir() }));
  const found = await findRunning(dataDir);
  if ('why' in found)
    throw new Refusal({
      code: 'unavailable',
      message: `${WHY[found.why]} with its local API on in ${dataDir}. ${START}`,
    });
  return instanceOf(found);
}

const instanceOf = (client: ApiClient): Instance => ({
  get: async (path, shape) => read(await reached(client.call('GET', path)), shape),
  post: async (path, bytes, headers, shape) => read(await reached(client.post(path, bytes, headers)), shape),
});

async function reached(asked: Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await asked;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal({ code: 'unavailable', message: `Retryscope can no longer be reached (${why}). ${START}` });
  }
}

const problem = z.object({ detail: z.string() });

function read<T>({ status, body }: ApiResponse, shape: z.ZodType<T>): T {
  const answer = shape.safeParse(body);
  if (status >= 200 && status < 300 && answer.success) return answer.data;
  const said = problem.safeParse(body);
  throw new Refusal({
    code: 'invalid',
    message: said.success
      ? said.data.detail
      : `Retryscope answered ${status} in a form that this version does not know. Use the same version of both.`,
  });
}

const endpointsShape = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
export type Target = { readonly id: string; readonly name: string };

/**
 * The endpoints that are meant, each once, in the order in which they are named; without a name the only one.
 * @throws Refusal that names those that there are
 */
export async function chooseEndpoints(instance: Instance, named: readonly string[]): Promise<readonly Target[]> {
  const { data } = await instance.get('/v1/endpoints', endpointsShape);
  const [first] = data;
  if (first === undefined) throw bad('There is no endpoint yet. Add one in the app, then send again.');
  if (named.length === 0) {
    if (data.length === 1) return [first];
    throw bad(`There are ${data.length} endpoints. Choose with --to: ${sayNames(data)}.`);
  }
  return [...new Set(named.map((name) => chosen(name, data)))];
}

function chosen(name: string, all: readonly Target[]): Target {
  const byId = all.find(({ id }) => id === name);
  if (byId !== undefined) return byId;
  const [found, ...others] = all.filter((endpoint) => endpoint.name === name);
  if (found === undefined) throw bad(`--to ${name}: there is no such endpoint. Give an id, or ${sayNames(all)}.`);
  if (others.length > 0)
    throw bad(
      `--to ${name}: ${others.length + 1} endpoints have this name. Give ${oneOf([found, ...others].map(({ id }) => id))}.`,
    );
  return found;
}

const sayNames = (all: readonly Target[]): string => oneOf([...new Set(all.map(({ name }) => name))]);
const bad = (message: string): Refusal => new Refusal({ code: 'invalid', message });

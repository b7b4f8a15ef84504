import { readToken } from '../token';
import { type Running, readRunning } from './running-file';

const PATIENCE_MS = 3_000;

export type ApiResponse = { readonly status: number; readonly body: unknown };

/** The local API of an app that runs, for whoever may read its data folder. */
export type ApiClient = {
  readonly url: string;
  /** One request; `json` is sent as its body. @throws TypeError when the app has gone meanwhile */
  readonly call: (method: string, path: string, json?: unknown) => Promise<ApiResponse>;
};

/** Why there is none: nothing runs, what ran was killed, or the API is off. */
export type NoClient = { readonly why: 'none' | 'stale' | 'no-token' };

/** Finds the app that runs on a data folder by the file that it keeps there, and asks whether it is really there. */
export async function findRunning(dataDir: string): Promise<ApiClient | NoClient> {
  const running = readRunning(dataDir);
  if (running === null) return { why: 'none' };
  if (!isAlive(running.pid)) return { why: 'stale' };
  const token = readToken(dataDir);
  if (token === null) return { why: 'no-token' };
  const client = clientOf(running, token);
  try {
    const { body } = await client.call('GET', '/v1');
    const same = typeof body === 'object' && body !== null && 'instance' in body && body.instance === running.instance;
    return same ? client : { why: 'stale' };
  } catch {
    return { why: 'stale' };
  }
}

function clientOf({ url }: Running, token: string): ApiClient {
  return {
    url,
    call: async (method, path, json) => {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const text = await answer.text();
      const isJson = /json/.test(answer.headers.get('content-type') ?? '');
      return { status: answer.status, body: isJson ? JSON.parse(text) : text };
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process of this number is alive too; the request that follows tells.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

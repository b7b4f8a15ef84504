import { request } from 'node:http';
import { parsed } from '../../../shared/json/text-at';
import { readToken } from '../token';
import { type Running, readRunning } from './running-file';

const PATIENCE_MS = 3_000;
/** What is kept before it is answered may take longer: a thousand events for a hundred endpoints. */
const SEND_PATIENCE_MS = 120_000;

export type ApiResponse = { readonly status: number; readonly body: unknown };

/** The local API of an app that runs, for whoever may read its data folder. */
export type ApiClient = {
  readonly url: string;
  /** One request; `json` is sent as its body. @throws Error when the app has gone meanwhile, or says nothing for 3 s */
  readonly call: (method: string, path: string, json?: unknown) => Promise<ApiResponse>;
  /** Posts bytes as they are. @throws Error when the app has gone meanwhile, or says nothing for 2 min */
  readonly post: (path: string, bytes: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<ApiResponse>;
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

type Sent = {
  readonly bytes?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly patienceMs?: number;
};

function clientOf({ url }: Running, token: string): ApiClient {
  const { hostname, port } = new URL(url);
  const ask = (
    method: string,
    path: string,
    { bytes, headers = {}, patienceMs = PATIENCE_MS }: Sent,
  ): Promise<ApiResponse> =>
    new Promise((resolve, reject) => {
      // A connection of its own: one that is kept may belong to a server that was there before.
      const asked = request(
        {
          hostname,
          port,
          path,
          method,
          headers: { authorization: `Bearer ${token}`, ...headers },
          agent: false,
          timeout: patienceMs,
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString('utf8');
            const isJson = /\bjson\b/.test(answer.headers['content-type'] ?? '');
            resolve({ status: answer.statusCode ?? 0, body: isJson ? (parsed(text) ?? text) : text });
          });
        },
      );
      asked.on('timeout', () => asked.destroy(new Error(`Nothing came for ${patienceMs} ms.`)));
      asked.on('error', reject);
      asked.end(bytes);
    });
  return {
    url,
    call: (method, path, json) =>
      ask(
        method,
        path,
        json === undefined ? {} : { bytes: JSON.stringify(json), headers: { 'content-type': 'application/json' } },
      ),
    post: (path, bytes, headers) => ask('POST', path, { bytes, headers, patienceMs: SEND_PATIENCE_MS }),
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

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { projectNode } from '../../../scripts/project.mjs';
import { eventually } from '../launch/launched-app';

/** A status, or silence until the sender gives up. */
export type Answer = number | 'hang';

export type SeenRequest = {
  readonly method: string;
  readonly target: string;
  /** In order and with their case, as they stood on the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
};

/** A webhook endpoint in a process of its own. */
export type EndpointProcess = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Every request that came, oldest first. */
  readonly seen: readonly SeenRequest[];
  /** Resolves when `count` requests have come in all. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
};

const READY_MS = 20_000;
/** The longest a request may be away: Kestrel's longest schedule, and a slow machine. */
const REQUEST_MS = 60_000;
const MAIN = fileURLToPath(new URL('./endpoint-main.mjs', import.meta.url));

/**
 * Starts an endpoint that gives these answers one after the other, and the last one for ever. `port` 0 takes any; a
 * port of before starts the same one again.
 */
export async function startEndpoint(answers: readonly Answer[], port = 0): Promise<EndpointProcess> {
  const env = { ...process.env, ENDPOINT_PORT: String(port) };
  const child = fork(MAIN, answers.map(String), { execPath: projectNode(), execArgv: [], env });
  const seen: SeenRequest[] = [];
  let bound: number | null = null;
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'listening') bound = message.port;
    else seen.push({ ...message, headers: pairs(message.headers), body: Buffer.from(message.body, 'base64') });
  });
  const listening = await eventually('The endpoint', READY_MS, async () => bound).catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return {
    url: `http://127.0.0.1:${listening}/webhooks`,
    port: listening,
    pid: child.pid ?? 0,
    seen,
    async received(count) {
      await eventually(`Request ${count}`, REQUEST_MS, async () => (seen.length >= count ? true : null));
    },
    close: () => end(child),
  };
}

type ChildMessage =
  | { readonly kind: 'listening'; readonly port: number }
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly target: string;
      readonly headers: readonly string[];
      readonly body: string;
    };

/** Node's raw headers are a flat list: name, value, name, value … */
function pairs(flat: readonly string[]): SeenRequest['headers'] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

import { type IncomingHttpHeaders, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { type App, assemble } from '../../../src/main/host/assemble';
import { answer } from '../../../src/main/host/channel';
import { systemChance, systemClock } from '../../../src/main/host/system';
import type { CommandArgs, CommandName, CommandOutputs } from '../../../src/shared/contract/commands';
import { aFolder } from '../open-app';

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; null where it is none. */
  readonly json: unknown;
};

export type Send = {
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  /** A body that is sent as it stands. */
  readonly raw?: string | Uint8Array;
};

/** One request over a connection of its own. A header that is null is left out. */
export function send(
  base: string,
  method: string,
  path: string,
  { headers = {}, body, raw }: Send = {},
): Promise<Reply> {
  const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const all: Record<string, string | null> = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const named = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    const asked = request(
      { hostname, port, path, method, agent: false, headers: Object.fromEntries(named) },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const whole = Buffer.concat(parts);
          const text = whole.toString('utf8');
          const isJson = /json/.test(String(reply.headers['content-type'])) && text !== '';
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            bytes: whole,
            text,
            json: isJson && !/ndjson/.test(String(reply.headers['content-type'])) ? JSON.parse(text) : null,
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(bytes);
  });
}

/** The app with its API on, as the window has it. `api` sends with the token, `call` gives a command as the page does. */
export async function openApi(dataDir = aFolder()) {
  const app: App = await assemble({
    dataDir,
    holder: 'test',
    host: { kind: 'window', runtime: 'test', version: '0.0.0', sandboxed: true },
    system: systemClock,
    chance: systemChance,
    log: () => {},
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  onTestFinished(close);
  async function call<K extends CommandName>(name: K, args: CommandArgs<K>): Promise<CommandOutputs[K]> {
    const result = await answer({ name, args }, app);
    if (!result.ok) throw new Error(result.problem.message);
    return result.value as CommandOutputs[K];
  }
  await call('settings.set', { apiOn: true, apiPort: 21_880 });
  const report = await call('api.report', {});
  if (report.kind === 'off') throw new Error(report.why ?? 'off');
  const { url } = report;
  const token = app.api.token();
  const api = (method: string, path: string, what: Send = {}): Promise<Reply> =>
    send(url, method, path, { ...what, headers: { authorization: `Bearer ${token}`, ...what.headers } });
  return { app, call, close, dataDir, url, token, api, port: Number(new URL(url).port) };
}

export type ApiBench = Awaited<ReturnType<typeof openApi>>;

/** A route of the receiver that answers as told, and an endpoint that sends to it. Returns the endpoint's id. */
export async function anEndpoint(
  { call }: Pick<ApiBench, 'call'>,
  policyId: string,
  reply = 200,
  path = '/api-test',
): Promise<string> {
  const { receiver, routes } = await call('snapshot', {});
  if (receiver.kind === 'down') throw new Error(receiver.why);
  if (!routes.some((route) => route.path === path)) {
    const step = { kind: 'reply' as const, reply, headers: [], body: 'seen', delayMs: 0, times: null, forMs: null };
    await call('route.create', { path, script: { scope: 'all', steps: [step] } });
  }
  const { id } = await call('endpoint.create', { name: `To ${path}`, url: `${receiver.url}${path}`, policyId });
  return id;
}

/** Resolves once a delivery has come to its end or waits for its next try. */
export async function settled({ call }: Pick<ApiBench, 'call'>, id: string): Promise<string> {
  for (;;) {
    const { row } = await call('delivery.get', { id });
    if (row.attempts > 0 && row.state !== 'processing' && row.state !== 'queued') return row.state;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

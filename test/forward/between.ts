import type { CommandArgs, CommandName, CommandOutputs } from '../../src/shared/contract/commands';
import type { CaptureDetail, CaptureRow, DeliveryRow } from '../../src/shared/contract/views';
import type { EndpointId, RouteId } from '../../src/shared/model/ids';
import { openApp } from '../host/open-app';
import { RawClient } from '../receiver/receiver-bench';
import { peer } from '../sender/requests';

/** One request as it stood on the wire; fields without their line ends, latin1. */
export type WireRequest = { readonly line: string; readonly fields: readonly string[]; readonly body: Buffer };

const NOTHING_MORE = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

/** A server of bytes that answers what it is told to. */
export async function rawTarget(port = 0, answer = NOTHING_MORE) {
  const made = await peer({ port, answer: (socket) => socket.write(answer) });
  return {
    port: made.port,
    url: `http://127.0.0.1:${made.port}`,
    requests: made.requests,
    close: made.close,
    /** The n-th request, from 1, once it has come whole. */
    request: async (n = 1): Promise<WireRequest> => {
      await made.received(n);
      const { head = '', body = Buffer.alloc(0) } = made.requests[n - 1] ?? {};
      const [line = '', ...fields] = head.split('\r\n');
      return { line, fields, body };
    },
  };
}

const ANSWERS_200 = { scope: 'all', steps: [{ reply: 200 }] } as const;

/** The app between a raw client and raw servers. */
export async function betweenSockets(dataDir?: string) {
  const opened = await openApp(dataDir);
  const { call, app } = opened;
  const { receiver } = await call('snapshot', {});
  if (receiver.kind !== 'listening') throw new Error('the receiver does not listen');
  const { port, url } = receiver;

  const endpoint = async (to: string, more: Partial<CommandArgs<'endpoint.create'>> = {}): Promise<EndpointId> =>
    (await call('endpoint.create', { name: 'Local app', url: to, policyId: 'infraspeak', ...more })).id;

  /** Until something of the app is as it should be; looked at after each frame. */
  async function until<K extends CommandName, T>(
    name: K,
    args: CommandArgs<K>,
    find: (answer: CommandOutputs[K]) => T | undefined | false,
  ): Promise<T> {
    for (;;) {
      const frame = new Promise<void>((told) => {
        const stop = app.subscribe(() => {
          stop();
          told();
        });
      });
      const found = find(await call(name, args));
      if (found !== undefined && found !== false) return found;
      await frame;
    }
  }

  return {
    ...opened,
    port,
    url,
    endpoint,
    until,
    client: () => new RawClient(port),
    /** A route that forwards. */
    forwards: async (path: string, endpointId: EndpointId, more: object = {}): Promise<RouteId> =>
      (await call('route.create', { path, script: ANSWERS_200, forward: { endpointId, ...more } })).id,
    answers200: async (path: string): Promise<RouteId> =>
      (await call('route.create', { path, script: ANSWERS_200 })).id,
    captures: async (): Promise<readonly CaptureRow[]> => (await call('capture.list', {})).rows,
    /** The newest capture on a path, once there is one. */
    captured: (path: string): Promise<CaptureDetail> =>
      until('capture.list', {}, ({ rows }) => rows.find(({ target }) => target.startsWith(path))).then(({ id }) =>
        call('capture.get', { id }),
      ),
    deliveries: async (): Promise<readonly DeliveryRow[]> => (await call('delivery.list', {})).rows,
    /** The first delivery in a state. */
    delivery: (state: DeliveryRow['state']): Promise<DeliveryRow> =>
      until('delivery.list', {}, ({ rows }) => rows.find((row) => row.state === state)),
  };
}

import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'vitest';
import type { CommandArgs } from '../../src/shared/contract/commands';
import type { DeliveryId, EndpointId, EventId } from '../../src/shared/model/ids';
import type { Problem } from '../../src/shared/model/problem';
import type { Evidence, SeenRequest } from '../support/laws/evidence';
import { readCutOff } from '../support/laws/ledger';
import type { EngineProcess, ReceiverProcess } from './processes';

type Orders = Pick<EngineProcess, 'order'>;

/** Writes down what the engine acknowledged, and what its deaths left in flight. */
export class Bookkeeper {
  readonly #events: EventId[] = [];
  readonly #deliveries: DeliveryId[] = [];
  readonly #captures: string[] = [];
  readonly #cutOff: { readonly deliveryId: DeliveryId; readonly n: number }[] = [];
  #requests = 0;

  get acceptedDeliveries(): readonly DeliveryId[] {
    return this.#deliveries;
  }

  get answeredCaptures(): readonly string[] {
    return this.#captures;
  }

  get cutOff(): Evidence['cutOff'] {
    return this.#cutOff;
  }

  /** Sends events; what is acknowledged counts. Returns why it was refused, or null. */
  async send(
    engine: Pick<EngineProcess, 'ask'>,
    endpointIds: readonly EndpointId[],
    more: Partial<CommandArgs<'event.send'>> = {},
  ): Promise<Problem | null> {
    const result = await engine.ask('event.send', {
      endpointIds: [...endpointIds],
      type: 'order.paid',
      body: Buffer.from(JSON.stringify({ order: ++this.#requests })).toString('base64'),
      ...more,
    });
    if (!result.ok) return result.problem;
    this.#events.push(...result.value.eventIds);
    this.#deliveries.push(...result.value.deliveryIds);
    return null;
  }

  /** A request to the engine's own receiver; a 200 counts. Null when no answer came. */
  capture(url: string, body = ''): Promise<number | null> {
    const key = `capture-${++this.#requests}`;
    return new Promise((resolve) => {
      const call = request(url, { method: 'POST', headers: { 'webhook-id': key }, agent: false }, (response) => {
        const status = response.statusCode ?? 0;
        if (status === 200) this.#captures.push(key);
        response.resume();
        response.on('close', () => resolve(status));
      });
      call.on('error', () => resolve(null));
      call.end(body);
    });
  }

  /** After a death and before the next start. */
  noteDeath(dataDir: string): void {
    this.#cutOff.push(...readCutOff(dataDir));
  }

  evidence(seen: readonly SeenRequest[]): Evidence {
    return {
      acceptedEvents: this.#events,
      acceptedDeliveries: this.#deliveries,
      seen,
      answeredCaptures: this.#captures,
      cutOff: this.#cutOff,
    };
  }
}

/**
 * A route of the engine's own receiver that nobody else has, on a port of its own: were the port taken by another
 * program after a kill, that program would not answer 200. Returns its URL.
 */
export async function addRoute(engine: EngineProcess): Promise<string> {
  const script = { steps: [{ reply: 200 }] };
  const { path } = await engine.order('route.create', { path: `/torture-${process.pid}`, script });
  const place = await engine.order('receiver.listen', { port: await aFreePort() });
  if (place.kind !== 'listening') throw new Error(place.why);
  return `${place.url}${path}`;
}

function aFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** An endpoint at the independent receiver. */
export async function addEndpoint(
  engine: Orders,
  receiver: ReceiverProcess,
  policyId: string,
  wish: string,
  more: Partial<CommandArgs<'endpoint.create'>> = {},
): Promise<EndpointId> {
  const { id } = await engine.order('endpoint.create', { name: wish, url: receiver.url(wish), policyId, ...more });
  return id;
}

/** Lets everything happen that is left to happen, and ends the engine in order; it complains of nothing unexpected. */
export async function endInOrder(engine: EngineProcess, expected: RegExp | null = null): Promise<void> {
  const mark = engine.mark;
  await engine.order('clock.setPace', skip);
  await engine.idle(mark);
  engine.signal('SIGTERM');
  expect(await engine.gone).toEqual({ code: 0, signal: null });
  expect(engine.log.filter((line) => expected?.test(line) !== true)).toEqual([]);
}

export const skip = { pace: { kind: 'skip' } } as const;
export const atFactor = (factor: number) => ({ pace: { kind: 'factor', factor } }) as const;

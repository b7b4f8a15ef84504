import { createServer } from 'node:http';
import { describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openApi as documentOf } from '../../../src/main/host/api/openapi';
import type { Operation } from '../../../src/main/host/api/operation';
import { makeApi } from '../../../src/main/host/api/serve-api';
import { portOf } from '../../../src/main/host/loopback';
import { systemClock } from '../../../src/main/host/system';
import { LIMITS } from '../../../src/shared/contract/limits';
import { Refusal } from '../../../src/shared/model/problem';
import { type ApiBench, anEndpoint, openApi, type Reply, type Send, send, settled } from './api-bench';

type Json = Readonly<Record<string, unknown>>;
type Media = Readonly<Record<string, { readonly schema: Json }>>;
type Response = { readonly $ref?: string; readonly content?: Media };
type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
};

/** The same document with every object closed: a field that it does not name is one that it lacks. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  const isObject = inner['type'] === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return isObject ? { ...inner, additionalProperties: false } : inner;
}

/** References within one schema instead of within the document. */
const local = (schema: unknown): Json =>
  JSON.parse(JSON.stringify(closed(schema)).replaceAll('#/components/schemas/', '#/$defs/'));

/** Made once for each schema: to make one takes longer than to read with it. */
const READERS = new Map<string, ReturnType<typeof z.fromJSONSchema>>();

function readerOf(document: Document, schema: Json): ReturnType<typeof z.fromJSONSchema> {
  const key = JSON.stringify(schema);
  const whole = { ...local(schema), $defs: document.components.schemas } as Parameters<typeof z.fromJSONSchema>[0];
  const reader = READERS.get(key) ?? z.fromJSONSchema(whole);
  READERS.set(key, reader);
  return reader;
}

/** What of an answer is not as the document says; empty when all is. */
function complaints(document: Document, path: string, method: string, reply: Reply): readonly string[] {
  const said = document.paths[path]?.[method.toLowerCase()]?.responses[reply.status];
  if (said === undefined) return [`${reply.status} is not in the document`];
  const named = said.$ref === undefined ? said : document.components.responses[said.$ref.split('/').at(-1) ?? ''];
  const type = String(reply.headers['content-type']).split(';')[0] ?? '';
  const media = named?.content?.[type] ?? named?.content?.['*/*'];
  if (media === undefined) return [`${type} is not in the document`];
  if (reply.json === null) return [];
  const read = readerOf(document, media.schema).safeParse(reply.json);
  return read.success ? [] : read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`);
}

function asDocument(operations: readonly Operation[]): Document {
  const document: Document = JSON.parse(JSON.stringify(documentOf(operations)));
  const schemas = local(document.components.schemas) as Document['components']['schemas'];
  return { ...document, components: { ...document.components, schemas } };
}

describe('the OpenAPI file', () => {
  it('is what the server’s own operations say, and is served by it', async () => {
    const { app, api } = await openApi();
    const document = documentOf(app.api.api.operations);
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../../docs/openapi.json');
    expect((await api('GET', '/v1/openapi.json')).json).toEqual(JSON.parse(JSON.stringify(document)));
    const root = (await api('GET', '/v1')).json as { operations: { method: string; path: string }[] };
    const paths = asDocument(app.api.api.operations).paths;
    const listed = root.operations.map(({ method, path }) => `${method} ${path}`).sort();
    const written = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed).toEqual(written.sort());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('tells the truth of every path, method and status', async () => {
    const bench = await openApi();
    const { operations } = bench.app.api.api;
    const document = asDocument(operations);
    const broken = await aBrokenApi();
    const full = await aFullDisk();
    const wrong: string[] = [];
    let asking = '';
    onTestFailed(() => console.error(`It was at ${asking}.`));
    for (const operation of operations) {
      const { responses } = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? { responses: {} };
      for (const status of Object.keys(responses).map(Number)) {
        const what = `${operation.method} ${operation.path} ${status}`;
        asking = what;
        const reply = await provoke(bench, broken, full, operation, status);
        if (reply.status !== status) wrong.push(`${what}: answered ${reply.status} ${reply.text.slice(0, 200)}`);
        for (const complaint of complaints(document, operation.path, operation.method, reply))
          wrong.push(`${what}: ${complaint}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});

type Asker = (method: string, path: string, what?: Send) => Promise<Reply>;

/** An API over an app whose every command fails as told. */
async function overFailing(error: () => unknown): Promise<Asker> {
  const none = (): never => {
    throw error();
  };
  const api = makeApi({
    served: { handle: () => Promise.reject(error()), subscribe: () => () => {}, onError: () => {} },
    views: { logEnd: none, stepsAfter: none, capturesAfter: none, deliveries: none },
    system: systemClock,
    token: () => 'token',
    instance: 'broken',
  });
  const server = createServer((request, response) => void api.answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${portOf(server)}`;
  return (method, path, what = {}) =>
    send(base, method, path, { ...what, headers: { authorization: 'Bearer token', ...what.headers } });
}

const aBrokenApi = (): Promise<Asker> => overFailing(() => new Error('broken'));
const aFullDisk = (): Promise<Asker> =>
  overFailing(() => new Refusal({ code: 'disk-full', message: 'The disk is full.' }));

const NOBODY = '01JP5V7R3ZK8T2WQ9KQ4ABCDEF';
const PREFIX: Readonly<Record<string, string>> = {
  events: `evt_${NOBODY}`,
  deliveries: `dlv_${NOBODY}`,
  attempts: `dlv_${NOBODY}.1`,
  captures: `cap_${NOBODY}`,
  endpoints: `ep_${NOBODY}`,
  subscriptions: `ep_${NOBODY}`,
};
const withId = (path: string, id: string): string => path.replace('{id}', id);
const nobodys = (path: string): string => withId(path, PREFIX[path.split('/')[2] ?? ''] ?? '');

/** A request that is answered with this status. */
async function provoke(
  bench: ApiBench,
  broken: Asker,
  full: Asker,
  operation: Operation,
  status: number,
): Promise<Reply> {
  const { method, path, body, id } = operation;
  const nobody = nobodys(path);
  const what: Send = body === undefined || body.optional === true ? {} : { body: await aBody(bench, id) };
  switch (status) {
    case 400:
      return bench.api(method, `${nobody}?nonsense=1`, what);
    case 401:
      return bench.api(method, nobody, { ...what, headers: { authorization: 'Bearer wrong' } });
    case 403:
      return bench.api(method, nobody, { ...what, headers: { host: 'rebound.example' } });
    case 404:
      return bench.api(method, nobody, id === 'sendEvents' || id === 'createEndpoint' ? { body: nowhere(id) } : what);
    case 409:
      return bench.api(method, await refusedPath(bench, operation));
    case 413:
      return bench.api(method, nobody, {
        headers: { 'content-type': 'application/json' },
        raw: Buffer.alloc(LIMITS.commandBytes + 1),
      });
    case 415:
      return bench.api(method, nobody, { headers: { 'content-type': 'text/plain' }, raw: '{}' });
    case 422: {
      const headers = { 'idempotency-key': `key-${Math.random()}` };
      await bench.api(method, path, { ...what, headers });
      return bench.api(method, path, { headers, body: { ...(what.body as object), data: 'another' } });
    }
    case 429:
      return tooManyReaders(bench);
    case 500:
      return broken(method, nobody, what);
    case 503:
      return full(method, nobody, what);
    default:
      return happily(bench, operation, what);
  }
}

async function aBody(bench: ApiBench, id: string): Promise<unknown> {
  switch (id) {
    case 'sendEvents':
      return { type: 'order.paid', endpointIds: [await anEndpoint(bench, 'kestrel')], data: { id: 1 } };
    case 'createEndpoint':
      return { name: 'Shop', url: 'http://127.0.0.1:9/hook', policyId: 'kestrel' };
    case 'updateEndpoint':
      return { name: 'Another' };
    case 'jumpClock':
      return { atMs: (await bench.call('snapshot', {})).clock.virtualMs + 60_000 };
    default:
      return { paused: false, pace: { kind: 'factor', factor: 1 }, signatureTime: 'wall' };
  }
}

const nowhere = (id: string): unknown =>
  id === 'sendEvents'
    ? { type: 'order.paid', endpointIds: [`ep_${NOBODY}`], data: 1 }
    : { name: 'Shop', url: 'http://127.0.0.1:9/', policyId: 'nobody' };

/** A path whose act the policy refuses. */
async function refusedPath(bench: ApiBench, { path }: Operation): Promise<string> {
  const act = path.split('/').at(-1) ?? '';
  if (path.startsWith('/v1/deliveries')) {
    // Infraspeak has no redelivery at all, and what has ended is not sent now or given up.
    return withId(path, await aDelivery(bench, 'infraspeak', 200));
  }
  const endpoint = await anEndpoint(bench, act === 'verify' ? 'kestrel' : 'fianto');
  // A disabled application stays disabled (F14); Kestrel has no verification.
  if (act !== 'verify') await bench.call('endpoint.disable', { id: endpoint });
  return withId(path, endpoint);
}

async function aDelivery(bench: ApiBench, policyId: string, reply: number): Promise<string> {
  const endpointId = await anEndpoint(bench, policyId, reply, `/answers-${reply}`);
  const { deliveryIds } = await bench.call('event.send', {
    endpointIds: [endpointId],
    type: 'order.paid',
    contentType: 'application/json',
    body: Buffer.from('{"n":1.00}').toString('base64'),
  });
  const [id = ''] = deliveryIds;
  await settled(bench, id);
  return id;
}

async function happily(bench: ApiBench, operation: Operation, what: Send): Promise<Reply> {
  const { id, method, path } = operation;
  const at = async (): Promise<string> => {
    switch (id) {
      case 'retryNowDelivery':
      case 'cancelDelivery':
        return withId(path, await aDelivery(bench, 'infraspeak', 503));
      case 'resendDelivery':
        return withId(path, await aDelivery(bench, 'alphorn', 200));
      case 'redeliverDelivery':
        return withId(path, await aDelivery(bench, 'fianto', 200));
      case 'replayDelivery':
        return withId(path, await aDelivery(bench, 'kestrel', 200));
      case 'enableEndpoint':
      case 'enableSubscription': {
        const closed = await anEndpoint(bench, 'kestrel');
        await bench.call('endpoint.disable', { id: closed });
        return withId(path, closed);
      }
      case 'verifyEndpoint':
        return withId(path, await anEndpoint(bench, 'fianto'));
      default:
        break;
    }
    const noun = path.split('/')[2];
    if (!path.includes('{id}')) return path;
    if (noun === 'endpoints' || noun === 'subscriptions') return withId(path, await anEndpoint(bench, 'kestrel'));
    const delivery = await aDelivery(bench, 'kestrel', 200);
    if (noun === 'deliveries') return withId(path, delivery);
    if (noun === 'attempts') return withId(path, `${delivery}.1`);
    if (noun === 'events') return withId(path, (await bench.call('delivery.get', { id: delivery })).event.id);
    const { rows } = await bench.call('capture.list', { limit: 1 });
    return withId(path, rows[0]?.id ?? '');
  };
  if (id === 'readFeed') return firstOfFeed(bench);
  return bench.api(method, await at(), what);
}

async function firstOfFeed({ url, token }: ApiBench): Promise<Reply> {
  const leave = new AbortController();
  const reply = await fetch(`${url}/v1/feed`, { headers: { authorization: `Bearer ${token}` }, signal: leave.signal });
  const headers = Object.fromEntries(reply.headers);
  leave.abort();
  return { status: reply.status, headers, bytes: Buffer.alloc(0), text: '', json: null };
}

/** Readers are let in until one is not; a former one may be on its way out, so that it need not be the 17th. */
async function tooManyReaders({ url, token }: ApiBench): Promise<Reply> {
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  try {
    for (;;) {
      const reply = await fetch(`${url}/v1/feed`, { headers, signal: leave.signal });
      if (reply.ok) continue;
      const text = await reply.text();
      const bytes = Buffer.from(text);
      return { status: reply.status, headers: Object.fromEntries(reply.headers), bytes, text, json: JSON.parse(text) };
    }
  } finally {
    leave.abort();
  }
}

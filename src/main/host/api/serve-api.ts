import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointId } from '../../../shared/model/ids';
import { allowed, findOperation } from './find-operation';
import { letIn } from './gate';
import { type ApiAnswer, type ApiPorts, askOf, type Fields, type Operation } from './operation';
import { type Instance, operationsOf } from './operations';
import { HttpRefusal, problemOf } from './problems';
import { checkQuery, mediaTypeOf, readBody } from './read-request';

/** A client that takes nothing for so long is cut off, real ms. */
const STALLED_MS = 30_000;

export type ApiOptions = ApiPorts & {
  /** Read with every request: a new one counts at once. */
  readonly token: () => string;
  readonly instance: string;
};

export type Api = {
  /** Whether a request is the API's, by its path. */
  readonly takes: (request: IncomingMessage) => boolean;
  /** Answers it; never rejects. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly operations: readonly Operation[];
  /** Ends every stream: the token that it began with is no longer good, or the API ends. */
  readonly endStreams: () => void;
};

const isHead = (request: IncomingMessage): boolean => request.method === 'HEAD';

export function makeApi(options: ApiOptions): Api {
  const instance: Instance = { instance: options.instance, readers: 0 };
  const operations = operationsOf(instance);
  const ask = askOf(options.served);
  const streams = new Set<AbortController>();

  async function run(request: IncomingMessage, gone: AbortSignal): Promise<ApiAnswer | null> {
    const endpointId: EndpointId | null = letIn(request, request.socket.localPort ?? 0, options.token());
    const [path = '', search = ''] = cutOnce(request.url ?? '/', '?');
    if (request.method === 'OPTIONS') return null;
    const { operation, id } = findOperation(operations, isHead(request) ? 'GET' : (request.method ?? ''), path);
    const query = new URLSearchParams(search);
    checkQuery(query, operation);
    const isRaw = operation.body?.orBytes === true && (query.has('type') || 'retryscope-event-type' in request.headers);
    const body = await readBody(request, operation, isRaw);
    const header = (name: string): string | null => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : null;
    };
    const contentType = header('content-type') ?? '';
    return operation.run(
      { ask, id, query, body, mediaType: mediaTypeOf(request), contentType, header, endpointId, gone },
      options,
    );
  }

  return {
    takes: (request) => /^\/v1(?:[/?]|$)/.test(request.url ?? ''),
    operations,
    endStreams: () => {
      for (const stream of streams) stream.abort();
    },
    answer: async (request, response) => {
      const leaving = new AbortController();
      streams.add(leaving);
      response.once('close', () => {
        leaving.abort();
        streams.delete(leaving);
      });
      try {
        const found = await run(request, leaving.signal);
        if (found === null) writeOptions(operations, request, response);
        else await write(found, request, response, leaving.signal);
      } catch (error) {
        refuse(error, request, response, options.served.onError);
      }
    },
  };
}

const COMMON: Fields = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Captured texts are shown by no browser as a page of this origin.
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

function writeOptions(operations: readonly Operation[], request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = cutOnce(request.url ?? '/', '?');
  const methods = operations.filter((operation) => isAt(operation, path)).map(({ method }) => method);
  if (methods.length === 0) throw new HttpRefusal(404, 'There is nothing here. GET /v1 lists what there is.');
  response.writeHead(204, { ...COMMON, allow: allowed(methods).join(', ') }).end();
}

function isAt(operation: Operation, path: string): boolean {
  try {
    return findOperation([operation], operation.method, path).operation === operation;
  } catch {
    return false;
  }
}

async function write(
  found: ApiAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  if (found.kind === 'stream') {
    response.writeHead(200, { ...COMMON, ...found.headers });
    if (isHead(request)) {
      await found.parts.return?.();
      response.end();
    } else await pump(found.parts, response, gone);
    return;
  }
  const [status, bytes, headers] = whole(found);
  response.writeHead(status, { ...COMMON, ...headers, 'content-length': bytes.byteLength });
  response.end(isHead(request) ? undefined : bytes);
}

function whole(found: Exclude<ApiAnswer, { kind: 'stream' }>): readonly [number, Uint8Array, Fields] {
  if (found.kind === 'bytes') {
    const type = found.contentType.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
    return [
      200,
      found.bytes,
      {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="body"',
        ...(type === '' ? {} : { 'retryscope-content-type': type }),
      },
    ];
  }
  const text = found.kind === 'text' ? found.text : JSON.stringify(found.value);
  return [found.status, Buffer.from(text), { 'content-type': 'application/json; charset=utf-8', ...found.headers }];
}

/** A part is made when the one before it was taken. Who takes none for too long is cut off. */
async function pump(parts: AsyncIterator<string>, response: ServerResponse, gone: AbortSignal): Promise<void> {
  try {
    while (!gone.aborted) {
      const part = await parts.next();
      if (part.done === true) break;
      if (!response.write(part.value) && !(await drained(response))) response.destroy();
    }
    response.end();
  } catch (error) {
    // The answer has begun: that it is not whole can only be told by breaking it off.
    response.destroy();
    throw error;
  } finally {
    await parts.return?.();
  }
}

const drained = (response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (took: boolean) => (): void => {
      clearTimeout(timer);
      response.off('drain', onDrain);
      response.off('close', onClose);
      resolve(took);
    };
    const onDrain = settle(true);
    const onClose = settle(false);
    const timer = setTimeout(settle(false), STALLED_MS);
    response.once('drain', onDrain);
    response.once('close', onClose);
  });

function refuse(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  onError: (error: unknown) => void,
): void {
  const { status, headers, body } = problemOf(error);
  if (status === 500) onError(error);
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...COMMON,
    'content-type': 'application/problem+json',
    'content-length': bytes.byteLength,
    ...headers,
  });
  response.end(isHead(request) ? undefined : bytes);
}

function cutOnce(text: string, at: string): readonly [string, string] {
  const place = text.indexOf(at);
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)];
}

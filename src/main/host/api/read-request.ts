import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../../shared/contract/limits';
import type { Operation } from './operation';
import { refuse } from './operation';
import { HttpRefusal } from './problems';

/** The body, to the limit. @throws HttpRefusal 413, 415; Refusal `invalid` for a body where none belongs */
export async function readBody(request: IncomingMessage, { body: doc }: Operation, isRaw: boolean): Promise<Buffer> {
  const most = isRaw ? LIMITS.eventBodyBytes : LIMITS.commandBytes;
  const tooLarge = (): HttpRefusal =>
    new HttpRefusal(413, `The body has more than ${most.toLocaleString('en')} bytes.`, { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > most) throw tooLarge();
    parts.push(part);
  }
  if (bytes === 0) {
    if (doc !== undefined && doc.optional !== true && !isRaw) throw refuse('invalid', 'Send a JSON object.', 'body');
    return Buffer.alloc(0);
  }
  if (doc === undefined) throw refuse('invalid', 'This takes no body.', 'body');
  const mediaType = mediaTypeOf(request);
  if (!isRaw && mediaType !== 'application/json')
    throw new HttpRefusal(415, 'Send the body as application/json.', { 'accept-post': 'application/json' });
  return Buffer.concat(parts);
}

export const mediaTypeOf = ({ headers }: IncomingMessage): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** @throws Refusal `invalid` for a parameter that there is not, or that may stand once only */
export function checkQuery(query: URLSearchParams, { parameters = [] }: Operation): void {
  for (const name of new Set(query.keys())) {
    const known = parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
    if (known === undefined) {
      const names = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
      const there = names.length === 0 ? 'There are none here.' : `There are ${names.join(', ')}.`;
      throw refuse('invalid', `There is no parameter ${name.slice(0, 60)}. ${there}`, name.slice(0, 60));
    }
    if (known.many !== true && query.getAll(name).length > 1)
      throw refuse('invalid', `${name} may stand once only.`, name);
  }
}

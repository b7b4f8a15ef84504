import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../../shared/contract/limits';
import type { Fields, Operation } from './operation';
import { refuse } from './operation';
import { HttpRefusal } from './problems';

/** So much of a body that is too large is read away, since many clients read the answer only once they have sent it all. */
const READ_AWAY_BYTES = 67_108_864;

/** The body, to the limit. @throws HttpRefusal 413, 415; Refusal `invalid` for a body where none belongs */
export async function readBody(request: IncomingMessage, { body: doc }: Operation, isRaw: boolean): Promise<Buffer> {
  const most = isRaw ? LIMITS.eventBodyBytes : LIMITS.commandBytes;
  const tooLarge = (headers: Fields): HttpRefusal =>
    new HttpRefusal(413, `The body has more than ${most.toLocaleString('en')} bytes.`, headers);
  if (Number(request.headers['content-length'] ?? 0) > READ_AWAY_BYTES) throw tooLarge({ connection: 'close' });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > READ_AWAY_BYTES) throw tooLarge({ connection: 'close' });
    if (bytes <= most) parts.push(part);
  }
  if (bytes > most) throw tooLarge({});
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

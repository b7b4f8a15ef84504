import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CommandArgs } from '../../../shared/contract/commands';
import { commandInputs } from '../../../shared/contract/commands';
import { LIMITS } from '../../../shared/contract/limits';
import type { EndpointView } from '../../../shared/contract/views';
import { jsonTextAt } from '../../../shared/json/text-at';
import type { Event, EventSummary } from '../../../shared/model/event';
import type { EndpointId, EventId } from '../../../shared/model/ids';
import { isEventPurged, sayPurged } from '../../../shared/rules/retention';
import { wireBody } from '../../engine/envelope';
import { cursorAfter } from '../../store/views/cursor';
import { type ApiCall, type Ask, json, many, number, type Operation, one, readJson, refuse } from './operation';
import { CURSOR, ID_404, LIMIT } from './parameters';

/** A page of events ends early at so many bytes of bodies: the next one goes on. */
const PAGE_BYTES = 4 * LIMITS.eventBodyBytes;

const ENVELOPE = {
  body: { kind: 'envelope', id: 'id', type: 'type', created: 'created', data: 'data' },
} as const;

/** What the API shows of an event. */
type ApiEvent = Omit<Event, 'carried'>;

/** F35: the envelope that a delivery carries plus `object`. JSON stands in it as it was sent, digit for digit. */
const envelopeOf = (event: ApiEvent): string => `{"object":"event",${utf8(wireBody(ENVELOPE, event)).slice(1)}`;
const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

type Owners = {
  readonly endpoints: ReadonlyMap<EndpointId, EndpointView>;
  /** Virtual epoch ms. */
  readonly now: number;
};

async function ownersOf(ask: Ask): Promise<Owners> {
  const { endpoints, clock } = await ask('snapshot', {});
  return { endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])), now: clock.virtualMs };
}

/** R11: what every provider that an event went to has deleted is hidden; says by whom, or null. */
function whyHidden(event: EventSummary, scope: EndpointId | undefined, { endpoints, now }: Owners): string | null {
  const of = scope === undefined ? event.endpointIds : [scope];
  const policies = of.flatMap((id) => endpoints.get(id)?.policy ?? []);
  const [first] = policies;
  return first !== undefined && policies.every((policy) => isEventPurged(policy, event.id, now))
    ? `${sayPurged(first)}.`
    : null;
}

const scopeOf = ({ query, endpointId }: ApiCall): EndpointId | undefined =>
  endpointId ?? (one(query, 'endpoint') as EndpointId | undefined);

async function bytesOf(ask: Ask, id: EventId): Promise<ApiEvent> {
  const { body, ...event } = await ask('event.get', { id });
  return { ...event, body: Buffer.from(body, 'base64') };
}

/** Whether an event was published for an endpoint, delivered or not. */
async function isOf(ask: Ask, endpointId: EndpointId, { id, ordinal }: EventSummary): Promise<boolean> {
  const { rows } = await ask('event.list', { endpointId, cursor: cursorAfter('event', ordinal + 1), limit: 1 });
  return rows[0]?.id === id;
}

/** @throws Refusal `not-found` for one that is hidden, or not of this endpoint */
async function readOne(call: ApiCall): Promise<ApiEvent> {
  const { ask } = call;
  const id = call.id as EventId;
  const detail = await ask('event.get', { id });
  const scope = call.endpointId ?? undefined;
  if (scope !== undefined && !(await isOf(ask, scope, detail)))
    throw refuse('not-found', `There is no event ${id} of ${scope}.`);
  const why = whyHidden(detail, scope, await ownersOf(ask));
  if (why !== null) throw refuse('not-found', why);
  return { ...detail, body: Buffer.from(detail.body, 'base64') };
}

const list: Operation = {
  id: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'Events, newest first (F35)',
  parameters: [
    LIMIT,
    CURSOR,
    {
      in: 'query',
      name: 'endpoint',
      says: 'Only what was published for this endpoint, delivered or not. Basic authentication with the endpoint’s id as the user does the same.',
      schema: commandInputs['endpoint.enable'].shape.id,
    },
  ],
  answers: { 200: { says: 'A page; it may have fewer events than asked for, and goes on at `next`', listOf: 'Event' } },
  run: async (call) => {
    const { ask, query } = call;
    const endpointId = scopeOf(call);
    const page = await ask('event.list', {
      cursor: query.get('cursor'),
      limit: number(query, 'limit'),
      ...(endpointId === undefined ? {} : { endpointId }),
    } satisfies CommandArgs<'event.list'>);
    const owners = await ownersOf(ask);
    const texts: string[] = [];
    let room = PAGE_BYTES;
    let { next } = page;
    for (const row of page.rows) {
      if (whyHidden(row, endpointId, owners) !== null) continue;
      texts.push(envelopeOf(await bytesOf(ask, row.id)));
      room -= row.bodyBytes;
      if (room > 0 || row === page.rows.at(-1)) continue;
      next = cursorAfter('event', row.ordinal);
      break;
    }
    const text = `{"object":"list","data":[${texts.join(',')}],"next":${JSON.stringify(next)}}`;
    return { kind: 'text', status: 200, text };
  },
};

const read: Operation = {
  id: 'readEvent',
  method: 'GET',
  path: '/v1/events/{id}',
  summary: 'One event (F35)',
  answers: { 200: { says: 'The event', shape: 'Event' } },
  refusals: ID_404,
  run: async (call) => ({ kind: 'text', status: 200, text: envelopeOf(await readOne(call)) }),
};

const body: Operation = {
  id: 'readEventBody',
  method: 'GET',
  path: '/v1/events/{id}/body',
  summary: 'The bytes of an event',
  answers: {
    200: {
      says: 'The bytes as they were sent; Retryscope-Content-Type says of which type',
      mediaType: 'application/octet-stream',
    },
  },
  refusals: ID_404,
  run: async (call) => {
    const event = await readOne(call);
    return { kind: 'bytes', bytes: event.body, contentType: event.contentType };
  },
};

const { endpointIds, type, contentType, count, everyMs } = commandInputs['event.send'].shape;

const sendBody = z.object({
  type,
  endpointIds,
  contentType: contentType.describe('Of the body; application/json for `data`, else text/plain unless it is given.'),
  count,
  everyMs,
  data: z.unknown().optional().describe('The body as JSON. It is sent as it stands here, digit for digit.'),
  text: z.string().optional().describe('Or the body as text.'),
  base64: z.base64().optional().describe('Or the body as bytes in base64.'),
});

type Send = Omit<CommandArgs<'event.send'>, 'once'>;

/** What a request with JSON, without a type beside it, asks for. @throws Refusal `invalid` */
function fromJson(call: ApiCall): Send {
  const given = readJson(call);
  const { data, text, base64, ...asked } = given;
  const known = Object.keys(sendBody.shape);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw refuse('invalid', `There is no field ${unknown}. There are ${known.join(', ')}.`, unknown);
  const bodies = [data, text, base64].filter((value) => value !== undefined);
  if (bodies.length !== 1) throw refuse('invalid', 'Give the body once: as data, text or base64.', 'data');
  if (text !== undefined && typeof text !== 'string') throw refuse('invalid', 'text is a string.', 'text');
  if (base64 !== undefined && typeof base64 !== 'string') throw refuse('invalid', 'base64 is a string.', 'base64');
  const bytes = Buffer.from(text ?? jsonTextAt(utf8(call.body), ['data']) ?? '');
  const kind = data === undefined ? { contentType: 'text/plain' } : {};
  return { ...kind, ...asked, body: base64 ?? bytes.toString('base64') } as Send;
}

/** The bytes as they are; what they are stands beside them. */
function fromBytes({ query, body: bytes, contentType: field, header }: ApiCall): Send {
  const typed = one(query, 'type') ?? header('retryscope-event-type') ?? '';
  return {
    type: typed,
    endpointIds: (many(query, 'endpoint') ?? []) as Send['endpointIds'],
    ...(field === '' ? { contentType: 'application/octet-stream' } : { contentType: field }),
    count: number(query, 'count'),
    everyMs: number(query, 'everyMs'),
    body: bytes.toString('base64'),
  };
}

const send: Operation = {
  id: 'sendEvents',
  method: 'POST',
  path: '/v1/events',
  summary: 'Sends events: as JSON, or with a type beside it any bytes exactly as they are',
  parameters: [
    { in: 'query', name: 'type', says: 'The body is the event itself, of this type.', schema: type },
    { in: 'header', name: 'Retryscope-Event-Type', says: 'The same.', schema: type },
    {
      in: 'query',
      name: 'endpoint',
      says: 'With a type: where to.',
      schema: commandInputs['endpoint.enable'].shape.id,
      many: true,
    },
    { in: 'query', name: 'count', says: 'With a type: how many.', schema: count },
    { in: 'query', name: 'everyMs', says: 'With a type: virtual ms from one to the next.', schema: everyMs },
    {
      in: 'header',
      name: 'Idempotency-Key',
      says: 'The same request under the same key within 24 hours sends nothing more and has the same answer; another request under it is refused (422).',
      schema: z.string().regex(/^[\x21-\x7e]{1,255}$/),
    },
  ],
  body: { says: 'What to send', schema: sendBody, orBytes: true },
  answers: { 201: { says: 'They are kept, and go', shape: 'Accepted' } },
  refusals: [404, 413, 415, 422, 503],
  run: async (call) => {
    const { ask, query, header } = call;
    const isRaw = query.has('type') || header('retryscope-event-type') !== null;
    const asked = isRaw ? fromBytes(call) : fromJson(call);
    const key = header('idempotency-key');
    const once = key === null ? {} : { once: { key, of: digest(call, asked) } };
    const accepted = await ask('event.send', { ...asked, ...once });
    const [only, ...more] = accepted.eventIds;
    const place = only === undefined || more.length > 0 ? {} : { location: `/v1/events/${only}` };
    return json({ object: 'accepted', ...accepted }, 201, place);
  },
};

const digest = ({ body: bytes }: ApiCall, asked: Send): string =>
  createHash('sha256').update(JSON.stringify(asked)).update('\0').update(bytes).digest('hex');

export const EVENT_OPERATIONS: readonly Operation[] = [list, send, read, body];

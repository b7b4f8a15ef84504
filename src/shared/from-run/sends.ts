import { LIMITS } from '../contract/limits';
import { base64Text } from '../model/base64';
import type { Event } from '../model/event';
import type { EndpointId, EventId } from '../model/ids';
import { sameValue } from '../policies/file/values';
import { writeDuration } from '../words/read-duration';
import type { Names } from './places';
import { type FromRunPorts, type RecordedRun, type Remarks, since } from './recorded-run';

const MOST_SENDS = 1_000;

type Said = {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly atMs: number;
  readonly count: number;
  readonly everyMs: number;
};

/** Every event as a scenario sends it; events that follow one another at one rate are one item. */
export function sendsOf(
  recorded: RecordedRun,
  names: Names,
  { textOf }: FromRunPorts,
  remarks: Remarks,
): readonly object[] {
  const targets = targetsOf(recorded);
  const items: Said[] = [];
  for (const event of recorded.events) {
    const to = (targets.get(event.id) ?? []).flatMap((id) => names.get(id) ?? []);
    const [only] = to;
    if (only === undefined) {
      remarks.say('Events that went to no endpoint are left out.');
      continue;
    }
    const fields = {
      endpoint: to.length === 1 ? only : to,
      type: event.type,
      ...bodyOf(event, textOf),
      ...(event.contentType === 'application/json' ? {} : { contentType: event.contentType }),
    };
    const next: Said = { fields, atMs: since(recorded.run, event.createdAt), count: 1, everyMs: 0 };
    const last = items.at(-1);
    const joined = last === undefined ? null : join(last, next);
    if (joined === null) items.push(next);
    else items[items.length - 1] = joined;
  }
  if (items.length > MOST_SENDS) {
    const left = items.slice(MOST_SENDS).reduce((sum, { count }) => sum + count, 0);
    remarks.say(`A scenario has at most 1,000 sends: the last ${left.toLocaleString('en')} events are left out.`);
  }
  return items.slice(0, MOST_SENDS).map(({ fields, count, everyMs, atMs }) => ({
    ...fields,
    ...(count === 1 ? {} : { count }),
    ...(everyMs === 0 ? {} : { every: writeDuration(everyMs) }),
    ...(atMs === 0 ? {} : { at: writeDuration(atMs) }),
  }));
}

/** Where each event went, its deliveries first, then where it got none. */
function targetsOf({ deliveries, steps }: RecordedRun): ReadonlyMap<EventId, readonly EndpointId[]> {
  const targets = new Map<EventId, EndpointId[]>();
  const add = (eventId: EventId, endpointId: EndpointId): void => {
    const known = targets.get(eventId) ?? [];
    targets.set(eventId, known);
    if (!known.includes(endpointId)) known.push(endpointId);
  };
  for (const { eventId, endpointId, originId } of deliveries) if (originId === null) add(eventId, endpointId);
  for (const { step, endpointId } of steps) {
    if (step.kind === 'no-delivery' && endpointId !== null) add(step.eventId, endpointId);
  }
  return targets;
}

/** The two as one item, or null where they are not alike or do not keep one rate. */
function join(last: Said, next: Said): Said | null {
  if (!sameValue(last.fields, next.fields)) return null;
  const gap = next.atMs - (last.atMs + (last.count - 1) * last.everyMs);
  if (gap < 0 || (last.count > 1 && gap !== last.everyMs)) return null;
  return { ...last, count: last.count + 1, everyMs: gap };
}

/** JSON as values where those give the same bytes again, else the text, else the bytes. */
function bodyOf(
  { body }: Event,
  textOf: FromRunPorts['textOf'],
): { readonly body?: unknown; readonly base64?: string } {
  if (body.byteLength === 0) return {};
  const text = textOf(body);
  if (text === null) return { base64: base64Text(body) };
  const value = text.length <= LIMITS.eventBodyBytes ? plainValue(text) : undefined;
  return { body: value === undefined ? text : value };
}

/** A mapping or a list whose JSON is exactly this text. */
function plainValue(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

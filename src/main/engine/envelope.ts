import type { Event } from '../../shared/model/event';
import type { Policy } from '../../shared/policies/policy';

/**
 * The body as it goes on the wire: the event's bytes as they are, or inside the provider's envelope (R10, K17). JSON
 * is put in as it was typed, digit for digit; anything else as a JSON text. The same on every attempt.
 */
export function wireBody(policy: Pick<Policy, 'body'>, event: Omit<Event, 'carried'>): Uint8Array {
  const { body } = policy;
  if (body.kind === 'event') return event.body;
  const head = JSON.stringify({
    [body.id]: event.id,
    [body.type]: event.type,
    [body.created]: new Date(event.createdAt).toISOString(),
  });
  const start = Buffer.from(`${head.slice(0, -1)},${JSON.stringify(body.data)}:`);
  const data = isJson(event.body) ? event.body : Buffer.from(JSON.stringify(Buffer.from(event.body).toString('utf8')));
  return Buffer.concat([start, data, Buffer.from('}')]);
}

function isJson(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

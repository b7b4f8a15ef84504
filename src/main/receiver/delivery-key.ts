import { type HeaderList, headerValue } from '../../shared/model/header';

/** What the providers here name the id of a delivery by. */
const KEY_HEADERS = ['webhook-id', 'x-request-uuid'] as const;

/** What others do, where the body has no id: an endpoint may send such headers with its own deliveries, too. */
const FURTHER_KEY_HEADERS = [
  'svix-id',
  'x-github-delivery',
  'x-shopify-webhook-id',
  'shopify-webhook-id',
  'x-atlassian-webhook-identifier',
  'ce-id',
  'idempotency-key',
] as const;
const LONGEST_KEY = 512;
const LARGEST_PARSED_BYTES = 1_048_576;
const OPENING_BRACE = 0x7b;

/**
 * The id by which a receiver would know a delivery again: `webhook-id`, else `X-Request-Uuid`, else the `id` of a JSON
 * object when it is a text, else the header of another sender. Null when there is none, or none of 1 to 512
 * characters. Never throws.
 * @param whole false when `body` is not the whole body: then it is not parsed
 */
export function deliveryKeyOf(headers: HeaderList, body: Uint8Array, whole: boolean): string | null {
  return (
    firstOf(headers, KEY_HEADERS) ?? (whole ? usable(topLevelId(body)) : null) ?? firstOf(headers, FURTHER_KEY_HEADERS)
  );
}

function firstOf(headers: HeaderList, names: readonly string[]): string | null {
  for (const name of names) {
    const key = usable(headerValue(headers, name));
    if (key !== null) return key;
  }
  return null;
}

const usable = (key: unknown): string | null =>
  typeof key === 'string' && key !== '' && key.length <= LONGEST_KEY ? key : null;

function topLevelId(body: Uint8Array): unknown {
  if (body.length > LARGEST_PARSED_BYTES || firstVisibleByte(body) !== OPENING_BRACE) return null;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof parsed === 'object' && parsed !== null && Object.hasOwn(parsed, 'id') && 'id' in parsed
      ? parsed.id
      : null;
  } catch {
    // Not JSON, not UTF-8, or nested beyond the stack: a body like any other, only without an id.
    return null;
  }
}

/** The first byte that is neither JSON's white space nor part of a byte order mark. */
function firstVisibleByte(body: Uint8Array): number | undefined {
  const from = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  for (let i = from; i < body.length; i++) {
    const byte = body[i];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return byte;
  }
  return undefined;
}

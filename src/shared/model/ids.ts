/** Identity lives in the type: an endpoint's id cannot be passed where a delivery's is wanted. */
export type Id<Kind extends string> = string & { readonly __id: Kind };

export type RunId = Id<'run'>;
export type EndpointId = Id<'endpoint'>;
export type EventId = Id<'event'>;
export type DeliveryId = Id<'delivery'>;
export type RouteId = Id<'route'>;
export type CaptureId = Id<'capture'>;

export const ID_PREFIX = {
  run: 'run',
  endpoint: 'ep',
  event: 'evt',
  delivery: 'dlv',
  route: 'rt',
  capture: 'cap',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARS = 10;
const CHANCE_CHARS = 16;

/**
 * A sortable id such as `evt_01JP5V7R3ZK8T2WQ9KQ4ABCDEF`: prefix, 48 bits of time, 80 bits of chance.
 * @param atMs epoch ms, 0 to 2^48 - 1
 * @param chance at least 10 bytes of randomness
 */
export function makeId<K extends IdKind>(kind: K, atMs: number, chance: Uint8Array): Id<K> {
  let time = '';
  let rest = Math.floor(atMs);
  for (let i = 0; i < TIME_CHARS; i++) {
    time = CROCKFORD.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let tail = '';
  let bits = 0;
  let held = 0;
  for (const byte of chance) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5 && tail.length < CHANCE_CHARS) {
      bits -= 5;
      tail += CROCKFORD.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return `${ID_PREFIX[kind]}_${time}${tail}` as Id<K>;
}

/** The instant that an id was made at, as it was told: whole epoch ms. */
export function timeOf(id: string): number {
  const from = id.indexOf('_') + 1;
  let time = 0;
  for (const char of id.slice(from, from + TIME_CHARS)) time = time * 32 + CROCKFORD.indexOf(char);
  return time;
}

/** The last characters of an id, enough to tell neighbours apart on a screen. */
export const shortId = (id: string): string => id.slice(-4);

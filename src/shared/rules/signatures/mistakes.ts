import type { HeaderList } from '../../model/header';
import { decoded, encoded } from './encodings';
import { reprinted, topLevelId } from './json-dialects';
import { HASHES, type Hash, type SignatureScheme, type SignedPiece, signedPieces } from './scheme';
import { joined, latin1Bytes, latin1Text, utf8Bytes, utf8Text } from './text-bytes';
import { type Brought, HASH_NAMES, type KnownSecret, keyOf } from './verify';

/** One part of a signature, made another way. `says` goes on from “The received value is …”. */
export type Variant<T> = { readonly says: string; readonly value: T };

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The text of a larger body is not taken apart. Bytes. */
export const LARGEST_REPRINTED = 262_144;

/** What is done to a whole body on the way. A body that comes out as it was is left out. */
export function bodyMistakes(body: Uint8Array): readonly Variant<Uint8Array>[] {
  return distinct(body, [...framed(body), ...recoded(body), ...printedAnew(body), empty(body)]);
}

/** What is added at an end or taken from it, which often comes along with another mistake. */
export function framed(body: Uint8Array): readonly Variant<Uint8Array>[] {
  const last = body[body.length - 1];
  const hasBom = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return [
    last === NEWLINE
      ? {
          says: 'over the body without the newline at its end',
          value: body.subarray(0, body[body.length - 2] === RETURN ? -2 : -1),
        }
      : { says: 'over the body with a newline added at its end', value: joined([body, Uint8Array.of(NEWLINE)]) },
    { says: 'over the body with CR LF added at its end', value: joined([body, Uint8Array.of(RETURN, NEWLINE)]) },
    hasBom
      ? { says: 'over the body without its byte order mark', value: body.subarray(3) }
      : { says: 'over the body with a byte order mark before it', value: joined([BOM, body]) },
  ];
}

const empty = (body: Uint8Array): Variant<Uint8Array> => ({
  says: 'over an empty body',
  value: body.subarray(0, 0),
});

function recoded(body: Uint8Array): readonly Variant<Uint8Array>[] {
  if (body.length > LARGEST_REPRINTED) return [];
  const { text, isWhole } = utf8Text(body);
  const narrow = isWhole ? latin1Bytes(text) : null;
  return [
    {
      says: 'over the body read as Latin-1 and written as UTF-8',
      value: utf8Bytes(latin1Text(body)),
    },
    { says: 'over the body read as UTF-8, with � in place of what is not', value: utf8Bytes(text) },
    ...(narrow === null ? [] : [{ says: 'over the body in Latin-1 instead of UTF-8', value: narrow }]),
    { says: 'over the body with LF as its line ends', value: utf8Bytes(text.replace(/\r\n/g, '\n')) },
    { says: 'over the body with CR LF as its line ends', value: utf8Bytes(text.replace(/\r?\n/g, '\r\n')) },
    { says: 'over the body’s base64 text', value: utf8Bytes(encoded(body, 'base64')) },
  ];
}

function printedAnew(body: Uint8Array): readonly Variant<Uint8Array>[] {
  if (body.length > LARGEST_REPRINTED) return [];
  const { text, isWhole } = utf8Text(body);
  return isWhole
    ? reprinted(text.replace(/^\ufeff/, '')).map(({ name, text: anew }) => ({
        says: `over the body’s JSON parsed and printed again, ${name}`,
        value: utf8Bytes(anew),
      }))
    : [];
}

/** Other ways in which the secret's text became a key, and other secrets. */
export function keyMistakes(
  scheme: SignatureScheme,
  secret: string,
  others: readonly KnownSecret[],
): readonly Variant<Uint8Array>[] {
  const bare = secret.replace(/^[a-z]+_(?:[a-z]+_)?/, '');
  const encodedForms = (['base64', 'base64url', 'hex'] as const).flatMap((form) => {
    const value = decoded(bare, form);
    return value === null
      ? []
      : [{ says: `with the secret decoded from ${form} as the key, where its text belongs`, value }];
  });
  const forms: readonly Variant<Uint8Array>[] =
    scheme.key === 'text'
      ? [
          ...encodedForms,
          ...(bare === secret
            ? []
            : [{ says: 'with the secret without its prefix as the key', value: utf8Bytes(bare) }]),
        ]
      : [
          {
            says: 'with the secret’s text as the key, where the bytes that it encodes belong',
            value: utf8Bytes(secret),
          },
          {
            says: 'with the secret’s text behind its prefix as the key, where the bytes that it encodes belong',
            value: utf8Bytes(bare),
          },
          // What a lenient decoder makes of the prefix, which is no base64 but in the URL's alphabet.
          ...forgivingly(secret),
        ];
  const ends = [
    { says: 'with a newline at the end of the secret', value: keyOr(`${secret}\n`, scheme) },
    { says: 'with the secret without the white space around it', value: keyOr(secret.trim(), scheme) },
    { says: 'with an empty secret', value: new Uint8Array() },
  ];
  const another = others.flatMap(({ name, text }) => {
    const value = keyOf(text, scheme);
    return value === null ? [] : [{ says: `with ${name}`, value }];
  });
  return distinct(keyOf(secret, scheme), [...another, ...forms, ...ends]);
}

const keyOr = (secret: string, scheme: SignatureScheme): Uint8Array => keyOf(secret, scheme) ?? utf8Bytes(secret);

function forgivingly(secret: string): readonly Variant<Uint8Array>[] {
  if (!secret.startsWith('whsec_')) return [];
  const mixed = secret.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  // A rest of one character stands for no byte; a lenient decoder leaves it out.
  const value = decoded(mixed.length % 4 === 1 ? mixed.slice(0, -1) : mixed, 'base64url');
  return value === null ? [] : [{ says: 'with the secret decoded from base64 together with its whsec_', value }];
}

/** What was signed beside the body, another way: pieces, and what the placeholders stood for. */
export type Around = {
  readonly pieces: readonly SignedPiece[];
  readonly id: string;
  readonly timestamp: string;
};

const LONGEST_OTHER = 200;
const MOST_OTHERS = 60;

export function aroundMistakes(
  scheme: SignatureScheme,
  brought: Brought,
  headers: HeaderList,
  body: Uint8Array,
): readonly Variant<Around>[] {
  const pieces = signedPieces(scheme.signed);
  const right: Around = { pieces, id: brought.id ?? '', timestamp: brought.timestamp ?? '' };
  const uses = (kind: SignedPiece['kind']): boolean => pieces.some((piece) => piece.kind === kind);
  const others = headers
    .filter(([name, value]) => value.length <= LONGEST_OTHER && name.toLowerCase() !== scheme.header.toLowerCase())
    .slice(0, MOST_OTHERS);
  return [
    ...(uses('timestamp') ? timestampMistakes(right) : []),
    ...(uses('id') ? idMistakes(right, body) : []),
    ...shapeMistakes(scheme, right),
    ...(['timestamp', 'id'] as const).flatMap((part) =>
      uses(part)
        ? others
            .filter(([, value]) => value !== right[part])
            .map(([name, value]) => ({
              says: `with the value of ${name} in place of the ${part}`,
              value: { ...right, [part]: value },
            }))
        : [],
    ),
  ];
}

function timestampMistakes(right: Around): readonly Variant<Around>[] {
  const { timestamp } = right;
  const read = /^\d{1,16}$/.test(timestamp) ? Number(timestamp) : null;
  return [
    ...(read === null
      ? []
      : [
          { says: 'with the timestamp in milliseconds', value: { ...right, timestamp: String(read * 1_000) } },
          {
            says: 'with the timestamp in seconds, where milliseconds arrived',
            value: { ...right, timestamp: String(Math.floor(read / 1_000)) },
          },
        ]),
    { says: 'with an empty timestamp', value: { ...right, timestamp: '' } },
  ];
}

function idMistakes(right: Around, body: Uint8Array): readonly Variant<Around>[] {
  const inside = body.length <= LARGEST_REPRINTED ? topLevelId(utf8Text(body).text) : null;
  return [
    ...(inside === null || inside === right.id
      ? []
      : [{ says: 'with the body’s id in place of the header’s', value: { ...right, id: inside } }]),
    { says: 'with an empty id', value: { ...right, id: '' } },
  ];
}

/** Other orders in which the same things are signed. */
const SHAPES = [
  '{body}',
  '{timestamp}.{body}',
  '{id}.{body}',
  '{id}.{timestamp}.{body}',
  '{timestamp}{body}',
  '{body}{timestamp}',
  '{body}.{timestamp}',
  '{id}{timestamp}{body}',
  'v0:{timestamp}:{body}',
];

function shapeMistakes({ signed }: SignatureScheme, right: Around): readonly Variant<Around>[] {
  return SHAPES.filter(
    (shape) =>
      shape !== signed &&
      (right.id !== '' || !shape.includes('{id}')) &&
      (right.timestamp !== '' || !shape.includes('{timestamp}')),
  ).map((shape) => ({
    says: `over ${shape}, where ${signed} is signed`,
    value: { ...right, pieces: signedPieces(shape) },
  }));
}

/** Other hashes than the scheme's. */
export const hashMistakes = (scheme: SignatureScheme): readonly Variant<Hash>[] =>
  HASHES.filter((hash) => hash !== scheme.hash).map((hash) => ({
    says: `with ${HASH_NAMES[hash]} instead of ${HASH_NAMES[scheme.hash]}`,
    value: hash,
  }));

/** Every reading of a received text as a digest. The scheme's own has no words. */
export function outputReadings(
  scheme: SignatureScheme,
  received: string,
): readonly { readonly says: string | null; readonly bytes: Uint8Array }[] {
  const { prefix } = scheme.shape.kind === 'fields' ? { prefix: `${scheme.shape.field}=` } : scheme.shape;
  const own = decoded(received, scheme.encoding);
  const isExact = own !== null && encoded(own, scheme.encoding) === received;
  const stripped = received.trim().replace(/^[A-Za-z0-9_-]{1,12}[=,:]/, '');
  const readings: { says: string | null; bytes: Uint8Array }[] = [];
  if (own !== null) readings.push({ says: isExact ? null : notExact(scheme), bytes: own });
  const shortened = stripped !== received.trim();
  for (const text of shortened ? [received.trim(), stripped] : [received.trim()]) {
    const behind = text === stripped && shortened;
    const mark = behind ? ` behind another prefix than ${prefix === '' ? 'none' : prefix}` : '';
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const bytes = decoded(text, form);
      if (bytes === null || (form === scheme.encoding && !behind)) continue;
      const written = form === scheme.encoding ? 'written' : `written in ${form} instead of ${scheme.encoding}`;
      readings.push({ says: `${written}${mark}`, bytes });
    }
    const inner = decoded(text, 'base64');
    const digits = inner === null ? null : decoded(latin1Text(inner), 'hex');
    if (digits !== null) readings.push({ says: `written as the base64 of its hex digits${mark}`, bytes: digits });
  }
  return readings;
}

const notExact = ({ encoding }: SignatureScheme): string =>
  encoding === 'hex' ? 'written in capitals' : `written in ${encoding} with other padding`;

/** Those that differ from what is right and from those before them. */
function distinct(right: Uint8Array | null, variants: readonly Variant<Uint8Array>[]): readonly Variant<Uint8Array>[] {
  const kept: Variant<Uint8Array>[] = [];
  for (const variant of variants) {
    const isNew = [...(right === null ? [] : [right]), ...kept.map(({ value }) => value)].every(
      (known) => !sameBytes(known, variant.value),
    );
    if (isNew) kept.push(variant);
  }
  return kept;
}

/** Of bodies and their variants, not of signatures: how long it takes tells nobody anything. */
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

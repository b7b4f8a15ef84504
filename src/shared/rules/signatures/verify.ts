import { type HeaderList, headerValue } from '../../model/header';
import { decoded, encoded } from './encodings';
import { type Hash, type SignatureScheme, type SignedPiece, signedPieces } from './scheme';
import { headerBytes, utf8Bytes } from './text-bytes';

/** What a machine does for these rules. `same` takes as long for bytes that differ as for bytes that do not. */
export type Primitives = {
  readonly hmac: (hash: Hash, key: Uint8Array, parts: readonly Uint8Array[]) => Uint8Array;
  readonly same: (a: Uint8Array, b: Uint8Array) => boolean;
};

export type SignedRequest = {
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** The body's true length: a body that was cut cannot be checked. */
  readonly bodyBytes: number;
};

export const SIGNATURE_FAULTS = ['missing', 'malformed', 'wrong-length', 'too-old', 'too-new', 'no-match'] as const;
export type SignatureFault = (typeof SIGNATURE_FAULTS)[number];

/** What a check says, and why in one sentence. */
export type SignatureVerdict =
  | { readonly kind: 'valid'; readonly why: string }
  | { readonly kind: 'invalid'; readonly fault: SignatureFault; readonly why: string }
  | { readonly kind: 'unchecked'; readonly why: string };

/** A secret that may have signed, and how it is called: never the secret itself in words. */
export type KnownSecret = { readonly name: string; readonly text: string };

/** What a request brings along for a scheme. */
export type Brought = {
  /** Each signature's text without its mark, in order. */
  readonly signatures: readonly string[];
  readonly id: string | null;
  readonly timestamp: string | null;
};

const DIGEST_BYTES: Readonly<Record<Hash, number>> = { sha1: 20, sha256: 32, sha512: 64 };

const invalid = (fault: SignatureFault, why: string): SignatureVerdict => ({ kind: 'invalid', fault, why });

/** The key that a secret stands for in a scheme; null when its text is not in that form. */
export function keyOf(secret: string, { key }: Pick<SignatureScheme, 'key'>): Uint8Array | null {
  if (key === 'text') return utf8Bytes(secret);
  return decoded(key === 'base64' ? secret.replace(/^whsec_/, '') : secret, key);
}

/** The bytes that are signed, in parts, so that a large body is never copied. */
export const signedParts = (
  pieces: readonly SignedPiece[],
  given: { readonly id: string; readonly timestamp: string; readonly body: Uint8Array },
): readonly Uint8Array[] =>
  pieces.map((piece) => {
    if (piece.kind === 'words') return utf8Bytes(piece.words);
    return piece.kind === 'body' ? given.body : headerBytes(given[piece.kind]);
  });

/** Every value of the signature's header, taken apart. An absent header brings no signatures. */
export function broughtBy(scheme: SignatureScheme, headers: HeaderList): Brought {
  const { header, shape, idHeader, timestampHeader } = scheme;
  const wanted = header.toLowerCase();
  const values = headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const valueUnder = (name: string | null): string | null => (name === null ? null : headerValue(headers, name));
  const fields = shape.kind === 'fields' ? values.flatMap((value) => value.split(',').map((part) => part.trim())) : [];
  const field = (name: string): readonly string[] =>
    fields.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const marked = (texts: readonly string[], prefix: string): readonly string[] =>
    texts.filter((text) => text.startsWith(prefix)).map((text) => text.slice(prefix.length));
  switch (shape.kind) {
    case 'whole':
      return {
        signatures: marked(
          values.map((value) => value.trim()),
          shape.prefix,
        ),
        id: valueUnder(idHeader),
        timestamp: valueUnder(timestampHeader),
      };
    case 'list':
      return {
        signatures: marked(
          values.flatMap((value) => value.split(/[ \t]+/)),
          shape.prefix,
        ),
        id: valueUnder(idHeader),
        timestamp: valueUnder(timestampHeader),
      };
    case 'fields':
      return { signatures: field(shape.field), id: valueUnder(idHeader), timestamp: field(shape.timestamp)[0] ?? null };
  }
}

/**
 * Whether a request bears the signature of one of the secrets. Never throws, whatever stands in the headers.
 * @param arrivedS when it came, unix seconds, for the timestamp's age; null when nobody knows
 */
export function verifySignature(
  primitives: Primitives,
  scheme: SignatureScheme,
  secrets: readonly KnownSecret[],
  request: SignedRequest,
  arrivedS: number | null,
): SignatureVerdict {
  const brought = broughtBy(scheme, request.headers);
  const amiss = formFault(scheme, request.headers, brought);
  if (amiss !== null) return amiss;
  const wanted = DIGEST_BYTES[scheme.hash];
  const received = brought.signatures.map((text) => decoded(text, scheme.encoding));
  const whole = received.filter((bytes) => bytes !== null);
  if (whole.length === 0) return invalid('malformed', `${scheme.header} is not ${scheme.encoding}.`);
  if (whole.every((bytes) => bytes.length !== wanted))
    return invalid(
      'wrong-length',
      `${scheme.header} has ${whole[0]?.length ?? 0} bytes where ${HASH_NAMES[scheme.hash]} makes ${wanted}.`,
    );
  if (request.body.length < request.bodyBytes)
    return { kind: 'unchecked', why: 'Not all of the body is kept, so no signature over it can be checked.' };
  const by = secrets.find((secret) => {
    const expected = digestOf(primitives, scheme, secret.text, request.body, brought);
    return (
      expected !== null &&
      brought.signatures.some((text) => primitives.same(utf8Bytes(text), utf8Bytes(encoded(expected, scheme.encoding))))
    );
  });
  if (by !== undefined) return ageVerdict(scheme, brought.timestamp, arrivedS, by.name);
  if (secrets.every(({ text }) => keyOf(text, scheme) === null))
    return { kind: 'unchecked', why: `The secret is not ${scheme.key}, which ${scheme.name} asks for.` };
  return invalid('no-match', `${scheme.header} is not the signature of what arrived under ${sayNames(secrets)}.`);
}

/** The signature's bytes; null when the secret cannot be a key of the scheme. */
export function digestOf(
  { hmac }: Primitives,
  scheme: SignatureScheme,
  secret: string,
  body: Uint8Array,
  { id, timestamp }: Brought,
): Uint8Array | null {
  const key = keyOf(secret, scheme);
  if (key === null) return null;
  return hmac(
    scheme.hash,
    key,
    signedParts(signedPieces(scheme.signed), { id: id ?? '', timestamp: timestamp ?? '', body }),
  );
}

function formFault(scheme: SignatureScheme, headers: HeaderList, brought: Brought): SignatureVerdict | null {
  const { header, shape, idHeader, timestampHeader } = scheme;
  const given = headerValue(headers, header);
  if (given === null) return invalid('missing', `There is no ${header} header.`);
  if (given.trim() === '') return invalid('missing', `${header} is empty.`);
  const uses = (kind: SignedPiece['kind']): boolean => signedPieces(scheme.signed).some((piece) => piece.kind === kind);
  if (uses('id') && idHeader !== null && brought.id === null)
    return invalid('missing', `There is no ${idHeader} header, and the id is signed along.`);
  if (uses('timestamp') && brought.timestamp === null)
    return shape.kind === 'fields'
      ? invalid('malformed', `${header} has no ${shape.timestamp}= with the timestamp.`)
      : invalid('missing', `There is no ${timestampHeader ?? 'timestamp'} header, and the timestamp is signed along.`);
  if (brought.signatures.length === 0)
    return invalid(
      'malformed',
      shape.kind === 'fields'
        ? `${header} has no ${shape.field}= with a signature.`
        : `Nothing in ${header} begins with ${shape.prefix}`,
    );
  if (scheme.toleranceS !== null && brought.timestamp !== null && !/^\d{1,15}$/.test(brought.timestamp))
    return invalid('malformed', 'The timestamp is not a whole number of seconds.');
  return null;
}

const MILLISECONDS_FROM = 100_000_000_000;

function ageVerdict(
  { toleranceS }: SignatureScheme,
  timestamp: string | null,
  arrivedS: number | null,
  by: string,
): SignatureVerdict {
  const fits = `It is the signature under ${by}`;
  if (toleranceS === null || timestamp === null) return { kind: 'valid', why: `${fits}.` };
  if (arrivedS === null)
    return { kind: 'valid', why: `${fits}. When it arrived is not known, so its age is not judged.` };
  const ageS = Math.floor(arrivedS) - Number(timestamp);
  if (ageS > toleranceS)
    return invalid('too-old', `${fits}, but its timestamp is ${ageS} s old, and ${toleranceS} s are allowed.`);
  if (-ageS > toleranceS) {
    const unit = Number(timestamp) >= MILLISECONDS_FROM ? ' It is in milliseconds where seconds belong.' : '';
    return invalid(
      'too-new',
      `${fits}, but its timestamp lies ${-ageS} s ahead, and ${toleranceS} s are allowed.${unit}`,
    );
  }
  return { kind: 'valid', why: `${fits}, ${ageS === 0 ? 'made in the same second' : sayAge(ageS)}.` };
}

const sayAge = (ageS: number): string =>
  ageS > 0 ? `${ageS} s old when it arrived` : `${-ageS} s ahead of its arrival`;

export const HASH_NAMES = { sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' } as const;

const sayNames = (secrets: readonly KnownSecret[]): string => secrets.map(({ name }) => name).join(' or ');

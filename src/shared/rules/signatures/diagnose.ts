import {
  type Around,
  aroundMistakes,
  bodyMistakes,
  framed,
  hashMistakes,
  keyMistakes,
  LARGEST_REPRINTED,
  outputReadings,
  type Variant,
} from './mistakes';
import { type Hash, type SignatureScheme, signedPieces } from './scheme';
import { type Brought, type KnownSecret, keyOf, type Primitives, type SignedRequest, signedParts } from './verify';

export type DiagnoseInput = {
  readonly primitives: Primitives;
  readonly scheme: SignatureScheme;
  readonly secret: KnownSecret;
  /** Secrets that may have been used instead: a former one, those of other endpoints. */
  readonly others: readonly KnownSecret[];
  readonly request: SignedRequest;
  readonly brought: Brought;
  /** The values that are to be explained, without their marks. */
  readonly received: readonly string[];
};

export type Diagnosis = {
  /** What was done otherwise, each in words that go on from “The received value was made …”; null: nothing known. */
  readonly mistakes: readonly string[] | null;
  readonly tried: number;
};

type Way = { readonly hash: Hash; readonly key: Uint8Array; readonly around: Around; readonly body: Uint8Array };
type Candidate = { readonly mistakes: readonly string[]; readonly way: Way };

/**
 * Looks for the known mistake, or the two, that reproduce a received value; the fewest first. It yields before each
 * trial, so that whoever runs it may let others have their turn.
 */
export function* diagnose(input: DiagnoseInput): Generator<void, Diagnosis> {
  const { primitives, scheme, received } = input;
  const readings = received.flatMap((text) => outputReadings(scheme, text));
  let tried = 0;
  let found: readonly string[] | null = null;
  for (const { mistakes, way } of candidates(input)) {
    // A way with two mistakes is looked at only once nothing with one has fitted.
    if (found !== null && mistakes.length >= found.length) break;
    yield;
    tried++;
    const parts = signedParts(way.around.pieces, { ...way.around, body: way.body });
    const digest = primitives.hmac(way.hash, way.key, parts);
    for (const { says, bytes } of readings) {
      if (!primitives.same(digest, bytes)) continue;
      const all = says === null ? mistakes : [...mistakes, says];
      if (found === null || all.length < found.length) found = all;
    }
  }
  return { mistakes: found, tried };
}

function* candidates(input: DiagnoseInput): Generator<Candidate> {
  const { scheme, secret, others, request, brought } = input;
  const { body } = request;
  const right: Way = {
    hash: scheme.hash,
    key: keyOf(secret.text, scheme) ?? new Uint8Array(),
    around: { pieces: signedPieces(scheme.signed), id: brought.id ?? '', timestamp: brought.timestamp ?? '' },
    body,
  };
  const bodies = bodyMistakes(body);
  const keys = keyMistakes(scheme, secret.text, others);
  const arounds = aroundMistakes(scheme, brought, request.headers, body);
  const hashes = hashMistakes(scheme);

  const withBody = (from: Candidate) => (variant: Variant<Uint8Array>) =>
    one(from, variant.says, { body: variant.value });
  const withKey = (from: Candidate) => (variant: Variant<Uint8Array>) =>
    one(from, variant.says, { key: variant.value });
  const withAround = (from: Candidate) => (variant: Variant<Around>) =>
    one(from, variant.says, { around: variant.value });
  const withHash = (from: Candidate) => (variant: Variant<Hash>) => one(from, variant.says, { hash: variant.value });

  const none: Candidate = { mistakes: [], way: right };
  yield none;
  const ofBody = bodies.map(withBody(none));
  const ofKey = keys.map(withKey(none));
  const ofAround = arounds.map(withAround(none));
  yield* ofBody;
  yield* ofKey;
  yield* ofAround;
  yield* hashes.map(withHash(none));
  if (body.length > LARGEST_REPRINTED) return;
  for (const from of ofKey) {
    yield* bodies.map(withBody(from));
    yield* arounds.map(withAround(from));
    yield* hashes.map(withHash(from));
  }
  for (const from of ofBody) {
    yield* arounds.map(withAround(from));
    yield* framed(from.way.body).map(withBody(from));
    yield* hashes.map(withHash(from));
  }
}

const one = ({ mistakes, way }: Candidate, says: string, change: Partial<Way>): Candidate => ({
  mistakes: [...mistakes, says],
  way: { ...way, ...change },
});

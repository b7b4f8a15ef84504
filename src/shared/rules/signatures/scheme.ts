import type { Encoding } from './encodings';

export const HASHES = ['sha1', 'sha256', 'sha512'] as const;
export type Hash = (typeof HASHES)[number];

/** How a secret's text becomes a key: its UTF-8 bytes, or the bytes it encodes. Base64 stands after `whsec_`, if that is there. */
export const KEY_FORMS = ['text', 'base64', 'hex'] as const;
export type KeyForm = (typeof KEY_FORMS)[number];

/**
 * Where the signatures stand in a header's value: all of it behind a prefix; a list with spaces, each behind its
 * mark; or `name=value` fields with commas, one of which may be the timestamp.
 */
export type SignatureShape =
  | { readonly kind: 'whole'; readonly prefix: string }
  | { readonly kind: 'list'; readonly prefix: string }
  | { readonly kind: 'fields'; readonly field: string; readonly timestamp: string };

/** How a provider signs, as data. */
export type SignatureScheme = {
  readonly id: string;
  readonly name: string;
  /** The header with the signature, and those with the id and the timestamp where the scheme has them. */
  readonly header: string;
  readonly idHeader: string | null;
  readonly timestampHeader: string | null;
  readonly shape: SignatureShape;
  /** What is signed: text with `{id}`, `{timestamp}` and `{body}`. */
  readonly signed: string;
  readonly hash: Hash;
  readonly encoding: Encoding;
  readonly key: KeyForm;
  /** How far the timestamp may lie from the time of arrival, seconds; null: its age does not matter. */
  readonly toleranceS: number | null;
};

const HEX_SHA256 = { hash: 'sha256', encoding: 'hex', key: 'text' } as const;

export const STANDARD_WEBHOOKS: SignatureScheme = {
  id: 'standard-webhooks',
  name: 'Standard Webhooks',
  header: 'webhook-signature',
  idHeader: 'webhook-id',
  timestampHeader: 'webhook-timestamp',
  shape: { kind: 'list', prefix: 'v1,' },
  signed: '{id}.{timestamp}.{body}',
  hash: 'sha256',
  encoding: 'base64',
  key: 'base64',
  toleranceS: 300,
};

export const BUILT_IN_SCHEMES: readonly SignatureScheme[] = [
  STANDARD_WEBHOOKS,
  {
    id: 'github',
    name: 'GitHub',
    header: 'X-Hub-Signature-256',
    idHeader: null,
    timestampHeader: null,
    shape: { kind: 'whole', prefix: 'sha256=' },
    signed: '{body}',
    ...HEX_SHA256,
    toleranceS: null,
  },
  {
    id: 'stripe',
    name: 'Stripe',
    header: 'Stripe-Signature',
    idHeader: null,
    timestampHeader: null,
    shape: { kind: 'fields', field: 'v1', timestamp: 't' },
    signed: '{timestamp}.{body}',
    ...HEX_SHA256,
    toleranceS: 300,
  },
  {
    id: 'slack',
    name: 'Slack',
    header: 'X-Slack-Signature',
    idHeader: null,
    timestampHeader: 'X-Slack-Request-Timestamp',
    shape: { kind: 'whole', prefix: 'v0=' },
    signed: 'v0:{timestamp}:{body}',
    ...HEX_SHA256,
    toleranceS: 300,
  },
  {
    id: 'shopify',
    name: 'Shopify',
    header: 'X-Shopify-Hmac-Sha256',
    idHeader: null,
    timestampHeader: null,
    shape: { kind: 'whole', prefix: '' },
    signed: '{body}',
    hash: 'sha256',
    encoding: 'base64',
    key: 'text',
    toleranceS: null,
  },
];

export const builtInScheme = (id: string): SignatureScheme | undefined =>
  BUILT_IN_SCHEMES.find((scheme) => scheme.id === id);

const PLACEHOLDERS = ['id', 'timestamp', 'body'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A template's pieces: words that stand for themselves, and placeholders. */
export type SignedPiece = { readonly kind: 'words'; readonly words: string } | { readonly kind: Placeholder };

export function signedPieces(signed: string): readonly SignedPiece[] {
  return signed
    .split(/(\{(?:id|timestamp|body)\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const kind = PLACEHOLDERS.find((name) => piece === `{${name}}`);
      return kind === undefined ? { kind: 'words', words: piece } : { kind };
    });
}

/** The first placeholder that is none of ours, or null. */
export const unknownPlaceholder = (signed: string): string | null =>
  /\{(?!id\}|timestamp\}|body\})[^{}]*\}/.exec(signed)?.[0] ?? null;

/** A scheme as a person chooses it: one of ours by its id, or a template of their own. */
export type SchemeChoice =
  | { readonly kind: 'built-in'; readonly id: string }
  | ({ readonly kind: 'template'; readonly prefix: string } & Pick<
      SignatureScheme,
      'header' | 'idHeader' | 'timestampHeader' | 'signed' | 'hash' | 'encoding' | 'key'
    >);

/** Undefined for an id that is none of ours. */
export function schemeOfChoice(choice: SchemeChoice): SignatureScheme | undefined {
  if (choice.kind === 'built-in') return builtInScheme(choice.id);
  const { kind: _kind, prefix, ...fields } = choice;
  return { ...fields, id: 'template', name: 'This template', shape: { kind: 'whole', prefix }, toleranceS: null };
}

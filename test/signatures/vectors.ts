import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { HeaderList } from '../../src/shared/model/header';
import { builtInScheme, type SignatureScheme } from '../../src/shared/rules/signatures/scheme';
import type { SignedRequest } from '../../src/shared/rules/signatures/verify';

const SCHEMES: Readonly<Record<string, string>> = {
  'standard-webhooks-v1': 'standard-webhooks',
  'github-x-hub-signature-256': 'github',
  stripe: 'stripe',
  'slack-v0': 'slack',
  shopify: 'shopify',
};

const fileSchema = z.array(
  z.object({
    scheme: z.string(),
    name: z.string(),
    secret: z.string(),
    timestamp: z.number().optional(),
    body: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
);

/** One published or independently made signature; `timestampS` is null where the scheme has none. */
export type Vector = {
  readonly name: string;
  readonly scheme: SignatureScheme;
  readonly secret: string;
  readonly timestampS: number | null;
  readonly request: SignedRequest;
};

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const requestOf = (headers: HeaderList, body: Uint8Array): SignedRequest => ({
  headers,
  body,
  bodyBytes: body.length,
});

export const schemeOf = (id: string): SignatureScheme => {
  const scheme = builtInScheme(id);
  if (scheme === undefined) throw new Error(`no scheme ${id}`);
  return scheme;
};

export const VECTORS: readonly Vector[] = fileSchema
  .parse(JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8')))
  .map(({ scheme, name, secret, timestamp, body, headers }) => ({
    name,
    scheme: schemeOf(SCHEMES[scheme] ?? scheme),
    secret,
    timestampS: timestamp ?? null,
    request: requestOf(Object.entries(headers), utf8(body)),
  }));

export function vector(name: string): Vector {
  const found = VECTORS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
}

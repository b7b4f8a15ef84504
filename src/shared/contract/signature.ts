import { z } from 'zod';
import { HEADER_NAME, HEADER_NAME_SAYS } from '../model/header';
import type { CaptureId, DeliveryId, EndpointId, RouteId } from '../model/ids';
import { ENCODINGS } from '../rules/signatures/encodings';
import {
  BUILT_IN_SCHEMES,
  builtInScheme,
  HASHES,
  KEY_FORMS,
  type SchemeChoice,
  signedPieces,
  unknownPlaceholder,
} from '../rules/signatures/scheme';
import type { SignatureVerdict } from '../rules/signatures/verify';
import type { ExplainedValue } from '../words/signature';
import { id, wholeNumber } from './fields';
import { LIMITS } from './limits';
import type { Base64 } from './views';

const headerName = z
  .string()
  .trim()
  .min(1, { error: 'Name the header that carries the signature.', abort: true })
  .max(200, { error: 'A header’s name has at most 200 characters.', abort: true })
  .regex(HEADER_NAME, HEADER_NAME_SAYS);
const otherHeader = z
  .string()
  .trim()
  .max(200, { error: 'A header’s name has at most 200 characters.', abort: true })
  .refine((name) => name === '' || HEADER_NAME.test(name), HEADER_NAME_SAYS)
  .transform((name) => (name === '' ? null : name))
  .nullable()
  .default(null);

/** A scheme that a person writes. */
const template = z
  .object({
    kind: z.literal('template'),
    header: headerName,
    idHeader: otherHeader,
    timestampHeader: otherHeader,
    prefix: z.string().max(60, 'A prefix has at most 60 characters.').default(''),
    signed: z
      .string()
      .max(400, { error: 'What is signed has at most 400 characters.', abort: true })
      .superRefine((text, context) => {
        const unknown = unknownPlaceholder(text);
        if (unknown !== null)
          context.addIssue({
            code: 'custom',
            message: `${unknown} stands for nothing. Use {id}, {timestamp} or {body}.`,
          });
        else if (!text.includes('{body}'))
          context.addIssue({ code: 'custom', message: 'Put {body} where the body is signed.' });
      }),
    hash: z.enum(HASHES),
    encoding: z.enum(ENCODINGS),
    key: z.enum(KEY_FORMS),
  })
  .superRefine(({ signed, idHeader, timestampHeader }, context) => {
    const uses = (kind: string): boolean => signedPieces(signed).some((piece) => piece.kind === kind);
    if (uses('id') && idHeader === null)
      context.addIssue({ code: 'custom', path: ['idHeader'], message: 'Name the header that carries the id.' });
    if (uses('timestamp') && timestampHeader === null)
      context.addIssue({
        code: 'custom',
        path: ['timestampHeader'],
        message: 'Name the header that carries the timestamp.',
      });
  });

const signatureScheme: z.ZodType<SchemeChoice, unknown> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('built-in'),
    id: z.string().refine((name) => builtInScheme(name) !== undefined, {
      error: `Choose ${BUILT_IN_SCHEMES.map((scheme) => scheme.name).join(', ')} or a template.`,
    }),
  }),
  template,
]);
const typedSecret = z.string().min(1, 'Enter the secret.').max(4_000, 'A secret has at most 4,000 characters.');

/** Whether a request bears the signature of a secret, and what was done otherwise when it does not. */
export const signatureCheck = z.object({
  request: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('capture'), id: id<CaptureId>('cap') }),
    z.object({
      kind: z.literal('attempt'),
      deliveryId: id<DeliveryId>('dlv'),
      n: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Attempts are numbered from 1.'),
    }),
    z.object({
      kind: z.literal('pasted'),
      /** Header lines; a request line before them is left out. */
      head: z.string().max(LIMITS.eventBodyBytes, 'The headers have at most 1 MiB.'),
      body: z.string().max(LIMITS.eventBodyBytes * 2, 'A pasted body has at most 1 MiB.'),
      bodyIs: z.enum(['text', 'base64']).default('text'),
    }),
  ]),
  scheme: signatureScheme,
  secret: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('endpoint'), id: id<EndpointId>('ep') }),
    z.object({ kind: z.literal('route'), id: id<RouteId>('rt') }),
    z.object({ kind: z.literal('typed'), text: typedSecret }),
  ]),
  /** What a person's own code made of it; it is explained instead of what was received. */
  computed: z.string().trim().max(20_000, 'A signature has at most 20,000 characters.').default(''),
});

export type SignatureReport = {
  readonly verdict: SignatureVerdict;
  /** The signature header's values as they came, in order. */
  readonly received: readonly string[];
  /** What the header has to say under the secret; null where the secret cannot be a key of the scheme. */
  readonly expected: string | null;
  /** The bytes that are signed, at most the first `LIMITS.baseShownBytes`, and how many there are. */
  readonly base: Base64;
  readonly baseBytes: number;
  /** What is known about the value that does not match; null where there is nothing to explain. */
  readonly explained: { readonly value: ExplainedValue; readonly says: string; readonly known: boolean } | null;
};

/** How a route checks signatures: what it was told, or the secret of a new one along with it. */
export const routeCheck = z.object({
  id: id<RouteId>('rt'),
  check: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('endpoints') }),
    z.object({ kind: z.literal('off') }),
    z.object({
      kind: z.literal('own'),
      scheme: signatureScheme,
      /** Null keeps the one that is there. */
      secret: typedSecret.nullable().default(null),
    }),
  ]),
});

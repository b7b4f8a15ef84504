import { z } from 'zod';
import { HEADER_NAME, HEADER_NAME_SAYS } from '../model/header';
import { ROUTE_TLS } from '../model/route-tls';
import { isHost } from './host-name';
import { LIMITS } from './limits';

// Every decoder answers a bad input with one sentence: a check that makes the next one moot is marked `abort`.

/** An id with its prefix; a malformed one is refused before anything is looked up. */
export const id = <T extends string>(prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`), 'This is not an id.')
    .transform((text) => text as T);

/** A whole number from `min` to `max`, with one message for whatever else comes. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.number(message).refine((value) => Number.isInteger(value) && value >= min && value <= max, message);

export const endpointName = z
  .string()
  .trim()
  .min(1, 'Give the endpoint a name.')
  .max(LIMITS.nameLength, `A name has at most ${LIMITS.nameLength} characters.`);

const REQUEST_TARGET_BAD = /[\u0000-\u0020\u007f-\uffff]/;

/**
 * The text is kept exactly as typed; only its form is checked: http or https, a host, and nothing that a request
 * line cannot carry.
 */
export const endpointUrl = z
  .string()
  .trim()
  .min(1, { error: 'Enter a URL, such as http://localhost:3000/webhooks.', abort: true })
  .max(LIMITS.urlLength, { error: `A URL has at most ${LIMITS.urlLength} characters.`, abort: true })
  .superRefine((text, context) => {
    const problem = urlProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** What is wrong with a URL and what to do, or null. */
export function urlProblem(text: string): string | null {
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^#]*)(#.*)?$/s.exec(text);
  if (parts === null) return `“${cut(text)}” is not a URL. Write it in full, such as http://localhost:3000/webhooks.`;
  const [, scheme = '', authority = '', target = '', fragment] = parts;
  if (!/^https?$/i.test(scheme)) return `Only http and https are sent to, not ${cut(scheme)}.`;
  if (authority.includes('@')) return 'A user name or password in a URL is not sent. Remove the part up to the @.';
  const problem = hostProblem(authority);
  if (problem !== null) return problem;
  if (fragment !== undefined) return 'A fragment (#…) never leaves a client. Remove it.';
  const bad = REQUEST_TARGET_BAD.exec(target);
  if (bad === null) return null;
  const position = scheme.length + 3 + authority.length + bad.index + 1;
  return `Character ${position} cannot stand in a URL. Write it percent-encoded.`;
}

/** What is wrong with `host` or `host:port`, or null. */
function hostProblem(authority: string): string | null {
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(authority) ?? [];
  if (/[^\u0000-\u007f]/.test(host)) {
    return `“${cut(host)}” has letters beyond ASCII, which a Host header cannot carry. Write it in its xn-- form.`;
  }
  if (!isHost(host)) {
    return `“${cut(authority)}” is not a host. Write a name or an address, such as localhost:3000.`;
  }
  if (port !== undefined && port !== '' && (Number(port) < 1 || Number(port) > 65_535)) {
    return `Port ${cut(port)} does not exist. A port is 1 to 65535.`;
  }
  return null;
}

/** At most 60 characters, so that a message stays one; never half of a surrogate pair. */
function cut(text: string): string {
  const characters = [...text.slice(0, 200)];
  return characters.length > 60 ? `${characters.slice(0, 57).join('')}…` : text;
}

/** A Standard Webhooks secret: `whsec_` and 24 to 64 bytes in base64. */
export const secret = z
  .string()
  .trim()
  .refine((text) => {
    const body = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
    if (body === undefined || body.length % 4 !== 0) return false;
    const bytes = base64Bytes(body);
    return bytes >= 24 && bytes <= 64;
  }, 'A secret is whsec_ followed by 24 to 64 bytes in base64. Leave it empty to have one made.');

/** How many bytes a base64 text of full groups stands for. */
const base64Bytes = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** An event's body in base64, up to the limit (R13). */
export const eventBody = z
  .string()
  .max(Math.ceil(LIMITS.eventBodyBytes / 3) * 4, { error: 'An event carries at most 1 MiB.', abort: true })
  .base64({ error: 'The body is not base64.', abort: true })
  .refine((text) => base64Bytes(text) <= LIMITS.eventBodyBytes, 'An event carries at most 1 MiB.');

/** Headers that HTTP can carry: a token as name, and a value without control characters or any above 255. */
export const headerList = z
  .array(
    z.tuple([
      z.string().regex(HEADER_NAME, HEADER_NAME_SAYS),
      z.string().superRefine((value, context) => {
        const bad = /[^\t\x20-\x7e\x80-\xff]/.exec(value);
        if (bad !== null)
          context.addIssue({
            code: 'custom',
            message: `Character ${bad.index + 1} of the value cannot go into a header.`,
          });
      }),
    ]),
  )
  .max(100, 'An answer has at most 100 headers.');

/** The method of a request that is sent on. */
export const requestMethod = z
  .string()
  .max(100, { error: 'A method has at most 100 characters.', abort: true })
  .regex(HEADER_NAME, { error: 'A method is one word, such as POST.', abort: true })
  .refine((method) => method !== 'CONNECT', 'CONNECT asks for a tunnel and is not sent on.');

/** Path and query behind a URL, as they stand in a request line. */
export const requestTail = z
  .string()
  .max(LIMITS.urlLength, { error: `A path has at most ${LIMITS.urlLength} characters.`, abort: true })
  .regex(/^([/?][\x21\x22\x24-\x7e]*)?$/, 'What is added to the URL begins with / or ?, and has no spaces and no #.');

/** A proxy is named by scheme, host and port. */
const proxyUrl = z
  .string()
  .trim()
  .max(LIMITS.urlLength, { error: `A URL has at most ${LIMITS.urlLength} characters.`, abort: true })
  .superRefine((text, context) => {
    const problem = urlProblem(text) ?? (/^\w+:\/\/[^/?]+\/?$/.test(text) ? null : PROXY_PATH);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
const PROXY_PATH = 'A proxy has no path. Write only its address, such as http://proxy.local:8080.';

/** Framing, identity and signature are the sender's and the policy's own. */
const RESERVED_HEADER =
  /^(host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|authorization|webhook-id|webhook-timestamp|webhook-signature)$/i;

/** Custom headers of an endpoint. */
const customHeaders = headerList.superRefine((headers, context) => {
  for (const [i, [name]] of headers.entries()) {
    if (!RESERVED_HEADER.test(name)) continue;
    context.addIssue({ code: 'custom', path: [i], message: `${name} is set by Retryscope. Use another name.` });
  }
});

const pem = z.string().max(65_536, 'A PEM text has at most 64 KiB.');
const HEADER_TEXT = /^[\x20-\x7e]+$/;

/** What an endpoint's requests carry beside the policy's own headers. */
export const endpointRequest = z.object({
  headers: customHeaders.default([]),
  auth: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('basic'),
        user: z
          .string()
          .max(1_000)
          .regex(/^[^:]*$/, 'A user name has no colon.'),
        password: z.string().max(4_000),
      }),
      z.object({
        kind: z.literal('bearer'),
        token: z
          .string()
          .min(1, 'Enter the token.')
          .max(16_000)
          .regex(HEADER_TEXT, 'A token has only ASCII characters.'),
      }),
    ])
    .nullable()
    .default(null),
  ca: pem.nullable().default(null),
  verify: z.boolean().default(true),
  client: z.object({ cert: pem, key: pem }).nullable().default(null),
  proxy: proxyUrl.nullable().default(null),
});

/** Over what a route is reached. */
export const routeTls = z.enum(ROUTE_TLS, `A route’s tls is one of ${ROUTE_TLS.join(', ')}.`);

export const routePath = z
  .string()
  .trim()
  .max(200, { error: 'A path has at most 200 characters.', abort: true })
  .regex(/^\/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*$/, 'A path starts with / and has no spaces, ? or #.');

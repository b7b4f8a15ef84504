import { z } from 'zod';
import { LIMITS } from './limits';

/** An id with its prefix; a malformed one is refused before anything is looked up. */
export const id = <T extends string>(prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`), 'This is not an id.')
    .transform((text) => text as T);

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
  .min(1, 'Enter a URL, such as http://localhost:3000/webhooks.')
  .max(LIMITS.urlLength, `A URL has at most ${LIMITS.urlLength} characters.`)
  .superRefine((text, context) => {
    const problem = urlProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** What is wrong with a URL and what to do, or null. */
export function urlProblem(text: string): string | null {
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^#]*)(#.*)?$/.exec(text);
  if (parts === null) return `“${cut(text)}” is not a URL. Write it in full, such as http://localhost:3000/webhooks.`;
  const [, scheme = '', authority = '', target = '', fragment] = parts;
  if (!/^https?$/i.test(scheme)) return `Only http and https are sent to, not ${scheme}.`;
  if (fragment !== undefined) return 'A fragment (#…) never leaves a client. Remove it.';
  const bad = REQUEST_TARGET_BAD.exec(target);
  if (bad !== null)
    return `Character ${scheme.length + 3 + authority.length + bad.index + 1} cannot stand in a URL. Write it percent-encoded.`;
  const hostPort = authority.slice(authority.lastIndexOf('@') + 1);
  const host = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(?::(\d*))?$/.exec(hostPort);
  if (host === null) return `“${cut(hostPort)}” is not a host. Write a name or an address, such as localhost:3000.`;
  const port = host[2];
  if (port !== undefined && port !== '' && (Number(port) < 1 || Number(port) > 65_535))
    return `Port ${port} does not exist. A port is 1 to 65535.`;
  return null;
}

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

/** A Standard Webhooks secret: `whsec_` and 24 to 64 bytes in base64. */
export const secret = z
  .string()
  .trim()
  .refine((text) => {
    const body = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
    if (body === undefined || body.length % 4 !== 0) return false;
    const bytes = (body.length / 4) * 3 - (body.endsWith('==') ? 2 : body.endsWith('=') ? 1 : 0);
    return bytes >= 24 && bytes <= 64;
  }, 'A secret is whsec_ followed by 24 to 64 bytes in base64. Leave it empty to have one made.');

/** Headers that HTTP can carry: a token as name, and a value without control characters or any above 255. */
export const headerList = z
  .array(
    z.tuple([
      z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'A header name has letters, digits and - only.'),
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
  .max(100);

export const routePath = z
  .string()
  .trim()
  .regex(/^\/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*$/, 'A path starts with / and has no spaces, ? or #.')
  .max(200);

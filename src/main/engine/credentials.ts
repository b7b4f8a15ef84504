import type { CommandInput } from '../../shared/contract/commands';
import type { Auth, Credentials, EndpointRequest } from '../../shared/model/endpoint-request';
import type { TlsOptions } from './ports';

/** Credentials as one sealed text of the store, which knows only texts. */
export const packed = (credentials: Credentials): string => JSON.stringify(credentials);

/** What `packed` made; a bare secret is one from before there were more. */
export function unpacked(text: string): Credentials {
  if (!text.startsWith('{')) return { secret: text, former: null, auth: null, client: null };
  return JSON.parse(text) as Credentials;
}

type Wanted = CommandInput<'endpoint.create'>['request'];

/** What a person typed, taken apart: what may be shown, and what is sealed. */
export function takeApart(wanted: Wanted): {
  readonly request: EndpointRequest;
  readonly auth: Auth | null;
  readonly client: Credentials['client'];
} {
  const { headers, auth, ca, verify, client } = wanted;
  return {
    request: { headers, auth: auth?.kind ?? 'none', ca, verify, clientCertificate: client !== null },
    auth,
    client,
  };
}

/** The value of the `authorization` header (RFC 7617, RFC 6750). */
export const authorizationOf = (auth: Auth): string =>
  auth.kind === 'bearer'
    ? `Bearer ${auth.token}`
    : `Basic ${Buffer.from(`${auth.user}:${auth.password}`, 'utf8').toString('base64')}`;

/** How TLS is spoken with the endpoint, or null when nothing about it is special. */
export function tlsOf(request: EndpointRequest, client: Credentials['client']): TlsOptions | null {
  if (request.ca === null && request.verify && client === null) return null;
  return {
    ...(request.ca === null ? {} : { ca: request.ca }),
    ...(client === null ? {} : client),
    verify: request.verify,
  };
}

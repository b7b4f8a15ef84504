import type { CommandInput } from '../../shared/contract/commands';
import type { Endpoint } from '../../shared/model/endpoint';
import { type Auth, type Credentials, type EndpointRequest, RECEIVER_CA } from '../../shared/model/endpoint-request';
import type { HeaderList } from '../../shared/model/header';
import { Refusal } from '../../shared/model/problem';
import type { Chance, SendRequest, TlsOptions } from './ports';

const SECRET_BYTES = 32;

/** A signing secret as Standard Webhooks have it. */
export const newSecret = (chance: Chance): string =>
  `whsec_${Buffer.from(chance.bytes(SECRET_BYTES)).toString('base64')}`;

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
  const { headers, auth, ca, verify, client, proxy } = wanted;
  return {
    request: { headers, auth: auth?.kind ?? 'none', ca, verify, clientCertificate: client !== null, proxy },
    auth,
    client,
  };
}

/** What every request to an endpoint needs beside the policy; one object per endpoint, since connections are kept by it. */
export type Carried = {
  /** The secrets that sign at an instant of wall time, the present one first. */
  readonly secretsAt: (wallMs: number) => readonly string[];
  readonly headers: HeaderList;
  /** How it is reached. */
  readonly way: Pick<SendRequest, 'tls' | 'proxy'>;
};

/** `sealed` is what the store kept for it; `receiverCa` the PEM of our own receiver's authority. @throws Refusal `not-found` when that is nothing */
export function carriedBy({ request }: Endpoint, sealed: string | null, receiverCa: () => string): Carried {
  if (sealed === null) throw new Refusal({ code: 'not-found', message: 'The endpoint has no secret. Set a new one.' });
  const { secret, former, auth, client } = unpacked(sealed);
  const tls = tlsOf(request, client, receiverCa);
  return {
    secretsAt: (wallMs) => (former === null || wallMs >= former.until ? [secret] : [secret, former.secret]),
    headers: auth === null ? request.headers : [['authorization', authorizationOf(auth)], ...request.headers],
    way: { ...(tls === null ? {} : { tls }), ...(request.proxy === null ? {} : { proxy: request.proxy }) },
  };
}

/** The value of the `authorization` header (RFC 7617, RFC 6750). */
const authorizationOf = (auth: Auth): string =>
  auth.kind === 'bearer'
    ? `Bearer ${auth.token}`
    : `Basic ${Buffer.from(`${auth.user}:${auth.password}`, 'utf8').toString('base64')}`;

/** How TLS is spoken with the endpoint, or null when nothing about it is special. */
function tlsOf(request: EndpointRequest, client: Credentials['client'], receiverCa: () => string): TlsOptions | null {
  if (request.ca === null && request.verify && client === null) return null;
  return {
    ...(request.ca === null ? {} : { ca: request.ca === RECEIVER_CA ? receiverCa() : request.ca }),
    ...(client === null ? {} : client),
    verify: request.verify,
  };
}

import type { IncomingMessage } from 'node:http';
import { type EndpointId, ID_PREFIX } from '../../../shared/model/ids';
import { sameToken } from '../token';
import { HttpRefusal } from './problems';

/**
 * Against DNS rebinding: a request names this host, under the name or the address that it is reached by. A second Host
 * field is refused (RFC 9112, 3.2): what stands in front of us may have believed the other one.
 */
export function namesThisHost(request: IncomingMessage, port: number): boolean {
  const [host, ...others] = request.headersDistinct['host'] ?? [];
  if (others.length > 0) return false;
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

const CHALLENGES = 'Bearer realm="Retryscope", Basic realm="Retryscope", charset="UTF-8"';
const WHERE = 'The token stands in Settings, Local API, and in the file that Retryscope’s start names.';

/**
 * Lets in who names this host, comes from no other site, and has the token: as Bearer, or as Basic's user or password.
 * Returns the endpoint that Basic's user names, beside the token as the password (F35).
 * @throws HttpRefusal 401, 403
 */
export function letIn(request: IncomingMessage, port: number, token: string): EndpointId | null {
  if (!namesThisHost(request, port))
    throw new HttpRefusal(403, `This host is not served here. Use http://127.0.0.1:${port}.`);
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign = origin !== undefined && origin !== `http://${request.headers.host}`;
  if (isForeign || site === 'cross-site' || site === 'same-site')
    throw new HttpRefusal(403, 'Pages of other sites may not use this API.');
  const offered = credentialsOf(request.headers.authorization);
  if (offered === null)
    throw new HttpRefusal(401, `This API needs its token. ${WHERE}`, { 'www-authenticate': CHALLENGES });
  // All are compared, whatever the first says: how long it takes tells nothing.
  const asSecret = sameToken(offered.secret, token);
  const asUser = sameToken(offered.user, token);
  if (!asSecret && !asUser)
    throw new HttpRefusal(401, `This is not the token. ${WHERE}`, { 'www-authenticate': CHALLENGES });
  return asSecret && ENDPOINT.test(offered.user) ? (offered.user as EndpointId) : null;
}

const ENDPOINT = new RegExp(`^${ID_PREFIX.endpoint}_[0-9A-HJKMNP-TV-Z]{26}$`);

type Credentials = { readonly user: string; readonly secret: string };

function credentialsOf(field: string | undefined): Credentials | null {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(field ?? '') ?? [];
  if (/^bearer$/i.test(scheme)) return { user: '', secret: value };
  if (!/^basic$/i.test(scheme)) return null;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? { user: text, secret: '' } : { user: text.slice(0, colon), secret: text.slice(colon + 1) };
}

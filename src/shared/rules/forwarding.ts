import type { CarriedRequest } from '../model/event';
import { HEADER_NAME, type HeaderList } from '../model/header';
import type { RouteId } from '../model/ids';
import { splitUrl } from './request-headers';

/** Names each route that a request has come through; one field for each. */
export const HOP_HEADER = 'Retryscope-Hop';
/** So many routes may forward one request, whichever app they belong to. */
export const MOST_HOPS = 8;

/** For one connection only (RFC 9110 7.6.1), and what was agreed with a proxy. `Expect` was answered where it came in. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'expect',
] as const;

const named = (name: string, wanted: string): boolean => name.toLowerCase() === wanted;

/** Whether a field stays with its connection: by its name, or because a `Connection` field of the request names it. */
export function staysBehind(headers: HeaderList): (name: string) => boolean {
  const options = headers
    .filter(([name]) => named(name, 'connection'))
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()));
  const left = new Set<string>([...HOP_BY_HOP, ...options]);
  // Nobody may take away what tells a loop, nor what every request needs.
  for (const kept of [HOP_HEADER.toLowerCase(), 'host', 'content-length']) left.delete(kept);
  return (name) => left.has(name.toLowerCase());
}

/** Methods whose requests say their length also when they have no content (RFC 9110 8.6). */
const HAS_CONTENT = ['POST', 'PUT', 'PATCH'];

/**
 * The fields of a request as another connection carries them: order, case and repetition as they were, without those
 * that stay behind. The length is that of the body: where one stood, or where the request was framed in chunks; `adds`
 * puts one at the end where none stood and one is needed.
 */
export function endToEnd(headers: HeaderList, method: string, bodyBytes: number, adds: boolean): HeaderList {
  const behind = staysBehind(headers);
  const length = String(bodyBytes);
  let framed = false;
  const sent: (readonly [string, string])[] = [];
  for (const [name, value] of headers) {
    const isLength = named(name, 'content-length');
    if (isLength || named(name, 'transfer-encoding')) {
      if (!framed) sent.push([isLength ? name : 'Content-Length', length]);
      framed = true;
    } else if (!behind(name)) sent.push([name, value]);
  }
  const needed = bodyBytes > 0 || (adds && HAS_CONTENT.includes(method));
  if (!framed && needed) sent.push(['Content-Length', length]);
  return sent;
}

/** The fields of a forwarded request, with the route that it comes through now. */
export const throughRoute = (headers: HeaderList, routeId: RouteId): HeaderList => [...headers, [HOP_HEADER, routeId]];

/** Why a request that comes to a forwarding route would go round, in one sentence; null when it would not. */
export function loopOf(headers: HeaderList, routeId: RouteId): string | null {
  const hops = headers.filter(([name]) => named(name, HOP_HEADER.toLowerCase())).map(([, value]) => value.trim());
  if (hops.includes(routeId)) return 'Rejected: it came through this route before, so it would go round for ever.';
  if (hops.length < MOST_HOPS) return null;
  return `Rejected: it came through ${hops.length} forwarding routes; ${MOST_HOPS} are the most.`;
}

/**
 * What of a request target comes behind the path of the route that took it: rest of the path and query, as they stood.
 * Without a route, or behind another path, all of it.
 */
export function tailOf(target: string, routePath: string | null): string {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const [path = '', ...query] = local.split('?');
  if (!path.startsWith('/') && path !== '') return '';
  const base = routePath?.replace(/\/$/, '') ?? '';
  const rest = base !== '' && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length) : path;
  return (rest === '/' && base === '' ? '' : rest) + (query.length === 0 ? '' : `?${query.join('?')}`);
}

/** A URL with a tail behind it: its path goes on with the tail’s, the tail’s query comes behind its own. */
export function joinTarget(url: string, tail: string): string {
  if (tail === '') return url;
  const cut = url.search(/[?#]/);
  const base = cut === -1 ? url : url.slice(0, cut);
  const query = cut === -1 ? '' : url.slice(cut).replace(/#.*$/s, '');
  const mark = tail.indexOf('?');
  const path = mark === -1 ? tail : tail.slice(0, mark);
  const more = mark === -1 ? '' : tail.slice(mark + 1);
  const joined = path === '' ? base : `${base.replace(/\/$/, '')}${path.startsWith('/') ? '' : '/'}${path}`;
  if (mark === -1) return joined + query;
  return `${joined}${query === '' ? '?' : `${query}&`}${more}`;
}

/**
 * Every field that stands on the wire when a carried request goes to a URL. Host is the target’s, in its own place.
 * `own` are the endpoint’s fields: they come last and take the place of those with the same names.
 */
export function carriedHeaders({ headers }: Pick<CarriedRequest, 'headers'>, url: string, own: HeaderList): HeaderList {
  const host = splitUrl(url)?.host ?? '';
  const replaced = new Set(own.map(([name]) => name.toLowerCase()));
  let hosts = 0;
  const sent: (readonly [string, string])[] = [];
  for (const [name, value] of headers) {
    if (named(name, 'host')) {
      hosts += 1;
      if (hosts === 1) sent.push([name, host]);
    } else if (!replaced.has(name.toLowerCase())) sent.push([name, value]);
  }
  return [...(hosts === 0 ? [['Host', host] as const] : []), ...sent, ...own];
}

/** The event type of a request that is sent on: method and path, without the query. */
export const carriedType = (method: string, target: string): string =>
  `${method} ${target.replace(/[?#].*$/s, '')}`.slice(0, 200);

/** Whether a text can stand as the method of a request that is sent on. CONNECT asks for a tunnel. */
export const isMethod = (method: string): boolean => HEADER_NAME.test(method) && method !== 'CONNECT';

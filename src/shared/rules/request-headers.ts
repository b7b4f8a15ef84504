import { base64Text } from '../model/base64';
import type { HeaderList } from '../model/header';
import type { DeliveryId, EventId } from '../model/ids';
import type { Policy } from '../policies/policy';

/** A URL cut where its text is cut, nothing decoded: joined again it is what was typed. */
export type UrlParts = {
  readonly scheme: string;
  /** What stands before `@`, still percent-encoded; null without one. */
  readonly userinfo: string | null;
  /** Host and port as typed; what the Host field carries. */
  readonly host: string;
  /** Path and query as typed; `/` when there is no path. Without the fragment, which never leaves a client. */
  readonly target: string;
};

const URL_PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^#]*)/;

/** The parts of an absolute URL, or null when the text is none. */
export function splitUrl(url: string): UrlParts | null {
  const parts = URL_PARTS.exec(url);
  if (parts === null) return null;
  const [, scheme = '', authority = '', target = ''] = parts;
  const at = authority.lastIndexOf('@');
  return {
    scheme: scheme.toLowerCase(),
    userinfo: at === -1 ? null : authority.slice(0, at),
    host: authority.slice(at + 1).replace(/:$/, ''),
    target: target.startsWith('/') ? target : `/${target}`,
  };
}

export type RequestHeadersInput = {
  readonly url: string;
  readonly contentType: string;
  readonly bodyBytes: number;
  /** The app's version, for `user-agent`. */
  readonly version: string;
  readonly policy: Pick<Policy, 'identity' | 'signing'>;
  readonly eventId: EventId;
  readonly deliveryId: DeliveryId;
  /** Unix seconds and the `v1,…` value over them; null when the endpoint has no secret. */
  readonly signature: { readonly timestampS: number; readonly value: string } | null;
};

/**
 * Every field that stands on the wire, in its order. The identity fields are the same on every attempt (F9, I10);
 * only a signature's time and value differ. A name and password in the URL become Basic authentication (RFC 7617).
 */
export function requestHeaders(input: RequestHeadersInput): HeaderList {
  const { policy, signature } = input;
  const parts = splitUrl(input.url);
  const headers: [string, string][] = [
    ['host', parts?.host ?? ''],
    ['content-type', input.contentType],
    ['content-length', String(input.bodyBytes)],
    ['user-agent', `Retryscope/${input.version}`],
  ];
  const userinfo = parts?.userinfo ?? null;
  if (userinfo !== null) headers.push(['authorization', basicAuth(userinfo)]);
  for (const { header, value } of policy.identity) {
    headers.push([header, value === 'event-id' ? input.eventId : deliveryUuid(input.deliveryId)]);
  }
  if (policy.signing === 'standard-webhooks') {
    const named = policy.identity.some(({ header }) => header.toLowerCase() === 'webhook-id');
    if (!named) headers.push(['webhook-id', input.eventId]);
    if (signature !== null) {
      headers.push(['webhook-timestamp', String(signature.timestampS)], ['webhook-signature', signature.value]);
    }
  }
  return headers;
}

/**
 * A delivery's UUID (I10): the same for the same id, on every attempt and machine. It has the form of version 4,
 * its 122 free bits are mixed from the id.
 */
export function deliveryUuid(id: DeliveryId): string {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0x6a09e667;
  for (let i = 0; i < id.length; i++) {
    const unit = id.charCodeAt(i);
    a = b ^ Math.imul(a ^ unit, 0x239b961b);
    b = c ^ Math.imul(b ^ unit, 0xab0e9789);
    c = d ^ Math.imul(c ^ unit, 0x38b34ae5);
    d = a ^ Math.imul(d ^ unit, 0xa1e38b93);
  }
  a = finish(a ^ b ^ c ^ d);
  b = finish(b ^ a);
  c = finish(c ^ b);
  d = finish(d ^ c);
  const version4 = ((b & 0xffff0fff) | 0x4000) >>> 0;
  const variant = ((c & 0x3fffffff) | 0x80000000) >>> 0;
  const hex = [a, version4, variant, d].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The finaliser of MurmurHash3: every bit of the input reaches every bit of the result. */
function finish(word: number): number {
  let h = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** `user:password` as it stands in a URL, for an Authorization field. A name without a password has an empty one. */
function basicAuth(userinfo: string): string {
  const colon = userinfo.indexOf(':');
  const user = colon === -1 ? userinfo : userinfo.slice(0, colon);
  const password = colon === -1 ? '' : userinfo.slice(colon + 1);
  return `Basic ${base64Text([...percentDecoded(user), 0x3a, ...percentDecoded(password)])}`;
}

/** The UTF-8 bytes of a text; a `%` that is not followed by two hex digits stands for itself. */
function percentDecoded(text: string): readonly number[] {
  // A lone surrogate has no UTF-8 form and encodeURIComponent would throw on it.
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%25([0-9A-Fa-f]{2})/g, '%$1');
  const bytes: number[] = [];
  for (let i = 0; i < encoded.length; i++) {
    if (encoded[i] === '%') {
      bytes.push(Number.parseInt(encoded.slice(i + 1, i + 3), 16));
      i += 2;
    } else {
      bytes.push(encoded.charCodeAt(i));
    }
  }
  return bytes;
}

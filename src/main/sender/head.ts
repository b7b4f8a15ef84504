import type { HeaderList } from '../../shared/model/header';
import type { Fault } from '../../shared/model/outcome';
import { splitUrl } from '../../shared/rules/request-headers';
import type { SendRequest } from '../engine/ports';

/** Where a URL leads, its text cut but never changed. */
export type Target = {
  readonly ok: true;
  /** As pools are kept by. */
  readonly origin: string;
  readonly secure: boolean;
  /** The host without its port, for words. */
  readonly host: string;
  /** The request target, as typed; and with scheme and host before it, as a proxy needs it (RFC 9112, 3.2.2). */
  readonly target: string;
  readonly absoluteTarget: string;
};
export type Unsendable = { readonly ok: false; readonly fault: Fault; readonly detail: string };
/** How a request begins on the wire. */
export type Head = {
  readonly ok: true;
  readonly text: string;
  /** It asks for the connection to be closed. */
  readonly closes: boolean;
};

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE_BAD = /[^\t\x20-\x7e\x80-\xff]/;
const TARGET_BAD = /[^\x21-\x7e]/;

/** Where a URL leads, or why nothing can be sent there. */
export function readTarget(url: string): Target | Unsendable {
  const parts = splitUrl(url);
  if (parts === null) return refused('invalid-http', `“${url}” is not a URL.`);
  const origin = originOf(parts.scheme, parts.host);
  if (origin === null) return refused('dns', `“${parts.host}” is not a host name or address.`);
  if (TARGET_BAD.test(parts.target)) {
    return refused('invalid-http', `The path of “${url}” has a character that a request line cannot carry.`);
  }
  const host = parts.host.replace(/:\d+$/, '');
  const { scheme, target } = parts;
  return {
    ok: true,
    origin,
    secure: scheme === 'https',
    host,
    target,
    absoluteTarget: `${scheme}://${parts.host}${target}`,
  };
}

/**
 * The request line and the fields, byte for byte as given: target as typed, fields in their order and case.
 * What HTTP cannot carry is refused when it is saved; this is the last check before the wire, where a line break
 * in a value would be a second request.
 */
export function composeHead({ method, headers, body }: SendRequest, target: string): Head | Unsendable {
  const problem = fieldProblem(headers, body.byteLength);
  if (problem !== null) return refused('invalid-http', problem);
  let text = `${method} ${target} HTTP/1.1\r\n`;
  let closes = false;
  for (const [name, value] of headers) {
    text += `${name}: ${value}\r\n`;
    if (name.length === 10 && name.toLowerCase() === 'connection') closes ||= /\bclose\b/i.test(value);
  }
  return { ok: true, text: `${text}\r\n`, closes };
}

const refused = (fault: Fault, why: string): Unsendable => ({
  ok: false,
  fault,
  detail: `Nothing was sent. ${why}`,
});

function originOf(scheme: string, host: string): string | null {
  const text = `${scheme}://${host}`;
  if ((scheme !== 'http' && scheme !== 'https') || !URL.canParse(text)) return null;
  return new URL(text).origin;
}

function fieldProblem(headers: HeaderList, bodyBytes: number): string | null {
  let lengths = 0;
  for (const [name, value] of headers) {
    if (!NAME.test(name)) return `“${name}” cannot be the name of a header.`;
    const bad = VALUE_BAD.exec(value);
    if (bad !== null) return `Character ${bad.index + 1} of the header ${name} cannot be sent over HTTP.`;
    const lower = name.length === 14 || name.length === 17 ? name.toLowerCase() : '';
    if (lower === 'transfer-encoding') return 'A request is sent with content-length; remove transfer-encoding.';
    if (lower !== 'content-length') continue;
    lengths += 1;
    if (value !== String(bodyBytes)) return `The header content-length says ${value}, the body has ${bodyBytes} bytes.`;
  }
  if (lengths > 1) return 'The header content-length stands twice.';
  return lengths === 0 && bodyBytes > 0 ? 'The header content-length is missing.' : null;
}

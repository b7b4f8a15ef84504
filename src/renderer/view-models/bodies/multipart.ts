import type { HeaderList } from '../../../shared/model/header';
import { headerValue } from '../../../shared/model/header';
import { asLatin1 } from './charset';
import { type MediaType, readMediaType } from './media-type';

/** A part of a multipart body: where its own body stands, in bytes, the end excluded. */
export type BodyPart = {
  readonly headers: HeaderList;
  /** The field of a form that it is, and the file's name; null where it does not say. */
  readonly name: string | null;
  readonly fileName: string | null;
  readonly contentType: string;
  readonly start: number;
  readonly end: number;
};

/** `whole` is false when the last boundary is missing. */
export type Multipart = { readonly parts: readonly BodyPart[]; readonly whole: boolean };

const MOST_PARTS = 10_000;
const MOST_HEAD = 65_536;
const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;

function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0];
  if (first === undefined) return -1;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
}

type Delimiter = { readonly start: number; readonly end: number; readonly last: boolean };

/** The next line that is a delimiter; its line end before it belongs to it (RFC 2046 5.1.1). */
function nextDelimiter(bytes: Uint8Array, dashes: Uint8Array, from: number): Delimiter | null {
  for (let at = indexOfBytes(bytes, dashes, from); at !== -1; at = indexOfBytes(bytes, dashes, at + 1)) {
    if (at > 0 && bytes[at - 1] !== LF) continue;
    let end = at + dashes.length;
    const last = bytes[end] === DASH && bytes[end + 1] === DASH;
    if (last) end += 2;
    while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
    if (bytes[end] === CR) end += 1;
    if (bytes[end] === LF) end += 1;
    else if (end < bytes.length) continue;
    const start = at > 1 && bytes[at - 2] === CR ? at - 2 : Math.max(0, at - 1);
    return { start, end, last };
  }
  return null;
}

/** The parts of a multipart body in their order, or null when it names no boundary or does not hold one. */
export function readMultipart(bytes: Uint8Array, media: MediaType): Multipart | null {
  const boundary = media.parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > 200) return null;
  const dashes = new TextEncoder().encode(`--${boundary}`);
  let delimiter = nextDelimiter(bytes, dashes, 0);
  if (delimiter === null) return null;
  const parts: BodyPart[] = [];
  while (!delimiter.last && parts.length < MOST_PARTS) {
    // The line end of an empty part is that of its delimiter too.
    const next: Delimiter | null = nextDelimiter(bytes, dashes, delimiter.end);
    const from: number = delimiter.end;
    parts.push(readPart(bytes, from, Math.max(from, next?.start ?? bytes.length)));
    if (next === null) return { parts, whole: false };
    delimiter = next;
  }
  return { parts, whole: delimiter.last };
}

function readPart(bytes: Uint8Array, start: number, end: number): BodyPart {
  const headers: [string, string][] = [];
  let at = start;
  const limit = Math.min(end, start + MOST_HEAD);
  while (at < limit) {
    const feed = bytes.indexOf(LF, at);
    const lineEnd = feed === -1 || feed >= end ? end : feed;
    const line = headText(bytes.subarray(at, lineEnd)).replace(/\r$/, '');
    at = Math.min(end, lineEnd + 1);
    if (line === '') break;
    const folded = /^[ \t]/.test(line) ? headers.at(-1) : undefined;
    const colon = line.indexOf(':');
    if (folded !== undefined) folded[1] += ` ${line.trim()}`;
    else if (colon > 0) headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  const disposition = readMediaType(headerValue(headers, 'content-disposition') ?? '');
  return {
    headers,
    name: disposition.parameters.get('name') ?? null,
    fileName: extended(disposition.parameters.get('filename*')) ?? disposition.parameters.get('filename') ?? null,
    contentType: headerValue(headers, 'content-type') ?? 'text/plain',
    start: at,
    end,
  };
}

/** Browsers write names in UTF-8; older senders in Latin 1. */
function headText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return asLatin1(bytes);
  }
}

/** `UTF-8''na%C3%AFve.txt` (RFC 8187) as the name that it means. */
function extended(value: string | undefined): string | null {
  const [, charset = '', escaped = ''] = /^([^']*)'[^']*'(.*)$/.exec(value ?? '') ?? [];
  if (charset === '') return null;
  const bytes: number[] = [];
  for (const [piece, pair] of escaped.matchAll(/%([0-9a-fA-F]{2})|./gs)) {
    bytes.push(pair === undefined ? piece.charCodeAt(0) & 0xff : Number.parseInt(pair, 16));
  }
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

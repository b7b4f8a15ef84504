import { type HeaderList, headerValue } from '../../../shared/model/header';

/** `type` is in lower case and without parameters: `application/json`; '' where there is none. Names are in lower case. */
export type MediaType = { readonly type: string; readonly parameters: ReadonlyMap<string, string> };

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;

/** Reads a Content-Type or a field of the same form; what is malformed in it is passed over. */
export function readMediaType(value: string): MediaType {
  const type = (/^[^;]*/.exec(value)?.[0] ?? '').trim().toLowerCase();
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of value.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? (bare ?? '').trim());
  }
  return { type, parameters };
}

/** `application/json`, `text/json`, `application/cloudevents+json`. */
export const isJsonType = ({ type }: MediaType): boolean => /^[^/]+\/(?:json|[^/]*\+json)$/.test(type);

/** A JSON value on each line, or each after a record separator (RFC 7464). */
export const isJsonLinesType = ({ type }: MediaType): boolean =>
  /^[^/]+\/(?:(?:x-)?ndjson|(?:x-)?jsonl(?:ines)?|(?:x-)?json-lines|json-seq|[^/]*\+json-seq)$/.test(type);

export const isXmlType = ({ type }: MediaType): boolean => /^[^/]+\/(?:xml|[^/]*\+xml)$/.test(type);

export const isFormType = ({ type }: MediaType): boolean => type === 'application/x-www-form-urlencoded';

export const isMultipartType = ({ type }: MediaType): boolean => type.startsWith('multipart/');

export const isTextType = (media: MediaType): boolean =>
  media.type.startsWith('text/') ||
  isJsonType(media) ||
  isJsonLinesType(media) ||
  isXmlType(media) ||
  isFormType(media);

/** What headers say of a body: all values of Content-Encoding in their order, as one list. */
export const bodyHeaders = (
  headers: HeaderList,
): { readonly contentType: string; readonly contentEncoding: string } => ({
  contentType: headerValue(headers, 'content-type') ?? '',
  contentEncoding: headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value)
    .join(', '),
});

import type { AttemptDetail, CaptureDetail } from '../../shared/contract/views';
import { makeRedactor, type Redactor } from '../../shared/redaction/redactor';
import { bytesOf, readableText } from './body-bytes';
import { asCurl } from './curl';
import { writeHeaderLines } from './header-lines';
import type { InspectedMessage } from './inspected';
import { sayBytes } from './numbers';

/** Redacts nothing. */
export const WHOLE: Redactor = makeRedactor({ on: false, headers: [], query: [], jsonPaths: [] });

export const curlOfAttempt = ({ request, requestBody }: AttemptDetail, redactor: Redactor): string =>
  asCurl({
    method: request.method,
    url: redactor.url(request.url),
    headers: redactor.headers(request.headers),
    body: redactor.body(bytesOf(requestBody)),
  });

/** @param base scheme, host and port of the receiver that saw it */
export const curlOfCapture = (base: string, capture: CaptureDetail, redactor: Redactor): string =>
  asCurl({
    method: capture.method,
    url: redactor.url(base + capture.target),
    headers: redactor.headers(capture.headers),
    body: redactor.body(bytesOf(capture.body)),
  });

/** A request line with a redacted target; a status line stays what it is. */
const redactedFirst = (first: string, redactor: Redactor): string =>
  first.replace(
    /^(\S+ )(\S+)( HTTP\/\S+)$/,
    (_whole, method: string, target: string, version: string) => method + redactor.url(target) + version,
  );

/**
 * Messages as they stood on the wire, one below the other.
 * @param most so many bytes of each body; what is left out is said
 */
export const rawMessages = (
  messages: readonly InspectedMessage[],
  redactor: Redactor,
  most: number = Number.POSITIVE_INFINITY,
): string => messages.map((message) => rawMessage(message, redactor, most)).join('\n\n');

function rawMessage({ first, headers, trailers, body }: InspectedMessage, redactor: Redactor, most: number): string {
  const bytes = redactor.body(bytesOf(body.base64));
  const left = bytes.length > most ? `\n[${sayBytes(bytes.length - most)} more; Body shows all]` : '';
  const after = trailers.length === 0 ? '' : `\n\n${writeHeaderLines(redactor.headers(trailers))}`;
  const head = `${redactedFirst(first, redactor)}\n${writeHeaderLines(redactor.headers(headers))}`;
  return `${head}\n\n${readableText(bytes.subarray(0, most))}${left}${after}`;
}

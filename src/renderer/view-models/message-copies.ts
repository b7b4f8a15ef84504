import type { AttemptDetail, CaptureDetail } from '../../shared/contract/views';
import { makeRedactor, type Redactor } from '../../shared/redaction/redactor';
import { bytesOf, readableText } from './body-bytes';
import { asCurl } from './curl';
import { rawRequest, rawResponse } from './raw-message';

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

/** Both messages as they stood on the wire; the request alone where no response was read. */
export function rawExchange({ request, requestBody, response }: AttemptDetail, redactor: Redactor): string {
  const sent = rawRequest(
    { method: request.method, url: redactor.url(request.url), headers: redactor.headers(request.headers) },
    readableText(redactor.body(bytesOf(requestBody))),
  );
  if (response === null) return sent;
  const answered = rawResponse(
    { ...response, headers: redactor.headers(response.headers) },
    readableText(redactor.body(bytesOf(response.body))),
  );
  return `${sent}\n\n${answered}`;
}

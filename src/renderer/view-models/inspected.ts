import type { AttemptDetail, Base64, CaptureDetail } from '../../shared/contract/views';
import type { HeaderList } from '../../shared/model/header';
import { shortId } from '../../shared/model/ids';
import { bodyHeaders } from './bodies/media-type';
import { bytesIn } from './body-bytes';
import type { ExchangeSide, MessageSide } from './compare/compare-messages';
import { targetOf } from './raw-message';

/** A request or a response as the inspector shows it, whoever saw it. */
export type InspectedMessage = {
  /** `POST /hooks HTTP/1.1`, `HTTP/1.1 503 Service Unavailable`. */
  readonly first: string;
  readonly headers: HeaderList;
  readonly trailers: HeaderList;
  readonly body: {
    /** The same only for the same body. */
    readonly id: string;
    readonly base64: Base64;
    readonly trueBytes: number;
    readonly cut: boolean;
    readonly contentType: string;
    readonly contentEncoding: string;
    readonly fileStem: string;
  };
};

type Held = {
  readonly headers: HeaderList;
  readonly base64: Base64;
  readonly trueBytes: number;
  readonly cut: boolean;
};

function message(first: string, held: Held, id: string, fileStem: string, trailers: HeaderList = []): InspectedMessage {
  const { headers, base64, trueBytes, cut } = held;
  return { first, headers, trailers, body: { id, base64, trueBytes, cut, fileStem, ...bodyHeaders(headers) } };
}

export const attemptRequest = ({ request, requestBody, deliveryId, n }: AttemptDetail): InspectedMessage =>
  message(
    `${request.method} ${targetOf(request.url)} HTTP/1.1`,
    { headers: request.headers, base64: requestBody, trueBytes: request.bodyBytes, cut: false },
    `${deliveryId} ${n} request`,
    `${shortId(deliveryId).toLowerCase()}-${n}-request`,
  );

export function attemptResponse({ response, deliveryId, n }: AttemptDetail): InspectedMessage | null {
  if (response === null) return null;
  const { status, reason, headers, body, bodyBytes, bodyTruncated } = response;
  return message(
    `HTTP/1.1 ${status} ${reason}`.trim(),
    { headers, base64: body, trueBytes: bodyBytes, cut: bodyTruncated },
    `${deliveryId} ${n} response`,
    `${shortId(deliveryId).toLowerCase()}-${n}-response`,
  );
}

export const captureRequest = (capture: CaptureDetail): InspectedMessage =>
  message(
    `${capture.method} ${capture.target} HTTP/${capture.httpVersion}`,
    { headers: capture.headers, base64: capture.body, trueBytes: capture.bodyBytes, cut: false },
    capture.id,
    `capture-${shortId(capture.id).toLowerCase()}`,
    capture.trailers,
  );

function side({ first, headers, trailers, body }: InspectedMessage): MessageSide {
  const { base64, contentType, contentEncoding, cut } = body;
  const all = trailers.length === 0 ? headers : [...headers, ...trailers];
  return {
    first,
    headers: all,
    body: { base64, contentType, contentEncoding, cut: cut || bytesIn(base64) < body.trueBytes },
  };
}

export const attemptSide = (attempt: AttemptDetail): ExchangeSide => {
  const response = attemptResponse(attempt);
  return { request: side(attemptRequest(attempt)), response: response === null ? null : side(response) };
};

export const captureSide = (capture: CaptureDetail): ExchangeSide => ({
  request: side(captureRequest(capture)),
  response: null,
});

import type { AttemptDetail, CaptureDetail, DeliveryRow } from '../../shared/contract/views';
import type { Redactor } from '../../shared/redaction/redactor';
import { base64Of, bytesOf, textOf } from './body-bytes';
import { writeHeaderLines } from './header-lines';
import { attemptRequest, attemptResponse, captureRequest, type InspectedMessage } from './inspected';
import { curlOfAttempt, curlOfCapture, rawMessages } from './message-copies';

/** One way to copy a delivery, an attempt or a capture. */
export type CopyChoice = {
  /** On the menu: `Headers`. */
  readonly name: string;
  /** What is said to be copied: `The request’s headers`. */
  readonly what: string;
  /** What is copied; null when it is not there. */
  readonly make: ((redactor: Redactor) => string) | null;
};

const headersOf =
  ({ headers }: InspectedMessage) =>
  (redactor: Redactor): string =>
    writeHeaderLines(redactor.headers(headers));

/** The body as text where its bytes are text, otherwise in base64: a clipboard holds no bytes. */
function bodyChoice(name: string, what: string, message: InspectedMessage): CopyChoice {
  const bytes = bytesOf(message.body.base64);
  if (bytes.length === 0) return { name: `${name}: there is none`, what, make: null };
  if (textOf(bytes) === null) {
    return {
      name: `${name}, in base64`,
      what: `${what}, in base64,`,
      make: (redactor) => base64Of(redactor.body(bytes)),
    };
  }
  return { name, what, make: (redactor) => textOf(redactor.body(bytes)) ?? '' };
}

/** What a delivery can be copied as, whether or not anything was sent of it. */
export const deliveryCopies = ({ id, eventId }: Pick<DeliveryRow, 'id' | 'eventId'>): readonly CopyChoice[] => [
  { name: 'The event’s id', what: 'The event’s id', make: () => eventId },
  { name: 'The delivery’s id', what: 'The delivery’s id', make: () => id },
];

/** What an attempt can be copied as. */
export function attemptCopies(attempt: AttemptDetail): readonly CopyChoice[] {
  const request = attemptRequest(attempt);
  const response = attemptResponse(attempt);
  const messages = response === null ? [request] : [request, response];
  return [
    { name: 'cURL', what: 'The request as cURL', make: (redactor) => curlOfAttempt(attempt, redactor) },
    { name: 'URL', what: 'The URL', make: (redactor) => redactor.url(attempt.request.url) },
    { name: 'Request headers', what: 'The request’s headers', make: headersOf(request) },
    bodyChoice('Request body', 'The request’s body', request),
    ...(response === null
      ? []
      : [
          { name: 'Response headers', what: 'The response’s headers', make: headersOf(response) },
          bodyChoice('Response body', 'The response’s body', response),
        ]),
    { name: 'Whole exchange', what: 'The exchange', make: (redactor) => rawMessages(messages, redactor) },
  ];
}

/**
 * What a capture can be copied as.
 * @param base scheme, host and port of the receiver that saw it; null while it listens nowhere
 * @param answered what it was answered, in lines for people
 */
export function captureCopies(
  base: string | null,
  capture: CaptureDetail,
  answered: readonly (readonly [name: string, says: string])[],
): readonly CopyChoice[] {
  const request = captureRequest(capture);
  const exchange = (redactor: Redactor): string =>
    `${rawMessages([request], redactor)}\n\n${answered.map(([name, says]) => `${name}: ${says}`).join('\n')}`;
  return [
    {
      name: 'cURL',
      what: 'The request as cURL',
      make: base === null ? null : (redactor) => curlOfCapture(base, capture, redactor),
    },
    {
      name: 'URL',
      what: 'The URL',
      make: base === null ? null : (redactor) => redactor.url(base + capture.target),
    },
    { name: 'The request’s id', what: 'The request’s id', make: () => capture.id },
    ...(capture.deliveryKey === null
      ? []
      : [{ name: 'The event’s id', what: 'The event’s id', make: () => String(capture.deliveryKey) }]),
    { name: 'Headers', what: 'The headers', make: headersOf(request) },
    bodyChoice('Body', 'The body', request),
    { name: 'Whole exchange', what: 'The exchange', make: exchange },
  ];
}

import { describe, expect, it } from 'vitest';
import { base64Of } from '../../src/renderer/view-models/body-bytes';
import {
  attemptCopies,
  type CopyChoice,
  captureCopies,
  deliveryCopies,
} from '../../src/renderer/view-models/copy-choices';
import { WHOLE } from '../../src/renderer/view-models/message-copies';
import type { AttemptDetail, CaptureDetail } from '../../src/shared/contract/views';
import { aCapture, aDelivery, anAttempt, aRequest } from '../support/rows';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const attemptOf = (body: Uint8Array, response: AttemptDetail['response'] = null): AttemptDetail => ({
  ...anAttempt(aDelivery()),
  eventId: aDelivery().eventId,
  timings: null,
  remote: null,
  interim: null,
  request: {
    ...aRequest,
    method: 'POST',
    url: 'http://127.0.0.1:3000/hooks?a=1',
    headers: [['X-One', '1']],
    bodyBytes: body.length,
  },
  requestBody: base64Of(body) as AttemptDetail['requestBody'],
  response,
});

const captureOf = (body: Uint8Array, over: Partial<CaptureDetail> = {}): CaptureDetail => ({
  ...aCapture(1, {
    headers: [
      ['Host', 'x'],
      ['X-Two', 'a'],
      ['X-Two', 'b'],
    ],
    trailers: [],
  }),
  body: base64Of(body) as CaptureDetail['body'],
  bodyBytes: body.length,
  firstId: null,
  pinned: false,
  sentOn: [],
  ...over,
});

/** What a choice copies, whole; null when it is off. */
function copied(choices: readonly CopyChoice[], name: string): string | null | undefined {
  const choice = choices.find((each) => each.name.startsWith(name));
  return choice === undefined ? undefined : choice.make === null ? null : choice.make(WHOLE);
}

describe('an attempt is copied', () => {
  const response = {
    status: 503,
    reason: 'Service Unavailable',
    headers: [['Retry-After', '5']] as const,
    body: base64Of(utf8('later')) as AttemptDetail['requestBody'],
    bodyBytes: 5,
    bodyTruncated: false,
  };

  it('by URL, headers, bodies and as the whole exchange', () => {
    const choices = attemptCopies(attemptOf(utf8('{"a":1}\n'), response));
    expect(choices.map(({ name }) => name)).toEqual([
      'cURL',
      'URL',
      'Request headers',
      'Request body',
      'Response headers',
      'Response body',
      'Whole exchange',
    ]);
    expect(copied(choices, 'URL')).toBe('http://127.0.0.1:3000/hooks?a=1');
    expect(copied(choices, 'Request headers')).toBe('X-One: 1');
    expect(copied(choices, 'Request body')).toBe('{"a":1}\n');
    expect(copied(choices, 'Response body')).toBe('later');
    expect(copied(choices, 'Whole exchange')).toBe(
      'POST /hooks?a=1 HTTP/1.1\nX-One: 1\n\n{"a":1}\n\n\nHTTP/1.1 503 Service Unavailable\nRetry-After: 5\n\nlater',
    );
    expect(copied(choices, 'cURL')).toMatch(/^curl .*\n? .*POST/);
  });

  it('without a response by what there is, and no body is said to be none', () => {
    const choices = attemptCopies(attemptOf(new Uint8Array()));
    expect(choices.map(({ name }) => name)).not.toContain('Response headers');
    expect(choices.find(({ name }) => name === 'Request body: there is none')?.make).toBeNull();
  });

  it('a body that is no text in base64, which is said', () => {
    const choices = attemptCopies(attemptOf(Uint8Array.of(0xff, 0x00, 0x01)));
    expect(choices.map(({ name }) => name)).toContain('Request body, in base64');
    expect(copied(choices, 'Request body')).toBe('/wAB');
  });
});

describe('a capture is copied', () => {
  it('by URL, ids, headers as they came, body and with what it was answered', () => {
    const choices = captureCopies('http://127.0.0.1:7878', captureOf(utf8('hi'), { deliveryKey: 'evt_1' }), [
      ['Answered', '503'],
    ]);
    expect(copied(choices, 'URL')).toBe('http://127.0.0.1:7878/hook-1?x=1');
    expect(copied(choices, 'The event’s id')).toBe('evt_1');
    expect(copied(choices, 'Headers')).toBe('Host: x\nX-Two: a\nX-Two: b');
    expect(copied(choices, 'Body')).toBe('hi');
    expect(copied(choices, 'Whole exchange')).toBe(
      'POST /hook-1?x=1 HTTP/1.1\nHost: x\nX-Two: a\nX-Two: b\n\nhi\n\nAnswered: 503',
    );
  });

  it('without a receiver that listens there is no URL to copy', () => {
    const choices = captureCopies(null, captureOf(utf8('hi')), []);
    expect(copied(choices, 'URL')).toBeNull();
    expect(copied(choices, 'cURL')).toBeNull();
  });
});

it('a delivery of which nothing was sent is copied by its ids', () => {
  const { id, eventId } = aDelivery();
  expect(deliveryCopies({ id, eventId }).map(({ make }) => make?.(WHOLE))).toEqual([eventId, id]);
});

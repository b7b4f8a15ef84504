import type { HeaderList } from '../../shared/model/header';
import type { BreakPlace } from '../../shared/model/script';
import { reasonPhrase } from '../../shared/words/status';

/** An answer as it goes onto the wire. */
export type WireMessage = { readonly status: number; readonly headers: HeaderList; readonly body: Uint8Array };

const CLOSE = ['Connection', 'close'] as const;

export const framesItself = (headers: HeaderList): boolean =>
  headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));

/** RFC 9110 15.3.5 and 15.4.5: these end with their headers. */
export const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** Status line and header fields, with the empty line after them. Header values are Latin-1, as HTTP has them. */
export function headBytes(status: number, headers: HeaderList): Buffer {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`HTTP/1.1 ${status} ${reasonPhrase(status)}\r\n${fields}\r\n`, 'latin1');
}

/** The head of a whole answer, which says the body's length, or `length` instead of it. */
export function closingHead({ status, headers, body }: WireMessage, length = body.length): Buffer {
  const framing: HeaderList =
    framesItself(headers) || (hasNoBody(status) && length === 0) ? [] : [['Content-Length', String(length)]];
  return headBytes(status, [...headers, ...framing, CLOSE]);
}

/**
 * What is sent of an answer that breaks off: nothing, its head cut in the middle of the header fields, its head, or
 * its head and half of the body. A head that is all there promises at least one byte of a body.
 */
export function bytesUpTo(when: BreakPlace, message: WireMessage): Buffer {
  const { status, body } = message;
  const head = closingHead(message, hasNoBody(status) ? 0 : Math.max(1, body.length));
  switch (when) {
    case 'before-headers':
      return Buffer.alloc(0);
    case 'in-headers': {
      const fields = head.indexOf('\r\n') + 2;
      return head.subarray(0, fields + Math.floor((head.length - 2 - fields) / 2));
    }
    case 'after-headers':
      return head;
    case 'in-body':
      return Buffer.concat([head, body.subarray(0, Math.floor(body.length / 2))]);
  }
}

/** One chunk that announces the whole body (one byte, if it is empty) and ends after half of it. */
export function cutChunkedBytes({ status, headers, body }: WireMessage): Buffer {
  const head = headBytes(status, [...headers, ['Transfer-Encoding', 'chunked'], CLOSE]);
  const size = `${Math.max(1, body.length).toString(16)}\r\n`;
  return Buffer.concat([head, Buffer.from(size), body.subarray(0, Math.floor(body.length / 2))]);
}

import type { HeaderList } from '../../shared/model/header';
import type { ReceiverBounds } from './bounds';

/** What node:http says about bytes that it could not read as a request. */
export type ParserError = Error & {
  readonly code?: string;
  readonly reason?: string;
  readonly rawPacket?: Uint8Array;
};

export type Refused = { readonly status: number | null; readonly why: string };

/** The status and the sentence for a request that could not be read; null when nobody is there to be answered. */
export function refusalOf(error: ParserError, bounds: ReceiverBounds): Refused | null {
  switch (error.code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return null;
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLong(bounds);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, why: 'Rejected: the chunk extensions are larger than 16384 bytes.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        why: `Rejected: the request was not complete in time (headers in ${bounds.headersMs / 1_000} s, all of it in ${bounds.requestMs / 1_000} s).`,
      };
    case 'HPE_INVALID_EOF_STATE':
      return { status: 400, why: 'Rejected: the sender ended the connection in the middle of the request.' };
    default:
      return isTlsHello(error.rawPacket)
        ? { status: 400, why: 'Rejected: a TLS handshake came to a plain port. The URL begins with http://.' }
        : { status: 400, why: `Rejected, not HTTP that can be read: ${error.reason ?? error.message}.` };
  }
}

const targetTooLong = ({ headerBytes }: ReceiverBounds): Refused => ({
  status: 414,
  why: `Rejected: the request target (path and query) is longer than ${headerBytes} bytes.`,
});

const headersTooLong = ({ headerBytes }: ReceiverBounds): Refused => ({
  status: 431,
  why: `Rejected: the request line and the headers together are larger than ${headerBytes} bytes.`,
});

/** The status and the sentence for a request that could be read and is longer than is taken; null for all others. */
export function tooLong(target: string, headers: HeaderList, bounds: ReceiverBounds): Refused | null {
  if (target.length > bounds.headerBytes) return targetTooLong(bounds);
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, target.length);
  return bytes > bounds.headerBytes ? headersTooLong(bounds) : null;
}

const isTlsHello = (packet: Uint8Array | undefined): boolean => packet?.[0] === 0x16 && packet[1] === 0x03;

/** Method, target and version, when the bytes begin like a request; empty texts where they do not. */
export function requestLineOf(packet: Uint8Array): { method: string; target: string; httpVersion: string } {
  const text = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength).toString('latin1');
  const [, method = '', target = '', httpVersion = ''] = /^([A-Z-]+) ([^ \r\n]+) HTTP\/(\d\.\d)\r?\n/.exec(text) ?? [];
  return { method, target, httpVersion };
}

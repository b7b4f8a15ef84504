import type { FileBody } from '../../shared/log/file-rows';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text when the bytes are whole, valid UTF-8, otherwise null. A byte order mark stays. */
export function utf8Text(body: Uint8Array): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

export const base64 = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');

export function toFileBody(body: Uint8Array): FileBody {
  const text = utf8Text(body);
  return text === null ? { base64: base64(body) } : { text };
}

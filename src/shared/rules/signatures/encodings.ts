/** How a signature is written as text. */
export const ENCODINGS = ['hex', 'base64', 'base64url'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function encoded(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'hex':
      return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    case 'base64':
      return base64(bytes);
    case 'base64url':
      return base64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }
}

/** The bytes, or null when a character has no place in the encoding. Capitals in hex and missing `=` are taken. */
export function decoded(text: string, encoding: Encoding): Uint8Array | null {
  switch (encoding) {
    case 'hex':
      return hexBytes(text);
    case 'base64':
      return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? base64Bytes(text) : null;
    case 'base64url':
      return /^[A-Za-z0-9_-]*={0,2}$/.test(text) ? base64Bytes(text.replace(/-/g, '+').replace(/_/g, '/')) : null;
  }
}

function hexBytes(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += BASE64.charAt(group >> 18) + BASE64.charAt((group >> 12) & 63);
    text += left > 1 ? BASE64.charAt((group >> 6) & 63) : '=';
    text += left > 2 ? BASE64.charAt(group & 63) : '=';
  }
  return text;
}

function base64Bytes(padded: string): Uint8Array | null {
  const text = padded.replace(/=+$/, '');
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    bits = ((bits << 6) | BASE64.indexOf(text.charAt(i))) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = (bits >> held) & 0xff;
    at++;
  }
  return bytes;
}

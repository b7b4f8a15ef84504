/** The UTF-8 bytes of a text. A lone surrogate, which has none, becomes U+FFFD as everywhere else. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), trail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), trail(code >> 6), trail(code));
    else bytes.push(0xf0 | (code >> 18), trail(code >> 12), trail(code >> 6), trail(code));
  }
  return Uint8Array.from(bytes);
}

const trail = (code: number): number => 0x80 | (code & 0x3f);

/** What UTF-8 says, as the Encoding Standard decodes it: each broken sequence is one U+FFFD. `isWhole`: none was. */
export function utf8Text(bytes: Uint8Array): { readonly text: string; readonly isWhole: boolean } {
  const pieces: string[] = [];
  let units: number[] = [];
  let isWhole = true;
  let at = 0;
  while (at < bytes.length) {
    const { code, length } = sequenceAt(bytes, at);
    isWhole &&= code !== null;
    units.push(code ?? 0xfffd);
    at += length;
    if (units.length === 0x1000) {
      pieces.push(String.fromCodePoint(...units));
      units = [];
    }
  }
  return { text: pieces.join('') + String.fromCodePoint(...units), isWhole };
}

function sequenceAt(bytes: Uint8Array, at: number): { readonly code: number | null; readonly length: number } {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { code: lead, length: 1 };
  const more = lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
  if (more === 0) return { code: null, length: 1 };
  let code = lead & (0x3f >> more);
  for (let i = 1; i <= more; i++) {
    const byte = bytes[at + i] ?? 0;
    const [low, high] = i === 1 ? secondByte(lead) : [0x80, 0xbf];
    if (byte < low || byte > high) return { code: null, length: i };
    code = (code << 6) | (byte & 0x3f);
  }
  return { code, length: more + 1 };
}

/** Where the second byte may lie, so that nothing is overlong, a surrogate, or beyond U+10FFFF. */
function secondByte(lead: number): readonly [low: number, high: number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

/** One byte a character, or null when a character has no place in Latin-1. */
export function latin1Bytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0xff) return null;
    bytes[i] = unit;
  }
  return bytes;
}

export function latin1Text(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += 0x1000)
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 0x1000)));
  return pieces.join('');
}

/** A header's bytes as they stood on the wire: what reads headers gives one character a byte. */
export const headerBytes = (value: string): Uint8Array => latin1Bytes(value) ?? utf8Bytes(value);

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

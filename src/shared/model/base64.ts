const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes in base64, with padding. */
export function base64Text(bytes: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += LETTERS.charAt(group >> 18) + LETTERS.charAt((group >> 12) & 63);
    text += b === undefined ? '=' : LETTERS.charAt((group >> 6) & 63);
    text += c === undefined ? '=' : LETTERS.charAt(group & 63);
  }
  return text;
}

/** The bytes of a text that was checked to be base64. */
export function bytesOfBase64(text: string): Uint8Array {
  const letters = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of letters) {
    held = ((held << 6) | LETTERS.indexOf(letter)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}

/** Base64 to bytes. Atob is given what the contract calls base64. */
export function bytesOf(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** How many bytes stand in a base64 text. */
export const bytesIn = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

const CHUNK = 0x8000;

export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  }
  return btoa(binary);
}

/** The text when the bytes are whole, valid UTF-8, otherwise null. A byte order mark stays. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Text for reading only: what is not UTF-8 shows as a replacement mark. */
export const readableText = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

const HEX_COLUMNS = 16;

export const hexLineCount = (bytes: Uint8Array): number => Math.ceil(bytes.length / HEX_COLUMNS);

/** One line of a hex dump: offset, sixteen bytes, their printable ASCII. */
export function hexLine(bytes: Uint8Array, index: number): string {
  const from = index * HEX_COLUMNS;
  const row = [...bytes.subarray(from, from + HEX_COLUMNS)];
  const hex = row.map((byte) => byte.toString(16).padStart(2, '0'));
  const halves = [hex.slice(0, 8).join(' '), hex.slice(8).join(' ')].join('  ').padEnd(48);
  const ascii = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
  return `${from.toString(16).padStart(8, '0')}  ${halves}  ${ascii}`;
}

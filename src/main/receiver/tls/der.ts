/** The few forms of DER (X.690) that a certificate is made of. */

const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
};

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const digits: number[] = [];
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.from([0x80 + digits.length, ...digits]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts);
export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes);
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
export const yes = Buffer.from([0x01, 0x01, 0xff]);

/** @param unused bits of the last byte that say nothing */
export const bits = (bytes: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.from([unused]), bytes);

/** `bytes` big-endian, never negative, without leading zeros of its own. */
export const integer = (bytes: Uint8Array): Buffer =>
  tagged(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]));

/** Context-specific, around whole values (`constructed`) or instead of the type of a plain one. */
export const context = (number: number, value: Uint8Array, constructed = true): Buffer =>
  tagged((constructed ? 0xa0 : 0x80) + number, value);

/** `1.2.840.10045.4.3.2` */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(128 + (rest % 128));
  return digits;
}

/** In whole seconds; RFC 5280 4.1.2.5 asks for two digits of the year until 2049 and for four from 2050 on. */
export function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/\.\d+Z$|[-:T]/g, '');
  return digits < '2050' ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`)) : tagged(0x18, Buffer.from(`${digits}Z`));
}

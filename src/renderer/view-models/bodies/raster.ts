/** A picture of pixels that a browser can show without running anything. Its size in px, null where it is not found. */
export type Raster = { readonly type: string; readonly width: number | null; readonly height: number | null };

/** Pictures of more pixels are not shown: a few bytes can stand for gigabytes of them. */
const MOST_PIXELS = 40_000_000;

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);

/** What a body is by its first bytes, whatever its type says; SVG is a document and never a raster. */
export function sniffRaster(bytes: Uint8Array): Raster | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (place: number, read: (place: number) => number, length: number): number | null =>
    place + length <= bytes.length ? read(place) : null;
  const big16 = (place: number) => at(place, (p) => view.getUint16(p), 2);
  const little16 = (place: number) => at(place, (p) => view.getUint16(p, true), 2);
  const big32 = (place: number) => at(place, (p) => view.getUint32(p), 4);
  const little32 = (place: number) => at(place, (p) => Math.abs(view.getInt32(p, true)), 4);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { type: 'image/png', width: big32(16), height: big32(20) };
  }
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) && (bytes[4] === 0x37 || bytes[4] === 0x39) && bytes[5] === 0x61) {
    return { type: 'image/gif', width: little16(6), height: little16(8) };
  }
  if (startsWith(bytes, [0x42, 0x4d]) && little32(14) === 40) {
    return { type: 'image/bmp', width: little32(18), height: little32(22) };
  }
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { type: 'image/jpeg', ...jpegSize(bytes, big16) };
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8)) {
    return { type: 'image/webp', ...webpSize(bytes, little16) };
  }
  return null;
}

type Size = Pick<Raster, 'width' | 'height'>;
const UNKNOWN: Size = { width: null, height: null };

/** The frame's header, the first of its kind; segments before it are stepped over. */
function jpegSize(bytes: Uint8Array, big16: (place: number) => number | null): Size {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: big16(at + 7), height: big16(at + 5) };
    at += 2 + Math.max(2, big16(at + 2) ?? bytes.length);
  }
  return UNKNOWN;
}

function webpSize(bytes: Uint8Array, little16: (place: number) => number | null): Size {
  const form = String.fromCharCode(...bytes.subarray(12, 16));
  const byte = (place: number): number => bytes[place] ?? 0;
  const three = (place: number): number => byte(place) + (byte(place + 1) << 8) + (byte(place + 2) << 16);
  if (bytes.length < 30) return UNKNOWN;
  if (form === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 };
  if (form === 'VP8L') {
    const bits = byte(21) + (byte(22) << 8) + (byte(23) << 16) + byte(24) * 0x1000000;
    return { width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 0x4000) & 0x3fff) + 1 };
  }
  if (form === 'VP8 ') return { width: (little16(26) ?? 0) & 0x3fff, height: (little16(28) ?? 0) & 0x3fff };
  return UNKNOWN;
}

/** Why a picture is not shown, or null. */
export function whyNotShown({ width, height }: Raster): string | null {
  if (width === null || height === null || width === 0 || height === 0) return 'its size is not found';
  return width * height > MOST_PIXELS ? `it has ${width} × ${height} pixels, too many to show` : null;
}

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 96;

type Pixels = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };

/**
 * The same picture with at most 96 colours, which is a third of the bytes for a screen of flat areas and text.
 * @throws Error for a PNG that is not as a browser's screenshot: 8 bits, RGB or RGBA, not interlaced
 */
export function smallPng(png: Uint8Array): Buffer {
  const pixels = decode(Buffer.from(png));
  const counts = countColours(pixels.rgb);
  const palette = medianCut([...counts].map(([colour, count]) => ({ colour, count })));
  const places = new Map<number, number>();
  for (const [place, box] of palette.entries()) for (const { colour } of box) places.set(colour, place);
  return encode(pixels, palette.map(meanOf), places);
}

function decode(png: Buffer): Pixels {
  let header: Buffer | null = null;
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') header = body;
    if (kind === 'IDAT') data.push(body);
    at += length + 12;
  }
  const channels = header?.[9] === 2 ? 3 : header?.[9] === 6 ? 4 : 0;
  if (header === null || header[8] !== 8 || channels === 0 || header[12] !== 0) throw new Error('not a screenshot');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const raw = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  if (channels === 3) return { width, height, rgb: raw };
  return { width, height, rgb: raw.filter((_, index) => index % 4 !== 3) };
}

/** PNG (third edition) 9: each line begins with the filter that was used on it. */
function unfiltered(raw: Buffer, stride: number, height: number, channels: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const to = y * stride + x;
      const a = x < channels ? 0 : (out[to - channels] ?? 0);
      const b = y === 0 ? 0 : (out[to - stride] ?? 0);
      const c = y === 0 || x < channels ? 0 : (out[to - stride - channels] ?? 0);
      out[to] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, a, b, c);
    }
  }
  return out;
}

function predicted(filter: number, a: number, b: number, c: number): number {
  if (filter === 1) return a;
  if (filter === 2) return b;
  if (filter === 3) return (a + b) >> 1;
  if (filter !== 4) return 0;
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

type Counted = { readonly colour: number; readonly count: number };

const colourAt = (rgb: Uint8Array, at: number): number =>
  ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);

function countColours(rgb: Uint8Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = colourAt(rgb, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

/** A colour of many pixels counts more, but not in proportion: a ground must not take the marks' shades. */
const weight = ({ count }: Counted): number => Math.sqrt(count);

/** Splits the box that varies most, in its widest channel, until there are enough boxes. */
function medianCut(colours: readonly Counted[]): readonly (readonly Counted[])[] {
  const boxes = [measured(colours)];
  while (boxes.length < COLOURS) {
    boxes.sort((a, b) => b.spread - a.spread);
    const [widest] = boxes;
    if (widest === undefined || widest.colours.length < 2) break;
    const sorted = [...widest.colours].sort((a, b) => channel(a.colour, widest.axis) - channel(b.colour, widest.axis));
    const half = sorted.reduce((sum, each) => sum + weight(each), 0) / 2;
    let [at, seen] = [0, 0];
    while (at < sorted.length - 1 && seen < half) {
      const each = sorted[at];
      seen += each === undefined ? 0 : weight(each);
      at += 1;
    }
    boxes.splice(0, 1, measured(sorted.slice(0, at)), measured(sorted.slice(at)));
  }
  return boxes.map((box) => box.colours);
}

const channel = (colour: number, axis: number): number => (colour >> (8 * axis)) & 0xff;

function measured(colours: readonly Counted[]): {
  readonly colours: readonly Counted[];
  readonly axis: number;
  readonly spread: number;
} {
  const ranges = [0, 1, 2].map((axis) => {
    let [low, high] = [255, 0];
    for (const { colour } of colours) {
      low = Math.min(low, channel(colour, axis));
      high = Math.max(high, channel(colour, axis));
    }
    return high - low;
  });
  const range = Math.max(...ranges);
  const total = colours.reduce((sum, each) => sum + weight(each), 0);
  return { colours, axis: ranges.indexOf(range), spread: colours.length < 2 ? -1 : range * Math.sqrt(total) };
}

function meanOf(box: readonly Counted[]): readonly number[] {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  return [2, 1, 0].map((axis) =>
    Math.round(box.reduce((sum, { colour, count }) => sum + channel(colour, axis) * count, 0) / total),
  );
}

function encode({ width, height, rgb }: Pixels, palette: readonly (readonly number[])[], places: Map<number, number>) {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      lines[y * (width + 1) + 1 + x] = places.get(colourAt(rgb, 3 * (y * width + x))) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

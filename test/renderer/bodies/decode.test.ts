import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asLatin1, readText } from '../../../src/renderer/view-models/bodies/charset';
import { decodeContent } from '../../../src/renderer/view-models/bodies/content-coding';
import {
  bodyHeaders,
  isJsonLinesType,
  isJsonType,
  readMediaType,
} from '../../../src/renderer/view-models/bodies/media-type';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const plain = (buffer: Uint8Array): Uint8Array => Uint8Array.from(buffer);
const TEXT = bytes('{"a":2}');

describe('content codings', () => {
  it('are taken off one by one, the last first', async () => {
    const coded = plain(deflateSync(gzipSync(TEXT)));
    expect(await decodeContent(coded, 'gzip, deflate')).toEqual({
      bytes: TEXT,
      steps: [
        { coding: 'deflate', bytes: gzipSync(TEXT).length },
        { coding: 'gzip', bytes: 7 },
      ],
      stopped: null,
    });
  });

  it('deflate is zlib, and also what came without its frame', async () => {
    expect((await decodeContent(plain(deflateSync(TEXT)), 'deflate')).bytes).toEqual(TEXT);
    expect((await decodeContent(plain(deflateRawSync(TEXT)), 'deflate')).bytes).toEqual(TEXT);
  });

  it('identity and nothing change nothing; names are read without case', async () => {
    expect(await decodeContent(TEXT, ' Identity , ')).toEqual({ bytes: TEXT, steps: [], stopped: null });
    expect((await decodeContent(plain(gzipSync(TEXT)), 'X-GZip')).bytes).toEqual(TEXT);
  });

  it('brotli is taken off where the platform can, and otherwise left with the reason', async () => {
    const coded = plain(brotliCompressSync(TEXT));
    const done = await decodeContent(coded, 'br');
    if (done.stopped === null) expect(done.bytes).toEqual(TEXT);
    else
      expect(done).toEqual({ bytes: coded, steps: [], stopped: 'The coding br cannot be taken off on this platform.' });
  });

  it('unknown and wrong ones leave the bytes, and say so', async () => {
    expect(await decodeContent(TEXT, 'aws-chunked')).toEqual({
      bytes: TEXT,
      steps: [],
      stopped: 'The coding aws-chunked is not known here.',
    });
    expect(await decodeContent(TEXT, 'gzip')).toEqual({
      bytes: TEXT,
      steps: [],
      stopped: 'It is not gzip, or it is damaged.',
    });
    expect((await decodeContent(TEXT, 'gzip, gzip, gzip, gzip, gzip, gzip')).stopped).toBe(
      'It names 6 codings; at most 5 are taken off.',
    );
  });

  it('stop at the limit, whatever a few bytes would grow to', async () => {
    const bomb = plain(gzipSync(new Uint8Array(4_000_000)));
    const done = await decodeContent(bomb, 'gzip', 1_000_000);
    expect(done.bytes).toEqual(new Uint8Array(1_000_000));
    expect(done.stopped).toBe('It grows beyond 1000000 bytes, the most that is decoded.');
    expect((await decodeContent(bomb, 'gzip', 4_000_000)).stopped).toBeNull();
    expect((await decodeContent(bomb, 'gzip', 3_999_999)).stopped).not.toBeNull();
  });

  it('show what came before a cut', async () => {
    const noise = Uint8Array.from({ length: 50_000 }, (_, at) => (at * 2_654_435_761) >>> 13);
    const coded = plain(gzipSync(noise));
    const done = await decodeContent(coded.subarray(0, coded.length >> 1), 'gzip');
    expect(done.bytes.length).toBeGreaterThan(1_000);
    expect(done.bytes).toEqual(noise.subarray(0, done.bytes.length));
    expect(done.stopped).toMatch(/ends too early/);
  });

  it('never throw, on any bytes', async () => {
    const coding = fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'x', 'gzip, br');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), coding, async (any, name) => {
        expect((await decodeContent(any, name)).bytes).toBeInstanceOf(Uint8Array);
      }),
    );
  });
});

describe('charsets', () => {
  const read = (all: readonly number[], type: string) => readText(Uint8Array.from(all), readMediaType(type));

  it('are those that the type declares', () => {
    expect(read([0xc1, 0xc8, 0xc7, 0xcd, 0xc1], 'application/json; charset=windows-1253')?.text).toBe('ΑΘΗΝΑ');
    expect(read([0x63, 0x61, 0x66, 0xe9], 'text/plain; charset="ISO-8859-1"')?.text).toBe('café');
    expect(read([0x93, 0xfa, 0x96, 0x7b], 'text/plain;charset=Shift_JIS')?.text).toBe('日本');
  });

  it('that are unknown become Latin 1 with a note', () => {
    expect(read([0x63, 0xe9], 'text/plain; charset=klingon')).toEqual({
      text: 'cé',
      charset: 'iso-8859-1',
      note: 'The charset klingon is not known: each byte is shown as the ISO 8859-1 character of its number.',
    });
  });

  it('are UTF-8 without a word; a byte order mark says more than the type', () => {
    expect(read([0xc3, 0xbc], '')).toEqual({ text: 'ü', charset: 'utf-8', note: null });
    expect(read([0xff, 0xfe, 0x41, 0x00], 'text/plain; charset=utf-8')?.text).toBe('\ufeffA');
    expect(read([0xa4, 0x26, 0x37, 0x13, 0x35, 0xe7, 0x50, 0x27], 'application/octet-stream')).toBeNull();
  });

  it('of XML may stand in its first line', () => {
    const xml = bytes('<?xml version="1.0" encoding="iso-8859-7"?><a>');
    const all = [...xml, 0xc1, ...bytes('</a>')];
    expect(read(all, 'application/xml')?.text.endsWith('<a>Α</a>')).toBe(true);
  });

  it('that the bytes are not of are said', () => {
    expect(read([0x41, 0xff], 'text/plain; charset=utf-8')).toEqual({
      text: 'A\ufffd',
      charset: 'utf-8',
      note: 'Some bytes are not utf-8; they show as \ufffd. Hex shows all.',
    });
  });

  it('Latin 1 keeps every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect([...asLatin1(all)].map((char) => char.charCodeAt(0))).toEqual([...all]);
  });
});

describe('media types', () => {
  it('are read with their parameters, quoted or not', () => {
    const media = readMediaType('Multipart/Form-Data; Boundary="a;b\\"c"; x=1 ');
    expect(media.type).toBe('multipart/form-data');
    expect([...media.parameters]).toEqual([
      ['boundary', 'a;b"c'],
      ['x', '1'],
    ]);
  });

  it('are JSON by their suffix too', () => {
    for (const type of [
      'application/cloudevents+json; charset=utf-8',
      'Application/JSON',
      'text/json',
      'application/vnd.api+json',
    ])
      expect(isJsonType(readMediaType(type))).toBe(true);
    for (const type of ['text/plain', 'application/jsonp', 'application/x-ndjson', ''])
      expect(isJsonType(readMediaType(type))).toBe(false);
    for (const type of ['application/x-ndjson', 'application/jsonl', 'application/json-seq'])
      expect(isJsonLinesType(readMediaType(type))).toBe(true);
  });

  it('of a message are found whatever their case, codings of all fields in a row', () => {
    expect(
      bodyHeaders([
        ['CONTENT-TYPE', 'text/plain'],
        ['content-encoding', 'gzip'],
        ['Content-Encoding', 'br'],
      ]),
    ).toEqual({ contentType: 'text/plain', contentEncoding: 'gzip, br' });
  });
});

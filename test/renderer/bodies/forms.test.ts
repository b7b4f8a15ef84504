import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../../src/renderer/view-models/bodies/form-fields';
import { readMediaType } from '../../../src/renderer/view-models/bodies/media-type';
import { readMultipart } from '../../../src/renderer/view-models/bodies/multipart';
import { type BodyForm, formatBody, openBody } from '../../../src/renderer/view-models/bodies/open-body';
import { sniffRaster, whyNotShown } from '../../../src/renderer/view-models/bodies/raster';
import { indexLines, linesOf, shortText } from '../../../src/renderer/view-models/bodies/text-lines';
import { prettyXml } from '../../../src/renderer/view-models/bodies/xml-text';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a form', () => {
  it('has its fields in order, repeated and empty ones too', () => {
    expect(readForm('a=1&b=x+y&a=%C3%BC&c&=v&d=a%3Db').map(({ name, value }) => [name, value])).toEqual([
      ['a', '1'],
      ['b', 'x y'],
      ['a', 'ü'],
      ['c', ''],
      ['', 'v'],
      ['d', 'a=b'],
    ]);
    expect(readForm('')).toEqual([]);
  });

  it('keeps what is no escape', () => {
    expect(readForm('a=100%&b=%zz&c=%E9')).toEqual([
      { name: 'a', value: '100%', raw: 'a=100%' },
      { name: 'b', value: '%zz', raw: 'b=%zz' },
      { name: 'c', value: '\ufffd', raw: 'c=%E9' },
    ]);
  });

  it('is the same as the platform reads it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string()), { minLength: 1 }), (pairs) => {
        const text = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
        expect(readForm(text).map(({ name, value }) => [name, value])).toEqual([...new URLSearchParams(text)]);
      }),
    );
  });
});

describe('a multipart body', () => {
  const media = readMediaType('multipart/form-data; boundary=XX');
  const body = bytes(
    [
      'preamble',
      '--XX',
      'Content-Disposition: form-data; name="note"',
      '',
      'two\r\nlines',
      '--XX  ',
      'content-disposition: form-data; name="file"; filename="a.txt"; filename*=UTF-8\'\'na%C3%AFve.txt',
      'Content-Type: text/plain;',
      ' charset=utf-8',
      '',
      '--XX is not a boundary here? no: --XY',
      '--XX',
      '',
      '',
      '--XX--',
      'epilogue',
    ].join('\r\n'),
  );

  it('has its parts with their headers, names and exact bytes', () => {
    const read = readMultipart(body, media);
    expect(read?.whole).toBe(true);
    const text = (part: { readonly start: number; readonly end: number }): string =>
      new TextDecoder().decode(body.subarray(part.start, part.end));
    expect(read?.parts.map((part) => [part.name, part.fileName, part.contentType, text(part)])).toEqual([
      ['note', null, 'text/plain', 'two\r\nlines'],
      ['file', 'naïve.txt', 'text/plain; charset=utf-8', '--XX is not a boundary here? no: --XY'],
      [null, null, 'text/plain', ''],
    ]);
    expect(read?.parts[1]?.headers.map(([name]) => name)).toEqual(['content-disposition', 'Content-Type']);
  });

  it('is read with bare line feeds, and without its end', () => {
    const cut = bytes('--XX\nX: 1\n\nabc\n--XX\n\nde');
    const read = readMultipart(cut, media);
    expect(read?.whole).toBe(false);
    expect(read?.parts.map(({ start, end }) => new TextDecoder().decode(cut.subarray(start, end)))).toEqual([
      'abc',
      'de',
    ]);
  });

  it('without a boundary is none', () => {
    expect(readMultipart(body, readMediaType('multipart/form-data'))).toBeNull();
    expect(readMultipart(bytes('nothing'), media)).toBeNull();
  });

  it('gives the parts back that were put in, whatever their bytes', () => {
    const part = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const whole = parts.flatMap((one) => [...bytes('--b0undary\r\nA: b\r\n\r\n'), ...one, ...bytes('\r\n')]);
        const all = Uint8Array.from([...whole, ...bytes('--b0undary--')]);
        const read = readMultipart(all, readMediaType('multipart/mixed; boundary=b0undary'));
        expect(read?.parts.map(({ start, end }) => [...all.subarray(start, end)])).toEqual(
          parts.map((one) => [...one]),
        );
      }),
    );
  });
});

describe('XML on indented lines', () => {
  it('keeps texts, attributes, comments and CDATA', () => {
    expect(
      prettyXml('<?xml version="1.0"?><a x="1>2"><b>hi there</b><c/><!-- n --><d><![CDATA[<x>]]></d><e></e>tail</a>'),
    ).toBe(
      [
        '<?xml version="1.0"?>',
        '<a x="1>2">',
        '  <b>hi there</b>',
        '  <c/>',
        '  <!-- n -->',
        '  <d><![CDATA[<x>]]></d>',
        '  <e></e>',
        '  tail',
        '</a>',
      ].join('\n'),
    );
  });

  it('keeps a document type with its inner part in one piece', () => {
    const doctype = '<!DOCTYPE a [<!ENTITY x "y>">]>';
    expect(prettyXml(`${doctype}<a>&x;</a>`)).toBe(`${doctype}\n<a>&x;</a>`);
  });

  it('changes white space alone and never throws, of any text', () => {
    const signs = fc.constantFrom(
      '<a>',
      '</a>',
      '<b/>',
      '<',
      '>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '"',
      ' ',
      '\n',
      'x',
      '<!a',
      '<?',
      '?>',
    );
    fc.assert(
      fc.property(
        fc.array(signs).map((all) => all.join('')),
        (text) => {
          expect(prettyXml(text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
    );
  });
});

describe('a picture', () => {
  const png = (width: number, height: number): Uint8Array =>
    Uint8Array.from([
      ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
      ...[width, height].flatMap((n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]),
    ]);

  it('is known by its first bytes, with its size', () => {
    expect(sniffRaster(png(300, 200))).toEqual({ type: 'image/png', width: 300, height: 200 });
    expect(sniffRaster(Uint8Array.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 2, 1, 3, 0]))).toEqual({
      type: 'image/gif',
      width: 258,
      height: 3,
    });
    // An APP0 segment of four bytes, then the frame: 8 bits, height 16, width 32.
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 16, 0, 32];
    expect(sniffRaster(Uint8Array.from(jpeg))).toEqual({ type: 'image/jpeg', width: 32, height: 16 });
  });

  it('that is a document, or too large, or without a size is not shown', () => {
    expect(sniffRaster(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull();
    expect(whyNotShown({ type: 'image/png', width: 8_000, height: 5_000 })).toBeNull();
    expect(whyNotShown({ type: 'image/png', width: 8_000, height: 5_001 })).toMatch(/too many to show/);
    expect(whyNotShown({ type: 'image/png', width: null, height: 1 })).toBe('its size is not found');
  });

  it('never throws on any bytes', () => {
    const starts = fc.constantFrom(
      [0xff, 0xd8, 0xff],
      [0x42, 0x4d],
      [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
      [],
    );
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
        sniffRaster(Uint8Array.from([...start, ...rest]));
      }),
    );
  });
});

describe('lines that are drawn', () => {
  it('of more than 2,000 characters continue on lines without a number, no character is cut', () => {
    const source = shortText(`a\n${'x'.repeat(1_999)}😀${'y'.repeat(10)}\n`);
    const lines = Array.from({ length: source.count }, (_, at) => source.at(at));
    expect(lines.map(({ number }) => number)).toEqual([1, 2, null, 3]);
    expect(lines[1]?.pieces[0]?.text).toBe('x'.repeat(1_999));
    expect(lines[2]?.pieces[0]?.text).toBe(`😀${'y'.repeat(10)}`);
  });

  it('joined again are the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a'.repeat(1_500), '\n', '😀', 'b')).map((all) => all.join('')),
        (text) => {
          const source = shortText(text);
          let joined = '';
          for (let at = 0; at < source.count; at++) {
            const { number, pieces } = source.at(at);
            joined += (number === null || at === 0 ? '' : '\n') + pieces.map((piece) => piece.text).join('');
          }
          expect(joined).toBe(text);
        },
      ),
    );
  });

  it('of JSON have names, strings and literals apart', () => {
    const text = '{\n  "k": "v",\n  "n": 1.00\n}';
    const line = linesOf(text, indexLines(text), 'json').at(1);
    expect(line.pieces.filter(({ kind }) => kind !== 'punctuation')).toEqual([
      { kind: 'key', text: '"k"' },
      { kind: 'string', text: '"v"' },
    ]);
    expect(linesOf(text, indexLines(text), 'json').at(2).pieces.at(-1)).toEqual({ kind: 'literal', text: '1.00' });
  });
});

describe('a body that is opened', () => {
  const open = (text: string, contentType: string) =>
    openBody(bytes(text), { contentType, contentEncoding: '', cut: false });

  it('is offered in the forms of its kind', async () => {
    const forms = async (text: string, type: string) => (await open(text, type)).forms;
    expect(await forms('{"a":1}', 'application/cloudevents+json')).toEqual(['formatted', 'tree', 'text', 'hex']);
    expect(await forms(' [1]', 'text/plain')).toEqual(['formatted', 'tree', 'text', 'hex']);
    expect(await forms('[INFO] started', 'text/plain')).toEqual(['text', 'hex']);
    expect(await forms('a=1', 'application/x-www-form-urlencoded')).toEqual(['fields', 'text', 'hex']);
    expect(await forms('--x', 'multipart/mixed; boundary=x')).toEqual(['parts', 'text', 'hex']);
    expect(await forms('<a/>', 'image/svg+xml')).toEqual(['formatted', 'text', 'hex']);
    expect(await forms('a\u0000b', '')).toEqual(['hex', 'text']);
  });

  it('that is not what it says is shown as text, with the reason', () => {
    const asked = {
      kind: 'json',
      text: '{"a":',
      bytes: new Uint8Array(0),
      contentType: 'application/json',
      cut: false,
    } as const;
    const formatted = formatBody({ ...asked, form: 'tree' });
    expect(formatted.shown.form).toBe('text');
    expect(formatted.notes).toEqual(['It is not JSON: a value was expected in line 1, column 6.']);
  });

  it('never throws in any form, on any bytes of any type', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/x-ndjson',
      'text/xml',
      'multipart/mixed; boundary=a',
      'application/x-www-form-urlencoded',
      'text/plain; charset=shift_jis',
      'image/png',
      '',
    );
    const codings = fc.constantFrom('', 'gzip', 'br');
    const signs = fc.constantFrom(0x7b, 0x22, 0x3c, 0x2d, 0x61, 0x0a, 0xff, 0x00);
    const any = fc.oneof(
      fc.uint8Array(),
      fc.array(signs).map((all) => Uint8Array.from(all)),
    );
    await fc.assert(
      fc.asyncProperty(any, types, codings, fc.boolean(), async (body, contentType, contentEncoding, cut) => {
        const { bytes: decoded, forms, text, kind } = await openBody(body, { contentType, contentEncoding, cut });
        const all: readonly BodyForm[] = [...forms, 'formatted', 'tree', 'fields', 'parts'];
        for (const form of all) formatBody({ form, kind, text: text?.text ?? null, bytes: decoded, contentType, cut });
      }),
    );
  });
});

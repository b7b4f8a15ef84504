import { describe, expect, it } from 'vitest';
import { base64Of, bytesOf, hexLine, hexLineCount, textOf } from '../../src/renderer/view-models/body-bytes';
import { sayBodyPromise } from '../../src/renderer/view-models/body-promise';
import { bodyBase64, bodyOf } from '../../src/renderer/view-models/draft-body';
import { readHeaderLines } from '../../src/renderer/view-models/header-lines';
import { jsonProblem } from '../../src/renderer/view-models/json-layout';
import { showHidden } from '../../src/shared/words/hidden';

describe('JSON that is expected', () => {
  it('is told from what is none', () => {
    expect(jsonProblem('{"a":1}')).toBeNull();
    expect(jsonProblem('{a:1}')).not.toBeNull();
  });
});

describe('bytes', () => {
  it('survive base64 both ways, more than one chunk of them', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);
    expect(bytesOf(base64Of(bytes))).toEqual(bytes);
  });

  it('are text only when they are whole UTF-8', () => {
    expect(textOf(Uint8Array.of(0xc3, 0xbc))).toBe('ü');
    expect(textOf(Uint8Array.of(0xc3))).toBeNull();
  });

  it('are dumped sixteen a line with offset and ASCII', () => {
    const bytes = Uint8Array.from({ length: 17 }, (_, index) => 0x41 + index);
    expect(hexLineCount(bytes)).toBe(2);
    expect([0, 1].map((index) => hexLine(bytes, index))).toEqual([
      '00000000  41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50  ABCDEFGHIJKLMNOP',
      `00000010  ${'51'.padEnd(48)}  Q`,
    ]);
  });

  it('show what would hide or turn round: controls and direction marks', () => {
    expect(showHidden('a\u202eb\u0000\tc\n')).toBe('a‹202E›b‹0000›\tc\n');
  });
});

describe('a draft', () => {
  it('sends typed text as its UTF-8 bytes, unchanged', () => {
    expect(bytesOf(bodyBase64({ kind: 'text', text: '{ "a" : "ü" }\n' }))).toEqual(
      new TextEncoder().encode('{ "a" : "ü" }\n'),
    );
  });

  it('keeps every byte: text as text, and what is no UTF-8 as bytes', () => {
    const broken = Uint8Array.of(0xff, 0x00);
    expect(bodyOf(base64Of(broken)).kind).toBe('bytes');
    expect(bytesOf(bodyBase64(bodyOf(base64Of(broken))))).toEqual(broken);
    for (const text of ['plain\n', 'a\r\nb\r', 'nul \0', '\ufeffmarked']) {
      const bytes = new TextEncoder().encode(text);
      expect(bodyOf(base64Of(bytes))).toEqual({ kind: 'text', text });
      expect(bytesOf(bodyBase64(bodyOf(base64Of(bytes))))).toEqual(bytes);
    }
  });
});

describe('header lines', () => {
  it('keep order, case and repetition', () => {
    expect(readHeaderLines('X-A: 1\n\nx-a:2\nRetry-After: Mon, 01 Jan 2035 00:00:00 GMT')).toEqual({
      ok: true,
      value: [
        ['X-A', '1'],
        ['x-a', '2'],
        ['Retry-After', 'Mon, 01 Jan 2035 00:00:00 GMT'],
      ],
    });
  });

  it('name the line that has no colon', () => {
    expect(readHeaderLines('A: 1\nbroken')).toMatchObject({ ok: false, problem: { field: 'headers' } });
  });
});

describe('what the form promises of a body', () => {
  const says = (text: string, contentType: string, wrappedBy: readonly string[] = []): string =>
    sayBodyPromise(text, text.length, contentType, wrappedBy);

  it('is its bytes as they are, whether they are JSON or not', () => {
    expect(says('{"x":1.00}', 'application/json')).toBe('Valid JSON, 10 B. Goes out exactly as typed.');
    expect(says('x', 'application/json')).toMatch(/^1 B, not JSON: .+\. Goes out exactly as typed\.$/);
    expect(says('x', 'text/plain')).toBe('1 B. Goes out exactly as typed.');
    expect(says('', 'application/json')).toBe('0 B. Goes out exactly as typed.');
  });

  it('names the providers that wrap it, and what becomes of text that is no JSON', () => {
    expect(says('{}', 'application/json', ['Kestrel'])).toBe(
      'Valid JSON, 2 B. Goes out exactly as typed, inside Kestrel’s envelope.',
    );
    expect(says('x', 'text/plain', ['Kestrel', 'Mine'])).toBe(
      '1 B. Goes out exactly as typed; inside Kestrel’s and Mine’s envelope as a JSON text.',
    );
  });
});

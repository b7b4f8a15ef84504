import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decoded, ENCODINGS, encoded } from '../../src/shared/rules/signatures/encodings';
import { latin1Text, utf8Bytes, utf8Text } from '../../src/shared/rules/signatures/text-bytes';

const anyBytes = fc.uint8Array({ maxLength: 200 });
/** Bytes that often look like UTF-8: whole texts, cut anywhere, with single bytes between. */
const almostUtf8 = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }).map((text) => [...Buffer.from(text)].slice(0, 7)),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => [...bytes]),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

it.each(ENCODINGS)('%s is written as Node writes it, and read back', (encoding) => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      const text = Buffer.from(bytes).toString(encoding);
      expect(encoded(bytes, encoding)).toBe(text);
      expect(decoded(text, encoding)).toEqual(bytes);
    }),
  );
});

it.each([
  ['hex', 'abc', null],
  ['hex', '0g', null],
  ['hex', 'AB', [0xab]],
  ['base64', 'a', null],
  ['base64', '-_8=', null],
  ['base64', '+/8', [0xfb, 0xff]],
  ['base64url', '-_8', [0xfb, 0xff]],
  ['base64url', '+/8=', null],
  ['base64', 'AA=A', null],
] as const)('%s %s', (encoding, text, bytes) => {
  const read = decoded(text, encoding);
  expect(read === null ? null : [...read]).toEqual(bytes);
});

it('UTF-8 is read as the Encoding Standard reads it', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  fc.assert(
    fc.property(fc.oneof(almostUtf8, anyBytes), (bytes) => {
      const { text, isWhole } = utf8Text(bytes);
      expect(text).toBe(lenient.decode(bytes));
      let valid = true;
      try {
        strict.decode(bytes);
      } catch {
        valid = false;
      }
      expect(isWhole).toBe(valid);
    }),
    { numRuns: 2_000 },
  );
});

it('UTF-8 is written as Node writes it, lone surrogates too', () => {
  const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        anyUnits.map((units) => String.fromCharCode(...units)),
      ),
      (text) => {
        expect([...utf8Bytes(text)]).toEqual([...Buffer.from(text)]);
      },
    ),
  );
});

it('every byte is a character in Latin-1', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(latin1Text(all)).toBe(Buffer.from(all).toString('latin1'));
});

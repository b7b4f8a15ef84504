import type { Encoding } from '../encodings';
import type { Hash, KeyForm, SignedPiece } from '../scheme';

/** A language's way to verify, as texts: what stands in ‹› is filled in. */
export type SnippetLanguage = {
  readonly id: 'node' | 'python' | 'go' | 'php' | 'ruby';
  readonly name: string;
  /** The whole file, of `‹read›`, `‹key›`, `‹hash›`, `‹content›`, `‹encode›`. */
  readonly file: string;
  /** Lines that read what is signed along, of `‹header›` and, in fields, `‹mark›` and `‹length›`. */
  readonly idLine: string;
  readonly timestampLine: string;
  readonly timestampFieldLine: string;
  /** Lines that take the signatures out of `value`, of `‹mark›` and `‹length›`. */
  readonly whole: string;
  readonly list: string;
  readonly fields: string;
  /** Of `‹seconds›`. */
  readonly age: string;
  readonly key: Readonly<Record<KeyForm, string>>;
  readonly hash: Readonly<Record<Hash, string>>;
  readonly encode: Readonly<Record<Encoding, string>>;
  /** One piece of what is signed, of `‹words›`. */
  readonly piece: Readonly<Record<SignedPiece['kind'], string>>;
  readonly betweenPieces: string;
  /** A text as the language writes it. */
  readonly quoted: (text: string) => string;
};

/** For languages whose texts in double quotes take JSON's escapes. */
export const doubleQuoted = (text: string): string => JSON.stringify(text);

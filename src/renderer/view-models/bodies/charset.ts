import { isTextType, isXmlType, type MediaType } from './media-type';

/** A body read as text. A byte order mark stays in it. */
export type BodyText = {
  readonly text: string;
  /** By which charset it was read, as a reader knows it: `utf-8`, `windows-1253`. */
  readonly charset: string;
  /** What is to be known of that: an unknown charset, bytes that are not of it. Null: nothing. */
  readonly note: string | null;
};

const XML_ENCODING = /^(?:\ufeff)?\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;
const XML_HEAD = 200;

/** Every byte is the character of its number (ISO 8859-1): no byte is lost, whatever it was meant to be. */
export function asLatin1(bytes: Uint8Array): string {
  const CHUNK = 0x8000;
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  }
  return text;
}

/** A byte order mark names its charset, whatever else is declared. */
function markedCharset([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : null;
}

function declaredCharset(bytes: Uint8Array, media: MediaType): string | null {
  const named = media.parameters.get('charset')?.trim();
  if (named !== undefined && named !== '') return named;
  const looksXml = isXmlType(media) || (bytes[0] === 0x3c && bytes[1] === 0x3f);
  return looksXml ? (XML_ENCODING.exec(asLatin1(bytes.subarray(0, XML_HEAD)))?.[1] ?? null) : null;
}

function decoderOf(charset: string, fatal: boolean): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal, ignoreBOM: true });
  } catch {
    return null;
  }
}

function decoded(bytes: Uint8Array, decoder: TextDecoder): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a body as text by the charset that it declares; null for what is no text. */
export function readText(bytes: Uint8Array, media: MediaType): BodyText | null {
  const marked = markedCharset(bytes);
  const declared = marked ?? declaredCharset(bytes, media);
  if (declared !== null && decoderOf(declared, false) === null) {
    return {
      text: asLatin1(bytes),
      charset: 'iso-8859-1',
      note: `The charset ${declared} is not known: each byte is shown as the ISO 8859-1 character of its number.`,
    };
  }
  const charset = declared ?? 'utf-8';
  const strict = decoderOf(charset, true);
  const text = strict === null ? null : decoded(bytes, strict);
  if (text !== null && strict !== null) return { text, charset: strict.encoding, note: null };
  if (declared === null && !isTextType(media)) return null;
  const loose = decoderOf(charset, false);
  if (loose === null) return null;
  return {
    text: loose.decode(bytes),
    charset: loose.encoding,
    note: `Some bytes are not ${loose.encoding}; they show as \ufffd. Hex shows all.`,
  };
}

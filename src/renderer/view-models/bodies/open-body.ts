import { asLatin1, type BodyText, readText } from './charset';
import { type DecodedStep, decodeContent } from './content-coding';
import { type FormField, readForm } from './form-fields';
import { type JsonIndex, scanJson } from './json-scan';
import { prettyJson } from './json-text';
import {
  isFormType,
  isJsonLinesType,
  isJsonType,
  isMultipartType,
  isXmlType,
  type MediaType,
  readMediaType,
} from './media-type';
import { type Multipart, readMultipart } from './multipart';
import { type Raster, sniffRaster } from './raster';
import { indexLines, type LineIndex } from './text-lines';
import { prettyXml } from './xml-text';

/** How a body can be shown. */
export type BodyForm = 'formatted' | 'tree' | 'fields' | 'parts' | 'image' | 'text' | 'hex';

export type BodySource = {
  readonly base64: string;
  readonly contentType: string;
  readonly contentEncoding: string;
  /** Less is held than there was. */
  readonly cut: boolean;
};

/** A body as it can be shown: its codings taken off, its charset known. */
export type OpenedBody = {
  /** As stored, and as they are without codings: the same bytes when there are none. */
  readonly stored: Uint8Array;
  readonly bytes: Uint8Array;
  readonly steps: readonly DecodedStep[];
  readonly text: BodyText | null;
  readonly raster: Raster | null;
  /** In the order in which they are offered. */
  readonly forms: readonly BodyForm[];
  /** What it is taken for: `json`, `json-lines`, `xml` … */
  readonly kind: BodyKind;
  readonly notes: readonly string[];
};
export type BodyKind = 'json' | 'json-lines' | 'xml' | 'form' | 'multipart' | 'image' | 'text' | 'binary';

/** Longer bodies are not formatted before a person asks for it. Bytes. */
export const ASKS_FIRST = 2_097_152;

/** Controls but for tab, line feed, form feed and return: hardly in a text. */
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;
const SNIFFED = 4_096;

/** Takes codings off and finds out how a body can be shown. Never throws, whatever the bytes are. */
export async function openBody(stored: Uint8Array, source: Omit<BodySource, 'base64'>): Promise<OpenedBody> {
  const { bytes, steps, stopped } = await decodeContent(stored, source.contentEncoding);
  const media = readMediaType(source.contentType);
  const notes: string[] = stopped === null ? [] : [stopped];
  const encodedStill = stopped !== null && steps.length < codingsIn(source.contentEncoding);
  const raster = sniffRaster(bytes);
  const text = encodedStill ? null : readText(bytes, media);
  if (text?.note != null) notes.push(text.note);
  const kind = kindOf(media, text, raster, source.cut);
  return { stored, bytes, steps, text, raster, forms: formsOf(kind, text), kind, notes };
}

const codingsIn = (value: string): number =>
  value.split(',').filter((coding) => !['', 'identity'].includes(coding.trim().toLowerCase())).length;

function kindOf(media: MediaType, text: BodyText | null, raster: Raster | null, cut: boolean): BodyKind {
  if (isMultipartType(media)) return 'multipart';
  if (raster !== null) return 'image';
  if (text === null) return 'binary';
  if (isJsonLinesType(media)) return 'json-lines';
  if (isJsonType(media)) return 'json';
  if (isFormType(media)) return 'form';
  if (isXmlType(media) || /^\ufeff?\s*<\?xml\s/.test(text.text.slice(0, SNIFFED))) return 'xml';
  // What begins like JSON is tried, whatever it calls itself.
  if (/^\ufeff?\s*[[{]/.test(text.text.slice(0, SNIFFED)) && looksJson(text.text, cut)) return 'json';
  return media.type === '' && CONTROLS.test(text.text.slice(0, SNIFFED)) ? 'binary' : 'text';
}

function looksJson(text: string, cut: boolean): boolean {
  const scan = scanJson(text, { cut });
  return scan.ok || scan.full;
}

function formsOf(kind: BodyKind, text: BodyText | null): readonly BodyForm[] {
  const own: Readonly<Record<BodyKind, readonly BodyForm[]>> = {
    json: ['formatted', 'tree'],
    'json-lines': ['formatted', 'tree'],
    xml: ['formatted'],
    form: ['fields'],
    multipart: ['parts'],
    image: ['image'],
    text: [],
    binary: [],
  };
  const plain: readonly BodyForm[] = text === null ? ['hex'] : ['text', 'hex'];
  return [...own[kind], ...(kind === 'binary' ? [...plain].reverse() : plain)];
}

/** What a form needs to be drawn. */
export type Shown =
  | { readonly form: 'formatted' | 'text'; readonly text: string; readonly lines: LineIndex; readonly json: boolean }
  | { readonly form: 'tree'; readonly text: string; readonly index: JsonIndex }
  | { readonly form: 'fields'; readonly fields: readonly FormField[] }
  | { readonly form: 'parts'; readonly multipart: Multipart }
  | { readonly form: 'image' | 'hex' };

/** `notes` say what is to be known of it. `form` is another than was asked for where the body is not what it says. */
export type Formatted = { readonly shown: Shown; readonly notes: readonly string[] };

export type ToFormat = {
  readonly form: BodyForm;
  readonly kind: BodyKind;
  readonly text: string | null;
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly cut: boolean;
};

/** Makes a form of a body. Never throws: a body that is not what it calls itself is shown as text or hex, and why is said. */
export function formatBody(asked: ToFormat): Formatted {
  const { form, text } = asked;
  switch (form) {
    case 'hex':
    case 'image':
      return { shown: { form }, notes: [] };
    case 'text':
      return { shown: textForm(text ?? asLatin1(asked.bytes)), notes: [] };
    case 'fields':
      return { shown: { form, fields: readForm(text ?? asLatin1(asked.bytes)) }, notes: [] };
    case 'parts': {
      const multipart = readMultipart(asked.bytes, readMediaType(asked.contentType));
      if (multipart !== null) return { shown: { form, multipart }, notes: missingEnd(multipart) };
      return instead(asked, 'Its boundary is missing, or not found in it.');
    }
    case 'formatted':
    case 'tree':
      return text === null ? instead(asked, 'It is no text.') : structured(asked, text);
  }
}

const missingEnd = ({ whole }: Multipart): readonly string[] => (whole ? [] : ['The last boundary is missing.']);

const textForm = (text: string): Shown => ({ form: 'text', text, lines: indexLines(text), json: false });

const instead = ({ text }: ToFormat, why: string): Formatted => ({
  shown: text === null ? { form: 'hex' } : textForm(text),
  notes: [why],
});

function structured(asked: ToFormat, text: string): Formatted {
  if (asked.kind === 'xml') {
    const pretty = prettyXml(text);
    return { shown: { form: 'formatted', text: pretty, lines: indexLines(pretty), json: false }, notes: [] };
  }
  const scan = scanJson(text, { many: asked.kind === 'json-lines', cut: asked.cut });
  if (!scan.ok && !scan.full) {
    const { line, column, says } = scan.fault;
    return instead(asked, `It is not JSON: ${says} in line ${line}, column ${column}.`);
  }
  const notes = scan.ok && scan.cut ? ['The JSON is cut; what is held of it is shown.'] : [];
  if (asked.form === 'tree' && scan.ok) return { shown: { form: 'tree', text, index: scan.index }, notes };
  if (!scan.ok) notes.push('It has more than 1,000,000 values, too many for a tree.');
  const pretty = prettyJson(text);
  return { shown: { form: 'formatted', text: pretty, lines: indexLines(pretty), json: true }, notes };
}

import { showHidden } from '../../shared/words/hidden';
import { hexLine, hexLineCount, readableText } from './body-bytes';
import { isJson, type JsonPiece, layOutJson } from './json-layout';

export type BodyForm = 'formatted' | 'raw' | 'hex';
export type CodePiece = { readonly kind: JsonPiece['kind'] | 'plain'; readonly text: string };
export type CodeLine = {
  /** Null continues the line before, or has no number. */
  readonly number: number | null;
  readonly pieces: readonly CodePiece[];
};
/** Lines that are made when they come into sight: a body may have hundreds of thousands. */
export type CodeSource = { readonly count: number; readonly at: (index: number) => CodeLine };

/** A line longer than this is shown in pieces, so that no single line slows the page. */
const LONGEST_LINE = 2_000;
/** Longer bodies open raw; formatting them is one click away. */
const FORMAT_AT_ONCE = 2_097_152;

/** Bodies that begin like JSON and are JSON, whatever their content type says. */
export const canFormat = (text: string, contentType: string): boolean =>
  (/json/i.test(contentType) || /^\s*[[{]/.test(text)) && isJson(text);

/** How a body is shown before anyone chooses. */
export function firstForm(bytes: Uint8Array, text: string | null, formattable: boolean): BodyForm {
  if (text === null) return 'hex';
  return formattable && bytes.length <= FORMAT_AT_ONCE ? 'formatted' : 'raw';
}

export function bodySource(bytes: Uint8Array, form: BodyForm): CodeSource {
  switch (form) {
    case 'hex':
      return {
        count: hexLineCount(bytes),
        at: (index) => ({ number: null, pieces: [{ kind: 'plain', text: hexLine(bytes, index) }] }),
      };
    case 'raw':
      return textSource(readableText(bytes));
    case 'formatted': {
      const lines = layOutJson(readableText(bytes));
      return {
        count: lines.length,
        at: (index) => ({
          number: index + 1,
          pieces: (lines[index] ?? []).map(({ kind, text }) => ({ kind, text: showHidden(text) })),
        }),
      };
    }
  }
}

/** The lines of a text as it stands; very long ones continue on lines without a number. */
export function textSource(text: string): CodeSource {
  const lines: (readonly [number: number | null, text: string])[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    for (let from = 0; from === 0 || from < line.length; from += LONGEST_LINE) {
      lines.push([from === 0 ? index + 1 : null, line.slice(from, from + LONGEST_LINE)]);
    }
  }
  return {
    count: lines.length,
    at(index) {
      const [number, piece] = lines[index] ?? [null, ''];
      return { number, pieces: [{ kind: 'plain', text: showHidden(piece) }] };
    },
  };
}

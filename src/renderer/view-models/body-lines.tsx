import type { ReactNode } from 'react';
import { hexLines, readableText, showHidden } from './body-bytes';
import { isJson, layOutJson } from './json-layout';

export type BodyForm = 'formatted' | 'raw' | 'hex';
export type BodyLine = { readonly number: number | null; readonly text: ReactNode };

/** A line longer than this is shown in pieces, so that no single line slows the page. */
const LONGEST_LINE = 2_000;

/** Bodies that begin like JSON and are JSON, whatever their content type says. */
export const canFormat = (text: string, contentType: string): boolean =>
  (/json/i.test(contentType) || /^\s*[[{]/.test(text)) && isJson(text);

export function bodyLines(bytes: Uint8Array, form: BodyForm): readonly BodyLine[] {
  switch (form) {
    case 'hex':
      return hexLines(bytes).map((text) => ({ number: null, text }));
    case 'raw':
      return rawLines(showHidden(readableText(bytes)));
    case 'formatted':
      return layOutJson(readableText(bytes)).map((line, index) => ({
        number: index + 1,
        text: line.map((piece, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never move
          <span key={place} className={`${piece.kind}-text`}>
            {showHidden(piece.text)}
          </span>
        )),
      }));
  }
}

function rawLines(text: string): readonly BodyLine[] {
  const lines: BodyLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    for (let from = 0; from === 0 || from < line.length; from += LONGEST_LINE) {
      lines.push({ number: from === 0 ? index + 1 : null, text: line.slice(from, from + LONGEST_LINE) });
    }
  }
  return lines;
}

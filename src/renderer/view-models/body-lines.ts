import { hexLine, hexLineCount } from './body-bytes';

export type CodePiece = {
  readonly kind: 'punctuation' | 'key' | 'string' | 'literal' | 'plain';
  readonly text: string;
};
export type CodeLine = {
  /** Null continues the line before, or has no number. */
  readonly number: number | null;
  readonly pieces: readonly CodePiece[];
};
/** Lines that are made when they come into sight: a body may have hundreds of thousands. */
export type CodeSource = { readonly count: number; readonly at: (index: number) => CodeLine };

export const hexSource = (bytes: Uint8Array): CodeSource => ({
  count: hexLineCount(bytes),
  at: (index) => ({ number: null, pieces: [{ kind: 'plain', text: hexLine(bytes, index) }] }),
});

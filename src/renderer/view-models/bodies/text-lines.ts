import { showHidden } from '../../../shared/words/hidden';
import type { CodeLine, CodePiece, CodeSource } from '../body-lines';

/** A line longer than this, in UTF-16 units, is shown in pieces, so that no single line slows the page. */
const LONGEST_LINE = 2_000;

/** Where the drawn lines of a text begin, and the number of each; 0 for one that continues the one before. */
export type LineIndex = { readonly starts: Uint32Array; readonly numbers: Uint32Array };

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

export function indexLines(text: string): LineIndex {
  let room = 1_024;
  let starts = new Uint32Array(room);
  let numbers = new Uint32Array(room);
  let count = 0;
  const add = (start: number, number: number): void => {
    if (count === room) {
      room *= 2;
      const [moreStarts, moreNumbers] = [new Uint32Array(room), new Uint32Array(room)];
      moreStarts.set(starts);
      moreNumbers.set(numbers);
      starts = moreStarts;
      numbers = moreNumbers;
    }
    starts[count] = start;
    numbers[count] = number;
    count += 1;
  };
  let number = 0;
  for (let from = 0; from <= text.length; ) {
    const feed = text.indexOf('\n', from);
    const end = feed === -1 ? text.length : feed;
    number += 1;
    add(from, number);
    for (let at = from + LONGEST_LINE; at < end; at += LONGEST_LINE) {
      // A character of two units stays whole.
      if (isHighSurrogate(text.charCodeAt(at - 1))) at -= 1;
      add(at, 0);
    }
    from = end + 1;
  }
  return { starts: starts.slice(0, count), numbers: numbers.slice(0, count) };
}

type Paint = (line: string, continues: boolean) => readonly CodePiece[];

const plain: Paint = (line) => [{ kind: 'plain', text: line }];

const TOKEN = /"(?:[^"\\]|\\.?)*"?|[{}[\]:,]|\s+|[^\s{}[\]:,"]+/g;

/** The colours of a line of laid-out JSON, in which only strings are long enough to be continued. */
const json: Paint = (line, continues) => {
  if (continues) return [{ kind: 'string', text: line }];
  const tokens = line.match(TOKEN) ?? [];
  return tokens.map((token, at) => {
    if (token.startsWith('"')) return { kind: tokens[at + 1] === ':' ? 'key' : 'string', text: token };
    return { kind: /^[{}[\]:,\s]/.test(token) ? 'punctuation' : 'literal', text: token };
  });
};

/** Lines of a text that was indexed, made as they come into sight. */
export function linesOf(
  text: string,
  { starts, numbers }: LineIndex,
  language: 'plain' | 'json' = 'plain',
): CodeSource {
  const paint = language === 'json' ? json : plain;
  return {
    count: starts.length,
    at(index): CodeLine {
      const from = starts[index] ?? text.length;
      const next = starts[index + 1];
      const continued = numbers[index + 1] === 0;
      const to = next === undefined ? text.length : continued ? next : next - 1;
      const number = numbers[index] ?? 0;
      const pieces = paint(text.slice(from, to), number === 0);
      return {
        number: number === 0 ? null : number,
        pieces: pieces.map(({ kind, text: piece }) => ({ kind, text: showHidden(piece) })),
      };
    },
  };
}

/** A text that is short enough to be indexed at once. */
export const shortText = (text: string): CodeSource => linesOf(text, indexLines(text));

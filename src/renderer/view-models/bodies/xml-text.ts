/** How a piece that is no element begins and ends. */
const FRAMES: readonly (readonly [begins: string, ends: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/** Where a tag or a declaration that begins here ends, over quotation marks and brackets; -1 when it is neither. */
function tagEnd(text: string, start: number): number {
  const isDeclaration = text.startsWith('<!', start);
  let brackets = 0;
  for (let at = start + 1; at < text.length; at++) {
    switch (text.charAt(at)) {
      case '>':
        if (brackets <= 0) return at + 1;
        break;
      case '<':
        if (!isDeclaration) return -1;
        break;
      case '[':
        brackets += isDeclaration ? 1 : 0;
        break;
      case ']':
        brackets -= isDeclaration ? 1 : 0;
        break;
      case '"':
      case "'": {
        const close = text.indexOf(text.charAt(at), at + 1);
        if (close === -1) return -1;
        at = close;
      }
    }
  }
  return -1;
}

const NAME_BEGINS = /[A-Za-z_:\u0080-\uffff]/;

/** Comments, CDATA, instructions, declarations, tags, and the text between them; what is unfinished is text. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  // What is not found once is not looked for again: a hostile text would make that slow.
  const missing = new Set<string>();
  for (let at = 0; at < text.length; ) {
    let end = -1;
    if (text.charAt(at) !== '<') {
      const next = text.indexOf('<', at);
      end = next === -1 ? text.length : next;
    } else {
      const frame = FRAMES.find(([begins]) => text.startsWith(begins, at));
      if (frame !== undefined && !missing.has(frame[1])) {
        const found = text.indexOf(frame[1], at + frame[0].length);
        if (found === -1) missing.add(frame[1]);
        else end = found + frame[1].length;
      } else if (frame === undefined && isNamed(text, at) && !missing.has('tag')) {
        end = tagEnd(text, at);
        if (end === -1 && text.startsWith('<!', at)) missing.add('tag');
      }
      if (end === -1) end = at + 1;
    }
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

const isNamed = (text: string, at: number): boolean => {
  const first = text.charAt(at + 1);
  return NAME_BEGINS.test(first) || ((first === '/' || first === '!') && NAME_BEGINS.test(text.charAt(at + 2)));
};

const DEEPEST_INDENT = 64;
const indent = (depth: number): string => '  '.repeat(Math.min(depth, DEEPEST_INDENT));

const isOpening = (piece: string): boolean => /^<[^/!?]/.test(piece) && piece.endsWith('>') && !piece.endsWith('/>');
const isClosing = (piece: string): boolean => piece.startsWith('</');
const isText = (piece: string): boolean => !(piece.startsWith('<') && piece.endsWith('>'));

/**
 * An XML text on indented lines. White space between tags is made anew; tags, text, comments and CDATA stand as they
 * came. An element that holds text alone stays on one line. Never refuses: what is not XML comes back nearly as it is.
 */
export function prettyXml(text: string): string {
  const pieces = piecesOf(text).filter((piece) => piece.trim() !== '');
  const lines: string[] = [];
  let depth = 0;
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? '';
    if (isClosing(piece)) depth = Math.max(0, depth - 1);
    let line = isText(piece) ? piece.trim() : piece;
    if (isOpening(piece)) {
      const [inner, end] = [pieces[at + 1], pieces[at + 2]];
      if (inner !== undefined && isClosing(inner)) {
        line += inner;
        at += 1;
      } else if (inner !== undefined && end !== undefined && isClosing(end) && isPlain(inner)) {
        line += inner + end;
        at += 2;
      } else {
        lines.push(indent(depth) + line);
        depth += 1;
        continue;
      }
    }
    lines.push(indent(depth) + line);
  }
  return lines.join('\n');
}

const isPlain = (piece: string): boolean => isText(piece) || piece.startsWith('<![CDATA[');

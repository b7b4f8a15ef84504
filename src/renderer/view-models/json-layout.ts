export type JsonPiece = { readonly kind: 'punctuation' | 'key' | 'string' | 'literal'; readonly text: string };
export type JsonLine = readonly JsonPiece[];

/** Whether a text is JSON. Its values are never used: numbers would lose digits. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where a text stops being JSON, in words, or null when it is JSON. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * A JSON text on indented lines. Only white space between tokens is changed: strings, escapes and numbers stand as
 * they came. The text has to be JSON.
 */
export function layOutJson(text: string): readonly JsonLine[] {
  const tokens = text.match(TOKEN) ?? [];
  const lines: JsonLine[] = [];
  let line: JsonPiece[] = [];
  let depth = 0;
  const breakLine = (): void => {
    if (line.length > 0) lines.push(line);
    line = depth === 0 ? [] : [{ kind: 'punctuation', text: '  '.repeat(depth) }];
  };
  const add = (kind: JsonPiece['kind'], piece: string): void => {
    line.push({ kind, text: piece });
  };
  for (const [index, token] of tokens.entries()) {
    const following = tokens[index + 1];
    switch (token) {
      case '{':
      case '[':
        add('punctuation', token);
        if (following === '}' || following === ']') break;
        depth += 1;
        breakLine();
        break;
      case '}':
      case ']': {
        const opened = tokens[index - 1];
        if (opened !== '{' && opened !== '[') {
          depth -= 1;
          breakLine();
        }
        add('punctuation', token);
        break;
      }
      case ',':
        add('punctuation', ',');
        breakLine();
        break;
      case ':':
        add('punctuation', ': ');
        break;
      default:
        add(token.startsWith('"') ? (following === ':' ? 'key' : 'string') : 'literal', token);
    }
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

/**
 * The text of the value at a path of a JSON text, as it stands there, so that no number loses a digit; null when
 * there is none or the text is not JSON. Of a key that comes twice the last one counts.
 */
export function jsonTextAt(text: string, path: readonly (string | number)[]): string | null {
  if (parsed(text) === undefined) return null;
  let from = afterSpace(text, 0);
  for (const key of path) {
    const next = typeof key === 'string' ? memberOf(text, from, key) : itemOf(text, from, key);
    if (next === null) return null;
    from = next;
  }
  return text.slice(from, endOfValue(text, from));
}

/** A JSON text as a value; undefined when it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// From here on the text is known to be JSON.

const afterSpace = (text: string, from: number): number => {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? '.')) at++;
  return at;
};

function memberOf(text: string, from: number, key: string): number | null {
  if (text[from] !== '{') return null;
  let found: number | null = null;
  let at = afterSpace(text, from + 1);
  while (text[at] === '"') {
    const endOfName = endOfString(text, at);
    const value = afterSpace(text, afterSpace(text, endOfName) + 1);
    if (parsed(text.slice(at, endOfName)) === key) found = value;
    at = afterSpace(text, endOfValue(text, value));
    if (text[at] !== ',') break;
    at = afterSpace(text, at + 1);
  }
  return found;
}

function itemOf(text: string, from: number, index: number): number | null {
  if (text[from] !== '[') return null;
  let at = afterSpace(text, from + 1);
  if (text[at] === ']') return null;
  for (let place = 0; place < index; place++) {
    at = afterSpace(text, endOfValue(text, at));
    if (text[at] !== ',') return null;
    at = afterSpace(text, at + 1);
  }
  return at;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from);
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '"') {
      at = endOfString(text, at);
      continue;
    }
    if ('{['.includes(char)) depth++;
    else if ('}]'.includes(char)) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && ', \t\r\n'.includes(char)) return at;
    at++;
  }
  return at;
}

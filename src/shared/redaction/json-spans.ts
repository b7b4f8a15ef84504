import type { JsonPath } from '../json/path';

/** From (included) to (excluded), in characters of the text that was looked through. */
export type Span = { readonly from: number; readonly to: number };

/** How far each path has come: the path, and how many of its segments are behind. */
type Walker = { readonly path: JsonPath; readonly done: number };

type Level = { readonly isList: boolean; readonly walkers: readonly Walker[]; index: number };

const SPACE = ' \t\n\r';
const ENDS_SCALAR = ' \t\n\r,]}[{":';

/**
 * Where the values stand that the paths lead to, outermost and in order. The text is never read into numbers or
 * strings of the language, so that everything around a span stays as it is. Of a text that ends early, or stops being
 * JSON, what came before counts: a value that never ends reaches to the end.
 * @param text one character for each byte (Latin-1), so that any encoding that agrees with ASCII will do
 */
export function jsonSpans(text: string, paths: readonly JsonPath[]): readonly Span[] {
  const spans: Span[] = [];
  const levels: Level[] = [];
  const top: readonly Walker[] = paths.map((path) => ({ path, done: 0 }));
  let at = 0;
  const skipSpace = (): string => {
    at = endOfSpace(text, at);
    return text.charAt(at);
  };

  /** Goes over one value, or into it. False where there is none. */
  const value = (walkers: readonly Walker[]): boolean => {
    const next = skipSpace();
    if (next === '') return false;
    if (walkers.some(({ path, done }) => done === path.length)) {
      const from = at;
      at = endOfValue(text, at);
      if (at === from) return false;
      spans.push({ from, to: at });
      return true;
    }
    if (next === '{' || next === '[') {
      at += 1;
      levels.push({ isList: next === '[', walkers, index: 0 });
      return true;
    }
    const from = at;
    at = next === '"' ? endOfString(text, at) : endOfScalar(text, at);
    return at > from;
  };

  for (;;) {
    const level = levels.at(-1);
    if (level === undefined) {
      // One value after the other, as in JSON lines.
      if (!value(top)) return spans;
      continue;
    }
    const next = skipSpace();
    if (next === ',') {
      at += 1;
      continue;
    }
    if (next === (level.isList ? ']' : '}')) {
      at += 1;
      levels.pop();
      continue;
    }
    if (level.isList) {
      if (!value(stepped(level.walkers, level.index))) return spans;
      level.index += 1;
      continue;
    }
    if (next !== '"') return spans;
    const from = at;
    at = endOfString(text, at);
    const name = nameOf(text.slice(from, at));
    if (name === null || skipSpace() !== ':') return spans;
    at += 1;
    if (!value(stepped(level.walkers, name))) return spans;
  }
}

function stepped(walkers: readonly Walker[], child: string | number): readonly Walker[] {
  const next: Walker[] = [];
  // Once each: under `$..a..a` every level would have more of them than the one above.
  const add = (path: JsonPath, done: number): void => {
    if (!next.some((walker) => walker.path === path && walker.done === done)) next.push({ path, done });
  };
  for (const { path, done } of walkers) {
    const segment = path[done];
    if (segment === undefined) continue;
    if (segment.kind !== 'index' && segment.deep) add(path, done);
    const meant =
      segment.kind === 'any' || (segment.kind === 'index' ? segment.index === child : segment.name === child);
    if (meant) add(path, done + 1);
  }
  return next;
}

// By hand: a pattern would remember each of a few million characters.
function endOfSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && SPACE.includes(text.charAt(at))) at += 1;
  return at;
}

function endOfScalar(text: string, from: number): number {
  let at = from;
  while (at < text.length && !ENDS_SCALAR.includes(text.charAt(at))) at += 1;
  return at;
}

/** Behind the closing quote, or the end of the text. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    at += char === '\\' ? 2 : 1;
  }
  return text.length;
}

/** Where the value that begins here ends, whatever is in it. */
function endOfValue(text: string, from: number): number {
  let at = from;
  let depth = 0;
  for (;;) {
    at = endOfSpace(text, at);
    const next = text.charAt(at);
    if (next === '') return text.length;
    if (next === '"') at = endOfString(text, at);
    else if (next === '{' || next === '[') {
      depth += 1;
      at += 1;
    } else if (next === '}' || next === ']') {
      if (depth === 0) return from;
      depth -= 1;
      at += 1;
    } else if (next === ',' || next === ':') {
      if (depth === 0) return at;
      at += 1;
      continue;
    } else at = Math.max(endOfScalar(text, at), at + 1);
    if (depth === 0) return at;
  }
}

/** The name between the quotes, decoded; null when it never ends or is not JSON. */
function nameOf(quoted: string): string | null {
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === 'string' ? utf8(name) : null;
  } catch {
    return null;
  }
}

/** What was read byte by byte, as UTF-8; anything else stays as it is. */
function utf8(latin1: string): string {
  if (!/[\u0080-\u00ff]/.test(latin1) || /[\u0100-\uffff]/.test(latin1)) return latin1;
  try {
    return decodeURIComponent(
      latin1.replace(/[%\u0080-\u00ff]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
    );
  } catch {
    return latin1;
  }
}

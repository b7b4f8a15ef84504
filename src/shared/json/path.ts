import { ok, type Result, refuse } from '../model/problem';

/** One step of a path. `deep`: at any depth from here. */
export type PathSegment =
  | { readonly kind: 'name'; readonly name: string; readonly deep: boolean }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'any'; readonly deep: boolean };

export type JsonPath = readonly PathSegment[];

const NAME = /(\.\.?)(?:(\*)|([^\s.[\]*'"]+))/y;
const INDEX = /\[(\d{1,9})\]/y;
const ANY = /\[\*\]/y;
const QUOTED = /\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\]/y;

/** Reads a path such as `$.card.number`, `$.items[*].token`, `$..password` or `$["a b"][0]` (a part of RFC 9535). */
export function readJsonPath(text: string): Result<JsonPath> {
  if (!text.startsWith('$')) return refuse('invalid', 'A path begins with $, such as $.card.number.');
  const segments: PathSegment[] = [];
  let at = 1;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const name = take(NAME);
    if (name !== null) {
      const deep = name[1] === '..';
      segments.push(name[2] === '*' ? { kind: 'any', deep } : { kind: 'name', name: name[3] ?? '', deep });
      continue;
    }
    const index = take(INDEX);
    if (index !== null) {
      segments.push({ kind: 'index', index: Number(index[1]) });
      continue;
    }
    if (take(ANY) !== null) {
      segments.push({ kind: 'any', deep: false });
      continue;
    }
    const quoted = take(QUOTED);
    if (quoted === null)
      return refuse('invalid', `Character ${at + 1} is not part of a path. Write $.name, [0], [*] or ["name"].`);
    segments.push({ kind: 'name', name: nameIn(quoted), deep: false });
  }
  return ok(segments);
}

/** Names and places alone, as in `$.items[0].id`, whose `$` may be left out; null for anything else. */
export function readPlainPath(text: string): readonly (string | number)[] | null {
  const path = readJsonPath(text.startsWith('$') ? text : `$${text === '' || text.startsWith('[') ? '' : '.'}${text}`);
  if (!path.ok) return null;
  const keys: (string | number)[] = [];
  for (const segment of path.value) {
    if (segment.kind === 'index') keys.push(segment.index);
    else if (segment.kind === 'name' && !segment.deep) keys.push(segment.name);
    else return null;
  }
  return keys;
}

/** What stands in the quotes: in double ones as JSON has it, in single ones a backslash keeps the next character. */
function nameIn([, double, single = '']: RegExpExecArray): string {
  if (double === undefined) return single.replace(/\\(.)/g, '$1');
  try {
    return String(JSON.parse(`"${double}"`));
  } catch {
    return double.replace(/\\(.)/g, '$1');
  }
}

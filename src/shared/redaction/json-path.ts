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
    segments.push({ kind: 'name', name: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1'), deep: false });
  }
  return ok(segments);
}

/** A mapping as a file or a form has it. */
export type Mapping = { readonly [key: string]: unknown };

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two plain values say the same; a field that is undefined is one that is absent. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, i) => sameValue(each, b[i]));
  }
  if (isMapping(a) && isMapping(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameValue(a[key], b[key]));
  }
  return a === b;
}

export type ValuePath = readonly (string | number)[];

/** What stands at a path, or undefined. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const key of path) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isMapping(at)) at = at[String(key)];
    else return undefined;
  }
  return at;
}

/** The same with another value at a path; undefined takes a field away. What encloses it must be there. */
export function withValueAt(value: unknown, path: ValuePath, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    return entries.map((each, i) => (i === Number(key) ? withValueAt(each, rest, next) : each));
  }
  const fields = isMapping(value) ? value : {};
  const changed = { ...fields, [key]: withValueAt(fields[String(key)], rest, next) };
  return Object.fromEntries(Object.entries(changed).filter(([, each]) => each !== undefined));
}

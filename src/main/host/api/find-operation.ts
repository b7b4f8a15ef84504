import { METHODS, type Method, type Operation } from './operation';
import { HttpRefusal } from './problems';

export type Found = { readonly operation: Operation; readonly id: string };

/** The operation of a method and a path as it stands in the request line. @throws HttpRefusal 400, 404, 405 */
export function findOperation(operations: readonly Operation[], method: string, path: string): Found {
  const at = operations.flatMap((operation): Found[] => {
    const id = placeIn(operation.path, path);
    return id === null ? [] : [{ operation, id }];
  });
  if (at.length === 0) throw new HttpRefusal(404, 'There is nothing here. GET /v1 lists what there is.');
  const found = at.find(({ operation }) => operation.method === method);
  if (found !== undefined) return found;
  const allow = allowed(at.map(({ operation }) => operation.method)).join(', ');
  throw new HttpRefusal(405, `${method.slice(0, 20)} is not done here. Allowed: ${allow}.`, { allow });
}

export const allowed = (methods: readonly Method[]): readonly string[] => [
  ...METHODS.filter((method) => methods.includes(method)).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  ),
  'OPTIONS',
];

/**
 * What stands in the place of a template, '' where it has none; null when the path is another. Cut at its slashes
 * before anything is decoded: an encoded slash belongs to what stands between them.
 */
function placeIn(template: string, path: string): string | null {
  const wanted = template.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return null;
  let id = '';
  for (const [i, want] of wanted.entries()) {
    const part = parts[i] ?? '';
    if (want === '{id}') id = decoded(part);
    else if (want !== part) return null;
  }
  return id;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new HttpRefusal(400, 'The path is not percent-encoded UTF-8.');
  }
}

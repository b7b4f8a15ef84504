import type { HeaderList } from '../../shared/model/header';
import { ok, type Result, refuse } from '../../shared/model/problem';

export const writeHeaderLines = (headers: HeaderList): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n');

/** Header fields written one a line, `Name: value`; empty lines are passed over. */
export function readHeaderLines(text: string): Result<HeaderList> {
  const headers: [string, string][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    if (colon < 1 || name === '') {
      return refuse('invalid', `Line ${index + 1} has no colon. Write Name: value.`, 'headers');
    }
    headers.push([name, line.slice(colon + 1).trim()]);
  }
  return ok(headers);
}

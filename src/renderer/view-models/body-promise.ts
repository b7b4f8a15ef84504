import { isJson, jsonProblem } from './json-layout';
import { sayBytes } from './numbers';

/**
 * How a typed body goes out, said under its field. `wrappedBy` are the names of the policies, among those that the
 * event goes to, whose provider puts the event into an envelope of its own.
 */
export function sayBodyPromise(text: string, size: number, contentType: string, wrappedBy: readonly string[]): string {
  const expectsJson = /json/i.test(contentType) && text !== '';
  const problem = expectsJson ? jsonProblem(text) : null;
  const first =
    problem !== null
      ? `${sayBytes(size)}, not JSON: ${problem}.`
      : `${expectsJson ? 'Valid JSON, ' : ''}${sayBytes(size)}.`;
  return `${first} Goes out exactly as typed${sayWrapped(text, wrappedBy)}.`;
}

function sayWrapped(text: string, wrappedBy: readonly string[]): string {
  if (wrappedBy.length === 0) return '';
  const envelope = `inside ${wrappedBy.map((name) => `${name}’s`).join(' and ')} envelope`;
  return isJson(text) ? `, ${envelope}` : `; ${envelope} as a JSON text`;
}

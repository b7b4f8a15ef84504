import { type HeaderList, headerValue } from '../model/header';
import type { OptOut as Told } from '../model/step';
import type { OptOut } from '../policies/answers';

const plain = (text: string): string => text.trim().toLowerCase();

/** The header by which an answer ends its delivery, or null. */
export function optOutOf(optOut: OptOut | null | undefined, headers: HeaderList): Told | null {
  if (optOut === null || optOut === undefined) return null;
  const value = headerValue(headers, optOut.header);
  if (value === null || (optOut.value !== null && plain(optOut.value) !== plain(value))) return null;
  return { header: optOut.header, value };
}

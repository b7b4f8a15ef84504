/** Header fields as they stood on the wire: order, case and repetition kept. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** What a field's name may be made of (RFC 9110, token), and the sentence for one that is not. */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const HEADER_NAME_SAYS = 'A header name has letters, digits and - only.';

/** The first value of a field, compared without case; `null` when it is absent. */
export function headerValue(headers: HeaderList, name: string): string | null {
  const wanted = name.toLowerCase();
  return headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1] ?? null;
}

/** Header fields as they stood on the wire: order, case and repetition kept. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The first value of a field, compared without case; `null` when it is absent. */
export function headerValue(headers: HeaderList, name: string): string | null {
  const wanted = name.toLowerCase();
  return headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1] ?? null;
}

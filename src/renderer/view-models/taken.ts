/** What was taken over from a cURL command, and what was not. */
export const sayTaken = (hasType: boolean, left: readonly string[]): string =>
  [
    `Taken from cURL: ${hasType ? 'type, content type and body' : 'content type and body'}.`,
    `Left out: ${left.join(', ')}.`,
    ...(hasType ? [] : ['The body names no type: write one.']),
  ].join(' ');

/** The request target of a URL, as the request line carries it. */
export function targetOf(url: string): string {
  const target = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] ?? '';
  if (target === '') return '/';
  return target.startsWith('/') ? target : `/${target}`;
}

import type { HeaderList } from '../../shared/model/header';

/** The request target of a URL, as the request line carries it. */
export function targetOf(url: string): string {
  const target = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] ?? '';
  if (target === '') return '/';
  return target.startsWith('/') ? target : `/${target}`;
}

const headerLines = (headers: HeaderList): string => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

export const rawRequest = (
  request: { readonly method: string; readonly url: string; readonly headers: HeaderList },
  body: string,
): string => `${request.method} ${targetOf(request.url)} HTTP/1.1\n${headerLines(request.headers)}\n\n${body}`;

export const rawResponse = (
  response: { readonly status: number; readonly reason: string; readonly headers: HeaderList },
  body: string,
): string => `HTTP/1.1 ${response.status} ${response.reason}\n${headerLines(response.headers)}\n\n${body}`;

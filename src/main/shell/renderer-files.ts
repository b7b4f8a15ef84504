import { extname, resolve, sep } from 'node:path';

export const SCHEME = 'app';
export const HOST = 'retryscope';
export const START_URL = `${SCHEME}://${HOST}/index.html`;

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' ws://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export type RendererFile = { readonly path: string; readonly contentType: string };

/** The file below `folder` that a URL of the page names, or null: other hosts, odd paths and unknown kinds have none. */
export function rendererFile(folder: string, address: string): RendererFile | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.protocol !== `${SCHEME}:` || url.host !== HOST) return null;
  const name = decoded(url.pathname);
  if (name === null || name.includes('\\') || name.includes('\0')) return null;
  const path = resolve(folder, `.${name}`);
  const contentType = TYPES[extname(path)];
  return contentType !== undefined && path.startsWith(resolve(folder) + sep) ? { path, contentType } : null;
}

/** Whether a download is a file that the page made itself. */
export const isOwnDownload = (address: string): boolean => address.startsWith(`blob:${SCHEME}://${HOST}/`);

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null; // a stray %: not an address of ours
  }
}

import { readMediaType } from './media-type';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/css': 'css',
  'text/csv': 'csv',
  'application/x-www-form-urlencoded': 'txt',
  'application/x-ndjson': 'ndjson',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
};
const CODINGS: Readonly<Record<string, string>> = {
  gzip: '.gz',
  'x-gzip': '.gz',
  deflate: '.zz',
  br: '.br',
  zstd: '.zst',
};

/** The name under which a body is saved: `order-paid-2.json`, with the marks of codings that are still on: `.json.gz`. */
export function bodyFileName(stem: string, contentType: string, contentEncoding: string): string {
  const { type } = readMediaType(contentType);
  const suffix = /(?:\/|\+)(json|xml)$/.exec(type)?.[1];
  const codings = contentEncoding
    .split(',')
    .map((coding) => CODINGS[coding.trim().toLowerCase()] ?? '')
    .join('');
  return `${stem}.${suffix ?? EXTENSIONS[type] ?? 'bin'}${codings}`;
}

const MOST_NAME = 120;

/** A file's name as a sender wrote it, without a way to another folder and without what no system takes. */
export function safeFileName(name: string | null, otherwise: string): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const safe = last
    .replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  return safe === '' ? otherwise : safe.slice(-MOST_NAME);
}

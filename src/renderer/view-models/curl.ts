import type { HeaderList } from '../../shared/model/header';
import { base64Of, textOf } from './body-bytes';

export type CurlRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
};

/** Longer arguments do not fit into one word of a command line (Linux: 128 KiB). */
const LONGEST_ARGUMENT = 100_000;
const BASE64_LINE = 76;
/** What curl computes from the URL and the body. */
const COMPUTED = new Set(['content-length', 'transfer-encoding', 'connection', 'expect']);
/** What curl adds by itself unless it is told not to. */
const ADDED = ['Accept', 'User-Agent', 'Content-Type'] as const;

/** A word that every POSIX shell reads back as the same characters. */
export const shellWord = (text: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A command line that sends the same request again: the same header fields in the same order, the same bytes. Bytes
 * that are not text, or too many for a command line, go through base64.
 */
export function asCurl(request: CurlRequest): string {
  const host = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(request.url)?.[1] ?? '';
  const sent = request.headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    return !COMPUTED.has(lower) && !(lower === 'host' && value.toLowerCase() === host.toLowerCase());
  });
  const present = new Set(sent.map(([name]) => name.toLowerCase()));
  const words = [
    'curl --globoff --path-as-is',
    `--request ${shellWord(request.method)} ${shellWord(request.url)}`,
    // `name;` is how curl is told to send a field without a value.
    ...sent.map(([name, value]) => `--header ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...ADDED.filter((name) => !present.has(name.toLowerCase())).map((name) => `--header ${shellWord(`${name}:`)}`),
  ];
  const text = textOf(request.body);
  if (text !== null && !text.includes('\0') && request.body.length <= LONGEST_ARGUMENT) {
    // Not --data-binary: that would read a file when the body begins with @.
    return [...words, `--data-raw ${shellWord(text)}`].join(' \\\n  ');
  }
  const lines = base64Of(request.body).match(new RegExp(`.{1,${BASE64_LINE}}`, 'g')) ?? [];
  const command = [...words, '--data-binary @-'].join(' \\\n  ');
  return `base64 -d <<'BODY' | ${command}\n${lines.join('\n')}\nBODY`;
}

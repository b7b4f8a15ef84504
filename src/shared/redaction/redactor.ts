import { type JsonPath, readJsonPath } from '../json/path';
import type { HeaderList } from '../model/header';
import { jsonSpans } from './json-spans';
import { bytesOfLatin1, latin1Of } from './latin1';
import { headerKind, MARK, REDACTION_KINDS, type RedactionKind, type RedactionSettings } from './names';
import { redactedWords, withoutKnownSecrets } from './text';
import { redactedUrl } from './url';

export type RedactionCounts = Readonly<Record<RedactionKind, number>>;

/** Takes secrets out of what leaves the app, and counts them. With redaction off everything comes back as it went in. */
export type Redactor = {
  readonly headers: (headers: HeaderList) => HeaderList;
  /** A URL, or the target of a request. */
  readonly url: (url: string) => string;
  /** Bytes as they are but for the values that were redacted. */
  readonly body: (body: Uint8Array) => Uint8Array;
  /** The same of a body that is kept as text. */
  readonly data: (text: string) => string;
  /** Sentences: error texts, details, reasons. */
  readonly words: (text: string) => string;
  /** How many values were redacted so far. */
  readonly counts: () => RedactionCounts;
};

const noCounts = (): Record<RedactionKind, number> => ({
  authorization: 0,
  cookie: 0,
  secret: 0,
  signature: 0,
  url: 0,
  json: 0,
});

/** Header fields whose value is a URL. */
const URL_HEADER = /^((content-)?location|referer|origin|link|refresh)$/i;
const SCHEME = /^(basic|bearer|digest|negotiate|token|apikey)\s+(?=\S)/i;

const asIs = <T>(value: T): T => value;

export function makeRedactor(settings: RedactionSettings): Redactor {
  const counts = noCounts();
  if (!settings.on) return { headers: asIs, url: asIs, body: asIs, data: asIs, words: asIs, counts: () => counts };
  const headerNames = lowered(settings.headers);
  const parameters = lowered(settings.query);
  const paths = settings.jsonPaths.flatMap((text): readonly JsonPath[] => {
    const path = readJsonPath(text);
    return path.ok ? [path.value] : [];
  });
  const url = (text: string): string => {
    const redacted = redactedUrl(text, parameters);
    counts.url += redacted.hidden;
    return redacted.text;
  };
  const header = (name: string, value: string): string => {
    const kind = headerKind(name, headerNames);
    if (kind === null) return URL_HEADER.test(name) ? url(value) : value;
    if (value === '') return value;
    counts[kind] += 1;
    return kind === 'authorization' ? `${SCHEME.exec(value)?.[0] ?? ''}${MARK}` : MARK;
  };
  const data = (text: string): string => {
    const spans = paths.length === 0 ? [] : jsonSpans(text, paths);
    counts.json += spans.length;
    const changed = withoutKnownSecrets(without(text, spans));
    if (changed !== text && spans.length === 0) counts.secret += 1;
    return changed;
  };
  const body = (bytes: Uint8Array): Uint8Array => {
    if (bytes.length === 0) return bytes;
    const text = latin1Of(bytes);
    const changed = data(text);
    return changed === text ? bytes : bytesOfLatin1(changed);
  };
  const words = (text: string): string => {
    const changed = redactedWords(text);
    if (changed !== text) counts.secret += 1;
    return changed;
  };
  return {
    headers: (headers) => headers.map(([name, value]) => [name, header(name, value)] as const),
    url,
    body,
    data,
    words,
    counts: () => ({ ...counts }),
  };
}

const lowered = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));

function without(text: string, spans: ReturnType<typeof jsonSpans>): string {
  let changed = '';
  let from = 0;
  for (const span of spans) {
    changed += `${text.slice(from, span.from)}"${MARK}"`;
    from = span.to;
  }
  return changed + text.slice(from);
}

const KIND_WORDS: Readonly<Record<RedactionKind, readonly [one: string, many: string]>> = {
  authorization: ['authorization', 'authorizations'],
  cookie: ['cookie', 'cookies'],
  secret: ['secret', 'secrets'],
  signature: ['signature', 'signatures'],
  url: ['token in a URL', 'tokens in URLs'],
  json: ['value in a body', 'values in bodies'],
};

/** `1 cookie, 2 signatures`; empty when nothing was redacted. */
export const sayRedacted = (counts: RedactionCounts): string =>
  REDACTION_KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind].toLocaleString('en')} ${KIND_WORDS[kind][counts[kind] === 1 ? 0 : 1]}`)
    .join(', ');

/** What stands where a secret stood: ASCII, so that it may stand in a header and in a URL. */
export const MARK = 'REDACTED';

/** What is redacted, by kind: an export counts them. */
export const REDACTION_KINDS = ['authorization', 'cookie', 'secret', 'signature', 'url', 'json'] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

/** What a person decides about redaction, beside what is always looked for while it is on. */
export type RedactionSettings = {
  readonly on: boolean;
  /** Header names, compared without case. */
  readonly headers: readonly string[];
  /** Names of query parameters, compared without case. */
  readonly query: readonly string[];
  /** Places in JSON bodies, such as `$.card.number`. */
  readonly jsonPaths: readonly string[];
};

const AUTHORIZATION = /(^|[-_])authorization$/;
const COOKIE = /^(set-)?cookie2?$/;
const SIGNATURE = /signature|hmac/;
const SECRET = /(^|[-_])(token|secret|password|passwd|passphrase|api-?key|access-?key|session)$/;

/** Why a header's value is not told, or null. `also`: names in lower case that a person added. */
export function headerKind(name: string, also: ReadonlySet<string>): RedactionKind | null {
  const lower = name.toLowerCase();
  if (AUTHORIZATION.test(lower)) return 'authorization';
  if (COOKIE.test(lower)) return 'cookie';
  if (SIGNATURE.test(lower)) return 'signature';
  return SECRET.test(lower) || also.has(lower) || isSecretParameter(lower.replace(/^x[-_]/, ''), also)
    ? 'secret'
    : null;
}

const QUERY = new Set(
  'token key sig signature secret password passwd pwd passphrase auth authorization apikey jwt hmac session sessionid'.split(
    ' ',
  ),
);
const QUERY_END = /(token|secret|signature|password|apikey|accesskey|authkey|privatekey|credentials?)$/;

/** Whether a query parameter's value is somebody's. `api_key`, `api-key` and `ApiKey` are one name. */
export function isSecretParameter(name: string, also: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase();
  const plain = lower.replace(/[-_.]/g, '');
  return QUERY.has(plain) || QUERY_END.test(plain) || also.has(lower);
}

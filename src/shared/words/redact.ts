const MARK = '…';

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/whsec_[A-Za-z0-9+/=]+/g, `whsec_${MARK}`],
  [/\b(bearer|basic)\s+[^\s"',]+/gi, `$1 ${MARK}`],
  [
    /\b(authorization|cookie|set-cookie|password|passphrase|secret|token|api[-_]?key)(["']?\s*[:=]\s*["']?)(?!bearer|basic)[^\s"',}]+/gi,
    `$1$2${MARK}`,
  ],
  [/-----BEGIN [A-Z ]*-----[\s\S]*?(-----END [A-Z ]*-----|$)/g, MARK],
  // What stands before the host or after the path of a URL may be somebody's token.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, `$1${MARK}@`],
  [/\b(https?:\/\/[^\s?#"']+)[?#][^\s"')]+/gi, `$1?${MARK}`],
];

/** A line for a log or a report, without what could be a secret (law 9). */
export const redacted = (text: string): string =>
  SECRETS.reduce((line, [secret, instead]) => line.replace(secret, instead), text);

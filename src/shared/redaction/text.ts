import { MARK } from './names';

/** Secrets that are known by their own form, wherever they stand. */
const KNOWN_FORMS: readonly (readonly [RegExp, string])[] = [
  [/whsec_[A-Za-z0-9+/=]+/g, `whsec_${MARK}`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*-----|$)/g, MARK],
];

const IN_WORDS: readonly (readonly [RegExp, string])[] = [
  ...KNOWN_FORMS,
  [/-----BEGIN [A-Z ]*-----[\s\S]*?(-----END [A-Z ]*-----|$)/g, MARK],
  [/\b(bearer|basic)\s+[^\s"',]+/gi, `$1 ${MARK}`],
  [
    /\b(authorization|cookie|set-cookie|password|passphrase|secret|token|api[-_]?key)(["']?\s*[:=]\s*["']?)(?!bearer|basic)[^\s"',}]+/gi,
    `$1$2${MARK}`,
  ],
  // What stands before the host or after the path of a URL may be somebody's token.
  [/(?<=[a-z0-9+.-]:)\/\/[^\s/@"']+@/gi, `//${MARK}@`],
  [/\b(https?:\/\/[^\s?#"']{1,8192})[?#][^\s"')]+/gi, `$1?${MARK}`],
];

const without = (text: string, forms: readonly (readonly [RegExp, string])[]): string =>
  forms.reduce((line, [secret, instead]) => line.replace(secret, instead), text);

/** A sentence or a line, without what could be a secret (law 9). */
export const redactedWords = (text: string): string => without(text, IN_WORDS);

/** Data, without the secrets that are known by their form; all else stays. */
export const withoutKnownSecrets = (text: string): string => without(text, KNOWN_FORMS);

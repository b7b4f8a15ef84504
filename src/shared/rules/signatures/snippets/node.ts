import { doubleQuoted, type SnippetLanguage } from './language';

export const node: SnippetLanguage = {
  id: 'node',
  name: 'Node',
  file: `import { createHmac, timingSafeEqual } from "node:crypto";

// headers: names in lower case. body: a Buffer with the bytes as they came, before anything parses them.
export function verify(headers, body, secret) {
  const value = headers[‹header›] ?? "";
‹read›
  const key = ‹key›;
  const hmac = createHmac("‹hash›", key);
‹content›
  const expected = Buffer.from(hmac.digest("‹encode›"));
  return signatures.some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  idLine: '  const id = headers[‹header›] ?? "";',
  timestampLine: '  const timestamp = headers[‹header›] ?? "";',
  timestampFieldLine: '  const timestamp = (parts.find((part) => part.startsWith(‹mark›)) ?? "").slice(‹length›);',
  whole: '  const signatures = value.startsWith(‹mark›) ? [value.slice(‹length›)] : [];',
  list: '  const signatures = value.split(" ").filter((part) => part.startsWith(‹mark›)).map((part) => part.slice(‹length›));',
  fields: `  const parts = value.split(",");
  const signatures = parts.filter((part) => part.startsWith(‹mark›)).map((part) => part.slice(‹length›));`,
  age: '  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= ‹seconds›)) return false; // too old, or ahead',
  key: {
    text: 'secret',
    base64: 'Buffer.from(secret.replace(/^whsec_/, ""), "base64")',
    hex: 'Buffer.from(secret, "hex")',
  },
  hash: { sha1: 'sha1', sha256: 'sha256', sha512: 'sha512' },
  encode: { hex: 'hex', base64: 'base64', base64url: 'base64url' },
  piece: {
    words: '  hmac.update(‹words›);',
    id: '  hmac.update(id);',
    timestamp: '  hmac.update(timestamp);',
    body: '  hmac.update(body);',
  },
  betweenPieces: '\n',
  quoted: doubleQuoted,
};

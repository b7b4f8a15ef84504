import { type SignatureScheme, signedPieces } from './scheme';
import { go } from './snippets/go';
import type { SnippetLanguage } from './snippets/language';
import { node } from './snippets/node';
import { php } from './snippets/php';
import { python } from './snippets/python';
import { ruby } from './snippets/ruby';

export const SNIPPET_LANGUAGES: readonly SnippetLanguage[] = [node, python, go, php, ruby];

/** A file in a language that verifies a scheme rightly: over the bytes as they came, in constant time. */
export function snippet(language: SnippetLanguage, scheme: SignatureScheme): string {
  const { quoted } = language;
  const pieces = signedPieces(scheme.signed);
  const uses = (kind: 'id' | 'timestamp'): boolean => pieces.some((piece) => piece.kind === kind);
  const header = (name: string): string => quoted(language.id === 'go' ? name : name.toLowerCase());
  const marked = (mark: string): Readonly<Record<string, string>> => ({
    mark: quoted(mark),
    length: String(mark.length),
  });
  const { shape } = scheme;
  const timestamp =
    shape.kind === 'fields'
      ? fill(language.timestampFieldLine, marked(`${shape.timestamp}=`))
      : fill(language.timestampLine, { header: header(scheme.timestampHeader ?? '') });
  const signatures = fill(language[shape.kind], marked(shape.kind === 'fields' ? `${shape.field}=` : shape.prefix));
  const read = [
    ...(uses('id') ? [fill(language.idLine, { header: header(scheme.idHeader ?? '') })] : []),
    ...(shape.kind === 'fields' ? [signatures] : []),
    ...(uses('timestamp') ? [timestamp] : []),
    ...(uses('timestamp') && scheme.toleranceS !== null
      ? [fill(language.age, { seconds: String(scheme.toleranceS) })]
      : []),
    ...(shape.kind === 'fields' ? [] : [signatures]),
  ].join('\n');
  const content = pieces
    .map((piece) => fill(language.piece[piece.kind], { words: piece.kind === 'words' ? quoted(piece.words) : '' }))
    .join(language.betweenPieces);
  const parts = {
    header: header(scheme.header),
    read,
    content,
    key: language.key[scheme.key],
    hash: language.hash[scheme.hash],
    encode: language.encode[scheme.encoding],
  };
  return fill(language.file, language.id === 'go' ? { ...parts, ...goParts(scheme, read + parts.key) } : parts);
}

/** Go refuses what is imported and not used, and an error that is not looked at. */
function goParts(scheme: SignatureScheme, code: string): Readonly<Record<string, string>> {
  const packages = [
    scheme.encoding === 'hex' || scheme.key === 'hex' ? 'encoding/hex' : null,
    scheme.encoding !== 'hex' || scheme.key === 'base64' ? 'encoding/base64' : null,
  ];
  const later = [
    code.includes('strconv.') ? 'strconv' : null,
    code.includes('strings.') ? 'strings' : null,
    code.includes('time.Now') ? 'time' : null,
  ];
  const lines = (names: readonly (string | null)[]): string =>
    names
      .filter((name) => name !== null)
      .toSorted()
      .map((name) => `\t"${name}"\n`)
      .join('');
  const decodes = scheme.key !== 'text';
  return {
    package: scheme.hash,
    imports: lines(packages),
    later: lines(later),
    keyError: decodes ? ', wrong' : '',
    keyCheck: decodes ? '\tif wrong != nil {\n\t\treturn false\n\t}\n' : '',
  };
}

const fill = (text: string, parts: Readonly<Record<string, string>>): string =>
  text.replace(/‹(\w+)›/g, (whole, name: string) => parts[name] ?? whole);

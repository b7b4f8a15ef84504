import { JSON_KINDS, type JsonIndex, type JsonKind, NO_KEY } from './json-scan';

const DEEPEST_INDENT = 64;
const INDENTS = Array.from({ length: DEEPEST_INDENT + 1 }, (_, depth) => '  '.repeat(depth));
const indent = (depth: number): string => INDENTS[Math.min(depth, DEEPEST_INDENT)] ?? '';

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff || code === 0x1e;

/** The end of a string that begins here, its quotation mark included; the text's end when it has none. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}

const DELIMITERS = new Set([0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x3a, 0x22]);

function wordEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !DELIMITERS.has(text.charCodeAt(at))) at += 1;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/**
 * A JSON text on indented lines, several values one below the other. Only white space between tokens is changed:
 * strings, escapes and numbers stand as they came. Lines deeper than 64 levels are indented no further. For a text
 * that is not JSON it gives some lines of the same characters.
 */
export function prettyJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let at = skipSpace(text, 0);
  let valueEnded = false;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    // A value after a value, without a comma: the next one of a sequence.
    if (valueEnded && code !== 0x2c && code !== 0x3a && code !== 0x7d && code !== 0x5d) {
      out.push(`\n${indent(depth)}`);
    }
    valueEnded = false;
    let end = at + 1;
    switch (code) {
      case 0x7b:
      case 0x5b: {
        const next = skipSpace(text, end);
        if (text.charCodeAt(next) === code + 2) {
          out.push(code === 0x7b ? '{}' : '[]');
          end = next + 1;
          valueEnded = true;
        } else {
          depth += 1;
          out.push(text[at] ?? '', `\n${indent(depth)}`);
        }
        break;
      }
      case 0x7d:
      case 0x5d:
        depth = Math.max(0, depth - 1);
        out.push(`\n${indent(depth)}`, text[at] ?? '');
        valueEnded = true;
        break;
      case 0x2c:
        out.push(`,\n${indent(depth)}`);
        break;
      case 0x3a:
        out.push(': ');
        break;
      default:
        end = code === 0x22 ? stringEnd(text, at) : wordEnd(text, at);
        out.push(text.slice(at, end));
        valueEnded = true;
    }
    at = skipSpace(text, end);
  }
  return out.join('');
}

/** A JSON text without white space between its tokens. */
export function compactJson(text: string): string {
  const out: string[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = code === 0x22 ? stringEnd(text, at) : DELIMITERS.has(code) ? at + 1 : wordEnd(text, at);
    out.push(text.slice(at, end));
    at = skipSpace(text, end);
  }
  return out.join('');
}

export const kindOf = (index: JsonIndex, node: number): JsonKind => JSON_KINDS[index.kinds[node] ?? 4] ?? 'literal';

export const isContainer = (index: JsonIndex, node: number): boolean => (index.kinds[node] ?? 4) < 2;

/** The value's text, as it stands. */
export const valueText = (text: string, index: JsonIndex, node: number): string =>
  text.slice(index.starts[node], index.ends[node]);

/** A string token as the string that it means; other text stays what it is. */
export function meantString(token: string): string {
  try {
    const meant: unknown = JSON.parse(token);
    return typeof meant === 'string' ? meant : token;
  } catch {
    return token;
  }
}

/** What a person wants of a value: a string's characters, anything else as it stands. */
export const copiedValue = (text: string, index: JsonIndex, node: number): string => {
  const token = valueText(text, index, node);
  return kindOf(index, node) === 'string' ? meantString(token) : token;
};

/** The name of a value in its object, with its quotation marks; null in an array. */
export function keyText(text: string, index: JsonIndex, node: number): string | null {
  const from = index.keyStarts[node] ?? NO_KEY;
  return from === NO_KEY ? null : text.slice(from, index.keyEnds[node]);
}

const MOST_STEPS = 1_000;
const step = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, (sign) => `\\${sign}`)}']`;

/** The way to a value, as JSONPath (RFC 9535): `$.orders[0]['odd name']`. A value of a sequence begins `$[2]`. */
export function jsonPath(text: string, index: JsonIndex, node: number): string {
  const steps: string[] = [];
  for (let at = node; at !== -1 && steps.length < MOST_STEPS; at = index.parents[at] ?? -1) {
    const parent = index.parents[at] ?? -1;
    const key = keyText(text, index, at);
    if (key !== null) steps.push(step(meantString(key)));
    else if (parent !== -1 || isSequence(index)) steps.push(`[${index.places[at] ?? 0}]`);
  }
  return `$${steps.reverse().join('')}`;
}

/** Several values that stand alone. */
export const isSequence = (index: JsonIndex): boolean => index.count > 0 && (index.lasts[0] ?? 0) < index.count - 1;

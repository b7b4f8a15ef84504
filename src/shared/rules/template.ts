import { readPlainPath } from '../json/path';
import { jsonTextAt, parsed } from '../json/text-at';
import { type Asked, pathOf, queryValue } from '../model/asked';
import { HEADER_NAME, headerValue } from '../model/header';

const MOST_FIELDS = 1_000;
/** Characters of what a template becomes; the rest is left out. A small template repeats a large body many times. */
const MOST_FILLED = 16_777_216;
const FIELDS = 'method, path, query.NAME, header.NAME, body, body.PATH, nth and now';

type Field =
  | { readonly of: 'method' | 'path' | 'nth' | 'now' }
  | { readonly of: 'query' | 'header'; readonly name: string }
  | { readonly of: 'body'; readonly path: readonly (string | number)[] };

type Part = string | { readonly field: Field; readonly asJson: boolean };

/** What a template may say of the answer that it is: which request it was, and the virtual instant. */
export type Told = { readonly nth: number; readonly now: number };

/** `{{field}}`, `{{json field}}`, and `\{{` for two braces. What stands in a field's place is never read again. */
function partsOf(template: string): readonly Part[] | { readonly wrong: string } {
  const parts: Part[] = [];
  let from = 0;
  let fields = 0;
  for (const found of template.matchAll(/\\\{\{|\{\{/g)) {
    if (found.index < from) continue;
    parts.push(template.slice(from, found.index));
    if (found[0] !== '{{') {
      parts.push('{{');
      from = found.index + found[0].length;
      continue;
    }
    const end = template.indexOf('}}', found.index);
    if (end < 0) return { wrong: `Character ${found.index + 1}: {{ has no }}. Write \\{{ for the braces themselves.` };
    const text = template.slice(found.index + 2, end).trim();
    const asJson = text.startsWith('json ');
    const field = fieldOf(asJson ? text.slice(5).trim() : text);
    if (field === null)
      return {
        wrong: `Character ${found.index + 1}: “${text.slice(0, 60)}” is not a field of a request. Known: ${FIELDS}.`,
      };
    fields += 1;
    if (fields > MOST_FIELDS)
      return {
        wrong: `Character ${found.index + 1}: a template has at most ${MOST_FIELDS.toLocaleString('en')} fields.`,
      };
    parts.push({ field, asJson });
    from = end + 2;
  }
  parts.push(template.slice(from));
  return parts;
}

function fieldOf(text: string): Field | null {
  if (text === 'method' || text === 'path' || text === 'nth' || text === 'now') return { of: text };
  if (text === 'body') return { of: 'body', path: [] };
  const [, of, name = ''] = /^(query|header|body)\.(.+)$/s.exec(text) ?? [];
  if (of === 'query') return { of, name };
  if (of === 'header') return HEADER_NAME.test(name) ? { of, name } : null;
  const path = of === 'body' ? readPlainPath(name) : null;
  return path === null ? null : { of: 'body', path };
}

/** What is wrong with a template, in one sentence with its place, or null. */
export function templateProblem(template: string): string | null {
  const parts = partsOf(template);
  return 'wrong' in parts ? parts.wrong : null;
}

export const templateReadsBody = (template: string): boolean => {
  const parts = partsOf(template);
  return !('wrong' in parts) && parts.some((part) => typeof part !== 'string' && part.field.of === 'body');
};

/**
 * A template with the request's fields in it. A field that the request does not have is empty, as JSON `null`; a text
 * of the JSON body stands without its quotes, unless it is asked for as JSON. What is beyond 16 Mi characters is cut.
 */
export function fillTemplate(template: string, asked: Asked, told: Told): string {
  const parts = partsOf(template);
  if ('wrong' in parts) return template;
  let filled = '';
  for (const part of parts) {
    if (typeof part === 'string') filled += part;
    else {
      const { text, json } = fieldValue(part.field, asked, told);
      filled += part.asJson ? json : text;
    }
    if (filled.length > MOST_FILLED) return filled.slice(0, MOST_FILLED);
  }
  return filled;
}

function fieldValue(field: Field, asked: Asked, { nth, now }: Told): { readonly text: string; readonly json: string } {
  switch (field.of) {
    case 'method':
      return asText(asked.method);
    case 'path':
      return asText(pathOf(asked.target));
    case 'query':
      return asText(queryValue(asked.target, field.name));
    case 'header':
      return asText(headerValue(asked.headers, field.name));
    case 'nth':
      return { text: String(nth), json: String(nth) };
    case 'now':
      return asText(new Date(now).toISOString());
    case 'body': {
      const json = jsonTextAt(asked.body, field.path);
      if (json === null) return asText(field.path.length === 0 ? asked.body : null);
      const value = json.startsWith('"') ? parsed(json) : undefined;
      return { text: field.path.length === 0 ? asked.body : typeof value === 'string' ? value : json, json };
    }
  }
}

const asText = (text: string | null): { readonly text: string; readonly json: string } => ({
  text: text ?? '',
  json: JSON.stringify(text),
});

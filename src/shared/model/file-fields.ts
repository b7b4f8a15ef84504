import { z } from 'zod';
import { LONGEST_WAIT_MS } from '../policies/bounds';
import { readDuration } from '../words/read-duration';

// Pieces of the file formats that people write by hand. Every decoder says in one sentence what would be right.

const DURATION_FORM = 'A duration is a number and a unit, such as 48h, 1m or 250ms.';
const MOST_DURATION_CHARS = 100;

/** `48h` becomes whole ms; 0 needs no unit. */
export const duration = z.union([z.string(), z.literal(0)], DURATION_FORM).transform((text, context) => {
  const ms = String(text).length <= MOST_DURATION_CHARS ? readDuration(String(text)) : null;
  if (ms !== null && ms <= LONGEST_WAIT_MS) return ms;
  context.addIssue({ code: 'custom', message: ms === null ? DURATION_FORM : 'A duration is at most ten years.' });
  return z.NEVER;
});

const POLICY_FORM = 'Name a policy, or the path to a policy file, or write one: name, attempts, schedule and so on.';
/** What a file gives as an endpoint's policy: a name, or a policy as its own file has it. Which one it is, is asked later. */
export const policyGiven = z.union([z.string().min(1, POLICY_FORM), z.record(z.string(), z.unknown())], POLICY_FORM);

/** An object in which every unknown key is refused, with the known one that it resembles. */
export const strictly = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? sayUnknownKey(issue.keys[0] ?? '', Object.keys(shape)) : undefined,
  });

/** A value whose schema is chosen by a look at it, so that its problems are those of that schema alone. */
export const chosenBy = <Schema extends z.ZodType>(choose: (value: unknown) => Schema | null, otherwise: string) =>
  z.unknown().transform((value, context): z.output<Schema> => {
    const schema = choose(value);
    if (schema === null) {
      context.addIssue({ code: 'custom', message: otherwise });
      return z.NEVER;
    }
    const result = schema.safeParse(value, { error: sayProblem });
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  });

/** An object whose kind is told by which of some keys it has: `{ reply: 503 }`, `{ hang: true }`. */
export const toldByKey = <Schema extends z.ZodType>(kinds: Readonly<Record<string, Schema>>, otherwise: string) =>
  chosenBy<Schema>((value) => {
    const kind = Object.keys(kinds).find((key) => hasKey(value, key));
    return kind === undefined ? null : (kinds[kind] ?? null);
  }, otherwise);

export const hasKey = <Key extends string>(value: unknown, key: Key): value is { readonly [K in Key]: unknown } =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key);

/** The sentence for what a schema refuses, where it has none of its own: a decoder's words never reach a person. */
export const sayProblem = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? `This is missing. Write ${withArticle(issue.expected)}.`
      : `This must be ${withArticle(issue.expected)}, not ${kindOf(issue.input)}.`;
  }
  if (issue.code === 'invalid_value') {
    const known = issue.values.map(String);
    const near = typeof issue.input === 'string' ? nearest(issue.input, known) : null;
    return near === null ? `Choose ${oneOf(known)}.` : `“${String(issue.input)}” is not known. Did you mean ${near}?`;
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return sayBound(issue);
  if (issue.code === 'unrecognized_keys') return `“${(issue.keys[0] ?? '').slice(0, 60)}” is not known here.`;
  if (issue.code === 'invalid_union' && Array.isArray(issue['options']) && issue['options'].length > 0)
    return `Choose ${oneOf(issue['options'].map(String))}.`;
  return 'This does not have a form that is known here.';
};

type Bound = Extract<z.core.$ZodRawIssue, { readonly code: 'too_small' | 'too_big' }>;

/** How long a text or a list may be, or how large a number. */
function sayBound(issue: Bound): string {
  const least = issue.code === 'too_small';
  const bound = Number(least ? issue.minimum : issue.maximum);
  const count = bound.toLocaleString('en');
  const side = least ? 'at least' : 'at most';
  if (issue.origin === 'string') {
    return least && bound === 1 ? 'This must not be empty.' : `This has ${side} ${count} characters.`;
  }
  if (issue.origin === 'array' || issue.origin === 'set')
    return `This has ${side} ${count} ${bound === 1 ? 'entry' : 'entries'}.`;
  return `This is ${count} or ${least ? 'more' : 'less'}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  tuple: 'a list',
};
const withArticle = (kind: string): string => KINDS[kind] ?? kind;

function kindOf(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'bigint') return 'so large a number';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return withArticle(typeof value);
}

/** `a, b or c`. */
export const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

function sayUnknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near === null
    ? `“${key.slice(0, 60)}” is not known here. Known: ${known.join(', ')}.`
    : `“${key}” is not known here. Did you mean ${near}?`;
}

/** The word that a mistyped one resembles most, or null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > 40) return null;
  const ranked = known
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(Math.min(word.length, candidate.length) / 3)))
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.candidate ?? null;
}

/** Insertions, deletions and replacements between two words. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

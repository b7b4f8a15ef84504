import type { z } from 'zod';
import { nearest, oneOf, sayProblem } from '../../model/file-fields';
import { writeDuration } from '../../words/read-duration';
import { type Policy, policySchema } from '../policy';
import { type ValuePath, valueAt } from './values';

/** What is wrong with a part of a policy. */
export type PartProblem = { readonly path: ValuePath; readonly message: string };

export type Checked =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly PartProblem[] };

/** A plain value as a policy, or everything that is wrong with it, each in a sentence that says what to do. */
export function checkPolicy(value: unknown): Checked {
  const parsed = policySchema.safeParse(value, { error: sayPolicyProblem });
  if (parsed.success) return { ok: true, policy: parsed.data };
  const problems = parsed.error.issues.flatMap(innermost).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message,
  }));
  return { ok: false, problems };
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Of a union that nothing fits, the problems of the option that was meant: those that lie deepest. */
function innermost(issue: z.core.$ZodIssue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const options = issue.errors.map((errors) =>
    errors.flatMap(innermost).map(({ path, message }) => ({ path: [...issue.path, ...path], message })),
  );
  const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));
  return options.sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? [issue];
}

/** The sentence for what the schema refuses, where it has none of its own. */
function sayPolicyProblem(issue: Parameters<typeof sayProblem>[0]): string {
  const last = issue.path?.at(-1);
  const say = (bound: number | bigint): string =>
    typeof last === 'string' && /(?:^m|M)s$/.test(last)
      ? writeDuration(Number(bound))
      : Number(bound).toLocaleString('en');
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'This must not be empty.';
    if (issue.origin === 'array') return 'This needs at least one entry.';
    return `This is ${say(issue.minimum)} or more.`;
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return `This has at most ${say(issue.maximum)} characters.`;
    return `This is ${say(issue.maximum)} or less.`;
  }
  if (issue.code === 'invalid_format' && last === 'id') {
    return 'An id is lower-case letters, digits and -, from a letter on, such as patient.';
  }
  if (issue.code === 'invalid_format') return 'A rule is a letter and a number, such as p1.';
  if (issue.code === 'invalid_union' && Array.isArray(issue['options']))
    return sayChoice(issue['options'].map(String), valueAt(issue.input, [String(last)]));
  return sayProblem(issue);
}

function sayChoice(known: readonly string[], given: unknown): string {
  const near = typeof given === 'string' ? nearest(given, known) : null;
  return near === null ? `Choose ${oneOf(known)}.` : `“${String(given)}” is not known. Did you mean ${near}?`;
}

import { builtInPolicy } from '../../shared/policies/built-in';
import { checkPolicy, type PartProblem } from '../../shared/policies/file/check';
import { withRulesOf } from '../../shared/policies/file/cited';
import { DEFAULT_POLICY } from '../../shared/policies/file/defaults';
import { idFrom } from '../../shared/policies/file/read';
import { summaryOf } from '../../shared/policies/file/summary';
import { isMapping, type Mapping, sameValue, type ValuePath, withValueAt } from '../../shared/policies/file/values';
import type { Policy } from '../../shared/policies/policy';
import type { TextProblem } from '../parts/CodeEditor';

/** A policy that is being written: a form and a text, two views of one document. */
export type PolicyDraft = {
  /** The policy of one's own that it replaces, or null for a new one. */
  readonly id: string | null;
  /** The built-in policy that it extends. */
  readonly base: string | null;
  /** What the form shows. It may be unfinished. */
  readonly value: Mapping;
  /** What the text view shows; null once the form was used, until it is written out again. */
  readonly text: string | null;
  readonly view: 'form' | 'text';
  /** What is wrong with the text; null while it is read. */
  readonly textProblems: readonly TextProblem[] | null;
  readonly warnings: readonly TextProblem[];
  /** What was valid last: the preview shows it. */
  readonly valid: Policy;
  /** Whether anything was changed since it was begun or saved. */
  readonly isChanged: boolean;
};

export const titleOf = ({ value }: PolicyDraft): string =>
  typeof value['name'] === 'string' && value['name'] !== '' ? value['name'] : 'Without a name';

/** What is wrong with what the form shows. */
export function formProblems({ value }: Pick<PolicyDraft, 'value'>): readonly PartProblem[] {
  const checked = checkPolicy(value);
  return checked.ok ? [] : checked.problems;
}

/** A change in the form. The text follows when it is looked at. */
export function edited(draft: PolicyDraft, path: ValuePath, next: unknown): PolicyDraft {
  const base = (draft.base === null ? undefined : builtInPolicy(draft.base)) ?? DEFAULT_POLICY;
  const changed = withRulesOf(draft.value, withValueAt(draft.value, path, next), base);
  let value: Mapping = isMapping(changed) ? changed : draft.value;
  // The id goes with the name of what is new, and a summary that nobody wrote with what it sums up.
  const named = draft.id === null && path[0] === 'name' && draft.value['id'] === idFrom(String(draft.value['name']));
  if (named) value = { ...value, id: idFrom(String(next)) };
  let checked = checkPolicy(value);
  if (checked.ok && path[0] !== 'summary' && draft.value['summary'] === summaryOf(draft.valid)) {
    value = { ...value, summary: summaryOf(checked.policy) };
    checked = checkPolicy(value);
  }
  return {
    ...draft,
    value,
    text: null,
    textProblems: [],
    warnings: [],
    valid: checked.ok ? checked.policy : draft.valid,
    isChanged: draft.isChanged || !sameValue(value, draft.value),
  };
}

/** A copy of a policy, to be edited; a copy of a built-in one extends it. */
export function copyOf(policy: Policy, base: string | null, taken: readonly string[]): Policy {
  const stem = `${policy.name} copy`.slice(0, 70);
  let name = stem;
  for (let n = 2; taken.includes(idFrom(name)); n++) name = `${stem} ${n}`;
  const copy = { ...policy, id: idFrom(name), name };
  return { ...copy, summary: base === policy.id ? summaryOf(copy) : policy.summary };
}

/** A draft of a policy that is valid as it stands. */
export const draftOf = (
  policy: Policy,
  more: Pick<PolicyDraft, 'id' | 'base' | 'text'> & Partial<PolicyDraft>,
): PolicyDraft => ({
  value: policy,
  view: 'form',
  textProblems: [],
  warnings: [],
  valid: policy,
  isChanged: false,
  ...more,
});

import { Refusal } from '../../shared/model/problem';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../shared/policies/built-in';
import { previewSchedule, type Range } from '../../shared/rules/preview';
import { sayDuration } from '../../shared/words/duration';

export function printPolicies(json: boolean): string {
  if (json)
    return JSON.stringify(
      BUILT_IN_POLICIES.map(({ id, name, summary }) => ({ id, name, summary })),
      null,
      2,
    );
  const width = Math.max(...BUILT_IN_POLICIES.map(({ id }) => id.length));
  return BUILT_IN_POLICIES.map(({ id, summary }) => `${id.padEnd(width)}  ${summary}`).join('\n');
}

/** @throws Refusal `not-found` */
export function printPolicy(id: string, json: boolean): string {
  const policy = builtInPolicy(id);
  if (policy === undefined) {
    const known = BUILT_IN_POLICIES.map((candidate) => candidate.id).join(', ');
    throw new Refusal({ code: 'not-found', message: `There is no policy “${id}”. Choose one of: ${known}.` });
  }
  const attempts = previewSchedule(policy);
  if (json) return JSON.stringify({ id: policy.id, name: policy.name, attempts }, null, 2);
  const table = [
    ['attempt', 'wait min', 'nominal', 'max', 'age min', 'nominal', 'max'],
    ...attempts.map(({ n, delayMs, ageMs }) => [String(n), ...cells(delayMs), ...cells(ageMs)]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  return [`${policy.name}: ${policy.summary}`, '', ...lines].join('\n');
}

const cells = ({ min, nominal, max }: Range): string[] =>
  [min, nominal, max].map((ms) => (ms === 0 ? '0' : sayDuration(ms)));

import { Refusal } from '../../shared/model/problem';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../shared/policies/built-in';
import type { Policy } from '../../shared/policies/policy';
import { previewSchedule, type Range } from '../../shared/rules/preview';
import { settingValue } from '../../shared/rules/settings';
import { sayDuration } from '../../shared/words/duration';
import { citeRules } from '../../shared/words/explain';
import { explainSetting, saySetting } from '../../shared/words/settings';
import { isPolicyPath, type PolicyText, readPolicyText } from './scenario/read-policy';
import { readTextFile } from './scenario/read-text-file';
import { type FileProblem, type Read, sayFileProblem } from './scenario/read-yaml';

/** What a command says: an answer for standard output, and what is wrong for the other one. */
export type Printed = { readonly out: string; readonly errors: string; readonly ok: boolean };

/** The built-in policies, and those of files. @throws Refusal with every problem of the files, one a line */
export function printPolicies(files: readonly string[], json: boolean): string {
  const policies = [...BUILT_IN_POLICIES, ...files.map((file) => policyOfFile(file))];
  if (json) {
    return JSON.stringify(
      policies.map(({ id, name, summary }) => ({ id, name, summary })),
      null,
      2,
    );
  }
  const width = Math.max(...policies.map(({ id }) => id.length));
  return policies.map(({ id, summary }) => `${id.padEnd(width)}  ${summary}`).join('\n');
}

/** @param named an id, or a path to a policy file. @throws Refusal `not-found`, or `invalid` with every problem of the file */
export function printPolicy(named: string, json: boolean): string {
  const policy = builtInPolicy(named) ?? (isPolicyPath(named) ? policyOfFile(named) : undefined);
  if (policy === undefined) {
    const known = BUILT_IN_POLICIES.map((candidate) => candidate.id).join(', ');
    const message = `There is no policy “${named}”. Choose one of: ${known}. Or give a file, such as ./${named}.yaml.`;
    throw new Refusal({ code: 'not-found', message });
  }
  const attempts = previewSchedule(policy);
  if (json) {
    const settings = policy.settings.map((setting) => ({ ...setting, value: settingValue(policy, setting) }));
    return JSON.stringify(
      { id: policy.id, name: policy.name, attempts, ...(settings.length > 0 && { settings }) },
      null,
      2,
    );
  }
  const table = [
    ['attempt', 'wait min', 'nominal', 'max', 'age min', 'nominal', 'max'],
    ...attempts.map(({ n, delayMs, ageMs }) => [String(n), ...cells(delayMs), ...cells(ageMs)]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  return [`${policy.name}: ${policy.summary}`, '', ...lines, ...settingLines(policy)].join('\n');
}

/** Reads policy files: what is wrong with them, and what is likely not meant. It is fine where nothing is wrong. */
export function validatePolicies(files: readonly string[], json: boolean): Printed {
  const read = files.map((file) => ({ file, result: readFile(file) }));
  const ok = read.every(({ result }) => result.ok);
  const warnings = read.flatMap(({ result }) => (result.ok ? result.value.warnings : []));
  const problems = read.flatMap(({ result }) => (result.ok ? [] : result.problems));
  if (json) {
    const report = read.map(({ file, result }) => ({
      file,
      valid: result.ok,
      ...(result.ok ? { id: result.value.policy.id, name: result.value.policy.name } : {}),
      errors: result.ok ? [] : result.problems.map(withoutFile),
      warnings: result.ok ? result.value.warnings.map(withoutFile) : [],
    }));
    return { out: `${JSON.stringify(report, null, 2)}\n`, errors: '', ok };
  }
  const fine = read.flatMap(({ file, result }) =>
    result.ok ? [`${file}: ${result.value.policy.name} (${result.value.policy.id}) is a valid policy.\n`] : [],
  );
  const errors = [
    ...problems.map((problem) => `${sayFileProblem(problem)}\n`),
    ...warnings.map((warning) => `${sayFileProblem({ ...warning, message: `Warning: ${warning.message}` })}\n`),
  ];
  return { out: fine.join(''), errors: errors.join(''), ok };
}

const withoutFile = ({ line, column, path, message }: FileProblem) => ({ line, column, path, message });

function readFile(file: string): Read<PolicyText> {
  const text = readTextFile(file);
  if (text.ok) return readPolicyText(file, text.text);
  return { ok: false, problems: [{ file, line: 1, column: 1, path: '', message: text.why }] };
}

function policyOfFile(file: string): Policy {
  const read = readFile(file);
  if (read.ok) return read.value.policy;
  throw new Refusal({ code: 'invalid', message: read.problems.map(sayFileProblem).join('\n') });
}

/** What may be set for an endpoint, by the name that a scenario file takes. */
function settingLines(policy: Policy): readonly string[] {
  if (policy.settings.length === 0) return [];
  const width = Math.max(...policy.settings.map(({ key }) => key.length));
  const lines = policy.settings.map((setting) => {
    const value = saySetting(setting, settingValue(policy, setting));
    const about = explainSetting(setting).replace(/\.$/, '');
    return `  ${setting.key.padEnd(width)}  ${value}. ${about}${citeRules(setting.rules)}.`;
  });
  return ['', 'Settings of an endpoint:', ...lines];
}

const cells = ({ min, nominal, max }: Range): string[] =>
  [min, nominal, max].map((ms) => (ms === 0 ? '0' : sayDuration(ms)));

import { Refusal } from '../../shared/model/problem';
import { BUILT_IN_POLICIES, builtInPolicy } from '../../shared/policies/built-in';
import type { Policy } from '../../shared/policies/policy';
import { previewSchedule, type Range } from '../../shared/rules/preview';
import { settingValue } from '../../shared/rules/settings';
import { sayDuration } from '../../shared/words/duration';
import { citeRules } from '../../shared/words/explain';
import { explainSetting, saySetting } from '../../shared/words/settings';

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
  if (json) {
    const settings = policy.settings.map((setting) => ({ ...setting, value: settingValue(policy, setting) }));
    return JSON.stringify({ id: policy.id, name: policy.name, attempts, settings }, null, 2);
  }
  const table = [
    ['attempt', 'wait min', 'nominal', 'max', 'age min', 'nominal', 'max'],
    ...attempts.map(({ n, delayMs, ageMs }) => [String(n), ...cells(delayMs), ...cells(ageMs)]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  return [`${policy.name}: ${policy.summary}`, '', ...lines, ...settingLines(policy)].join('\n');
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

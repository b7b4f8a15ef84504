import { ok, type Result, refuse } from '../model/problem';
import type { Policy } from '../policies/policy';
import type { Setting, SettingKey, SettingValues } from '../policies/settings';
import { sayCount } from '../words/figures';

const DAY_MS = 86_400_000;

/** The value that a setting has in a policy. */
export type SettingValue = NonNullable<SettingValues[SettingKey]>;

export function settingValue(policy: Policy, { key }: Setting): SettingValue {
  switch (key) {
    case 'signing':
      return policy.signing;
    case 'suspendAfter':
      return policy.suspension !== null && 'count' in policy.suspension.trigger ? policy.suspension.trigger.count : 1;
    case 'ignoreFaults':
      return (policy.suspension?.ignoredFaults.length ?? 0) > 0;
    case 'retentionDays':
      return Math.round((policy.retention?.ms ?? 0) / DAY_MS);
  }
}

/** What is set in a policy, of all that it offers. */
export const settingsOf = (policy: Policy): SettingValues =>
  Object.fromEntries(policy.settings.map((setting) => [setting.key, settingValue(policy, setting)]));

/**
 * The policy with what a user set; what was not set stays as it is. A refusal names the setting in `field`, which the
 * policy does not offer, or whose value is out of its range.
 */
export function withSettings(policy: Policy, values: SettingValues): Result<Policy> {
  let changed = policy;
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const setting = policy.settings.find((offered) => offered.key === key);
    if (setting === undefined) {
      const offered = policy.settings.map((each) => each.key).join(', ');
      return refuse(
        'invalid',
        `${policy.name} has no setting ${key}. ${offered === '' ? 'It has none.' : `It has: ${offered}.`}`,
        key,
      );
    }
    if ('min' in setting && typeof value === 'number' && (value < setting.min || value > setting.max)) {
      return refuse('invalid', `${key} is ${setting.min} to ${sayCount(setting.max)} under ${policy.name}.`, key);
    }
    changed = withSetting(changed, setting, values);
  }
  return ok(changed);
}

function withSetting(policy: Policy, setting: Setting, values: SettingValues): Policy {
  const { suspension, retention } = policy;
  switch (setting.key) {
    case 'signing':
      return { ...policy, signing: values.signing ?? policy.signing };
    case 'suspendAfter': {
      if (suspension === null || values.suspendAfter === undefined || !('count' in suspension.trigger)) return policy;
      return {
        ...policy,
        suspension: { ...suspension, trigger: { ...suspension.trigger, count: values.suspendAfter } },
      };
    }
    case 'ignoreFaults':
      if (suspension === null) return policy;
      return {
        ...policy,
        suspension: { ...suspension, ignoredFaults: values.ignoreFaults === true ? setting.faults : [] },
      };
    case 'retentionDays':
      if (retention === null || values.retentionDays === undefined) return policy;
      return { ...policy, retention: { ...retention, ms: values.retentionDays * DAY_MS } };
  }
}

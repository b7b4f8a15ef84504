import type { ReactNode } from 'react';
import type { Setting, SettingValues } from '../../../shared/policies/settings';
import { SIGNINGS } from '../../../shared/policies/settings';
import type { SettingValue } from '../../../shared/rules/settings';
import { explainSetting, saySetting, settingName } from '../../../shared/words/settings';
import { FormRow } from '../../parts/FormRow';
import { Rules } from '../../parts/Rules';
import { Segments } from '../../parts/Segments';

/** What the policy offers to be set for an endpoint, since the provider's page leaves it open. */
export function PolicySettings({
  offered,
  values,
  onChange,
  wrong,
}: {
  readonly offered: readonly Setting[];
  readonly values: SettingValues;
  readonly onChange: (values: SettingValues) => void;
  /** What is wrong with a setting, by its key. */
  readonly wrong: (key: string) => string | null;
}) {
  return offered.map((setting) => {
    const { key } = setting;
    const hint = (
      <>
        {explainSetting(setting)} <Rules ids={setting.rules} />
      </>
    );
    if (key === 'suspendAfter' || key === 'retentionDays') {
      return (
        <CountField
          key={key}
          setting={setting}
          value={values[key]}
          wrong={wrong(key)}
          hint={hint}
          onChange={(value) => onChange({ ...values, [key]: value })}
        />
      );
    }
    const choices: readonly SettingValue[] = key === 'signing' ? SIGNINGS : [false, true];
    return (
      <div key={key} className="form-row">
        <span className="label">{settingName(setting)}</span>
        <Segments
          label={settingName(setting)}
          value={String(values[key])}
          onChoose={(chosen) => onChange({ ...values, [key]: choices.find((value) => String(value) === chosen) })}
          choices={choices.map((value) => ({ value: String(value), label: saySetting(setting, value) }))}
        />
        <p className="hint">{hint}</p>
      </div>
    );
  });
}

const UNITS = { suspendAfter: 'exhausted deliveries in a row', retentionDays: 'days' } as const;

/** A whole number with its unit; what is not one is said once it is saved. */
function CountField({
  setting,
  value,
  wrong,
  hint,
  onChange,
}: {
  readonly setting: Extract<Setting, { key: keyof typeof UNITS }>;
  readonly value: number | undefined;
  readonly wrong: string | null;
  readonly hint: ReactNode;
  readonly onChange: (value: number | undefined) => void;
}) {
  return (
    <FormRow label={`${settingName(setting)} (${UNITS[setting.key]})`} wrong={wrong} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="text mono number"
          type="number"
          min={setting.min}
          max={setting.max}
          step={1}
          required
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </FormRow>
  );
}

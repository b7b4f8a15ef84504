import type { Setting } from '../policies/settings';
import type { SettingValue } from '../rules/settings';
import { sayFault } from './explain';
import { sayCount } from './figures';

const NAMES = {
  signing: 'Signature',
  suspendAfter: 'Suspended after',
  ignoreFaults: 'What counts',
  retentionDays: 'Kept for',
} as const satisfies Readonly<Record<Setting['key'], string>>;

export const settingName = ({ key }: Setting): string => NAMES[key];

/** What a setting comes to with a value: `5 exhausted deliveries`, `30 days`. */
export function saySetting(setting: Setting, value: SettingValue): string {
  switch (setting.key) {
    case 'signing':
      return value === 'none' ? 'None' : 'Standard Webhooks';
    case 'suspendAfter':
      return `${sayCount(Number(value))} exhausted ${value === 1 ? 'delivery' : 'deliveries'}`;
    case 'ignoreFaults':
      return value === true ? `All but ${setting.faults.map(sayFault).join(', ')}` : 'Every failure';
    case 'retentionDays':
      return `${sayCount(Number(value))} ${value === 1 ? 'day' : 'days'}`;
  }
}

/** What a setting is about, in one sentence. */
export function explainSetting(setting: Setting): string {
  switch (setting.key) {
    case 'signing':
      return 'Whether requests carry Standard Webhooks headers.';
    case 'suspendAfter':
      return 'So many deliveries in a row that used up their attempts suspend the endpoint.';
    case 'ignoreFaults':
      return 'A delivery that failed by nothing but what is left out is passed over when the failures are counted.';
    case 'retentionDays':
      return 'So many days an event can be read and sent again.';
  }
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DESKTOP_SWITCHES, type DesktopSwitch } from '../../src/shared/contract/desktop';
import { type Preferences, preferenceFields } from '../../src/shared/contract/preferences';

type Proof = readonly [file: string, test: string];

const THEME_AND_KEYS: Proof = [
  'journeys/settings.ts',
  'theme, times and a key do something at once, and are kept over a restart',
];
const DEFAULTS: Proof = [
  'journeys/settings.ts',
  'defaults are what the forms propose, limits are checked, and both are kept',
];
const AT_ONCE: Proof = ['host/settings.test.ts', 'as many requests are in flight as are allowed at once, and no more'];
const EXPORTED: Proof = [
  'journeys/exports.ts',
  'what was recorded goes out as a file, without secrets unless it is asked for them',
];
const NOTIFIED: Proof = ['shell/desktop.test.ts', 'are shown for what was chosen only'];

/** By setting, the test that changes it and sees what it does. A new setting fails here until it has one. */
const PROOFS: Readonly<Record<keyof Preferences | DesktopSwitch, Proof>> = {
  theme: THEME_AND_KEYS,
  timeZone: ['renderer/zone.test.ts', 'is this computer’s when that is chosen, on its own day'],
  exactForm: ['renderer/zone.test.ts', 'stands in ISO 8601 with its offset'],
  policyId: DEFAULTS,
  verification: DEFAULTS,
  contentType: DEFAULTS,
  perEndpoint: AT_ONCE,
  inAll: AT_ONCE,
  durability: ['host/settings.test.ts', 'a durability that is chosen is the database’s'],
  columns: ['journeys/lists.ts', 'columns are chosen, sized and sorted by, kept over a reload, and reset'],
  filters: [
    'journeys/filter.ts',
    'deliveries are filtered by status, text of their bodies and brackets, and the filter is kept',
  ],
  keepDays: [
    'host/cleaner.test.ts',
    'deletes in bites with rests between, tells how far it is, and looks again every hour',
  ],
  revealSecrets: [
    'host/settings.test.ts',
    'stay hidden when that is chosen: they are neither shown nor written to a workspace file',
  ],
  apiOn: ['journeys/api.ts', 'the local API is switched on, and an event posted to it appears'],
  apiPort: ['host/api/running.test.ts', 'listens at the port that is chosen, or the next free one, and says so'],
  redact: ['redaction/redactor.test.ts', 'is nothing when redaction is off'],
  redactHeaders: ['redaction/redactor.test.ts', 'that a person added go too, whatever their case'],
  redactQuery: ['redaction/redactor.test.ts', 'lose the query names that a person added'],
  redactJsonPaths: EXPORTED,
  keys: ['electron/desktop.spec.ts', 'a key that is bound anew stands in the menu and does what it says'],
  suspended: NOTIFIED,
  failed: ['electron/desktop.spec.ts', 'a click on a notification opens the delivery that failed'],
  trouble: NOTIFIED,
  tray: ['electron/desktop.spec.ts', 'the desktop is chosen in the settings as in the menu, at once, and kept'],
  askBeforeQuit: ['electron/desktop.spec.ts', 'who does not want to be asked is not'],
  reopenPlace: ['electron/desktop.spec.ts', 'the window opens as if new when that is chosen'],
};

describe('every setting does something', () => {
  it('of the app and of the desktop', () => {
    expect(Object.keys(PROOFS).sort()).toEqual([...Object.keys(preferenceFields), ...DESKTOP_SWITCHES].sort());
  });

  it.each(Object.entries(PROOFS))('%s: there is the test that shows it', (_name, [file, test]) => {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    expect(text).toMatch(new RegExp(`(it|test|windowTest)\\(\\s*'${test.replace(/[.?]/g, '\\$&')}'`));
  });
});

import { EXACT_FORMS, THEMES, TIME_ZONES } from '../../../shared/contract/preferences';
import { Segments } from '../../parts/Segments';
import { usePreferences, useSetPreferences } from '../../state/preferences';
import { useVirtualNow } from '../../state/virtual-now';
import { calendarDay, clockTime, exactTime } from '../../view-models/instants';
import { zoneName } from '../../view-models/zone';
import { Setting } from './Setting';

const THEME_NAMES = { system: 'As the system', dark: 'Dark', light: 'Light' } as const;
const ZONE_NAMES = { utc: 'UTC', local: 'This computer’s zone' } as const;
const EXACT_NAMES = { words: 'In words', iso: 'ISO 8601' } as const;

export function AppearancePart() {
  const now = useVirtualNow(1_000);
  const { theme, timeZone, exactForm } = usePreferences();
  const set = useSetPreferences();
  return (
    <>
      <Setting name="Theme" hint="Of the page, the timeline and the window.">
        <Segments
          label="Theme"
          value={theme}
          onChoose={(value) => void set({ theme: value })}
          choices={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
        />
      </Setting>
      <Setting
        name="Times are written in"
        hint={`Now it is ${calendarDay(now)} ${clockTime(now)} ${zoneName(now)} in virtual time.`}
      >
        <Segments
          label="Time zone"
          value={timeZone}
          onChoose={(value) => void set({ timeZone: value })}
          choices={TIME_ZONES.map((value) => ({ value, label: ZONE_NAMES[value] }))}
        />
      </Setting>
      <Setting name="Exact times, on hover and in details" hint={exactTime(now)}>
        <Segments
          label="Exact times"
          value={exactForm}
          onChoose={(value) => void set({ exactForm: value })}
          choices={EXACT_FORMS.map((value) => ({ value, label: EXACT_NAMES[value] }))}
        />
      </Setting>
    </>
  );
}

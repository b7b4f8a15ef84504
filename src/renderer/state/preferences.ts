import { useMemo } from 'react';
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/contract/preferences';
import { writeExactTimesAs } from '../view-models/instants';
import { writeTimesIn } from '../view-models/zone';
import { beginWithContentType } from './draft';
import { useEngine, useMirror, usePerform } from './engine-context';
import type { EngineLink } from './engine-link';
import { bind } from './shortcuts';
import { chooseTheme } from './theme';

export const usePreferences = (): Preferences => useMirror((mirror) => mirror.settings);

export type SetPreferences = (change: Partial<Preferences>) => Promise<boolean>;

/** Changes a setting; what is refused is said at the window's foot. */
export function useSetPreferences(): SetPreferences {
  const perform = usePerform();
  return useMemo(() => async (change) => (await perform('settings.set', change)) !== null, [perform]);
}

/** The present settings without drawing anything again when they change. */
export function usePreferencesOnce(): Preferences {
  const { store } = useEngine();
  return store.getState().sync.mirror?.settings ?? DEFAULT_PREFERENCES;
}

/** Does what the settings mean for the page, before anything that shows it is drawn again. */
export function followPreferences({ store }: EngineLink): void {
  let done: Preferences | null = null;
  store.subscribe(({ sync }) => {
    const now = sync.mirror?.settings;
    if (now === undefined || now === done) return;
    beginWithContentType(done?.contentType ?? DEFAULT_PREFERENCES.contentType, now.contentType);
    done = now;
    writeTimesIn(now.timeZone);
    writeExactTimesAs(now.exactForm);
    chooseTheme(now.theme);
    bind(now.keys);
  });
}

import type { CommandInput } from '../../shared/contract/commands';
import { DEFAULT_PREFERENCES, type Preferences, readPreferences } from '../../shared/contract/preferences';
import type { EngineStore } from '../engine/ports';

/** The setting in which preferences are kept. */
export const PREFERENCES_KEY = 'preferences';

export type KeeperPorts = {
  readonly store: Pick<EngineStore, 'transact' | 'setting' | 'saveSetting' | 'removeSetting'>;
  /** Does what the settings mean; called once at the start, and after each change. */
  readonly apply: (now: Preferences) => void;
};

/** What a person set, kept in the data folder over restarts. */
export class PreferenceKeeper {
  readonly #ports: KeeperPorts;
  #now: Preferences;

  constructor(ports: KeeperPorts) {
    this.#ports = ports;
    this.#now = readPreferences(parsedSetting(ports.store.setting(PREFERENCES_KEY)));
  }

  get now(): Preferences {
    return this.#now;
  }

  applyNow(): void {
    this.#ports.apply(this.#now);
  }

  /** Changes what is named; the rest stays. */
  change(change: CommandInput<'settings.set'>): Preferences {
    const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const next: Preferences = { ...this.#now, ...named };
    const { store } = this.#ports;
    store.transact(() => store.saveSetting(PREFERENCES_KEY, JSON.stringify(next)));
    this.#now = next;
    this.applyNow();
    return next;
  }

  /** Everything as it was before anything was set. */
  reset(): void {
    const { store } = this.#ports;
    store.transact(() => store.removeSetting(PREFERENCES_KEY));
    this.#now = DEFAULT_PREFERENCES;
    this.applyNow();
  }
}

export function parsedSetting(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // edited by hand: the defaults hold
  }
}

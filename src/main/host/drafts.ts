import type { Handlers } from '../../shared/contract/commands';
import { DRAFTS, type DraftName } from '../../shared/contract/draft-commands';
import type { EngineStore } from '../engine/ports';

type SettingStore = Pick<EngineStore, 'setting' | 'saveSetting' | 'removeSetting'>;
type Names = Extract<keyof Handlers, `draft.${string}`>;

const keyOf = (name: DraftName): string => `draft-${name}`;

/** What a person is writing, kept over the end of the window, of the engine and of the app. */
export function draftHandlers(store: SettingStore & Pick<EngineStore, 'transact'>): Pick<Handlers, Names> {
  return {
    'draft.get': ({ name }) => ({ text: store.setting(keyOf(name)) }),
    'draft.keep': ({ name, text }) => {
      store.transact(() => store.saveSetting(keyOf(name), text));
      return { kept: true };
    },
    'draft.clear': ({ name }) => {
      store.transact(() => store.removeSetting(keyOf(name)));
      return { kept: false };
    },
  };
}

/** Inside of `transact` only. */
export function removeDrafts(store: SettingStore): void {
  for (const name of DRAFTS) store.removeSetting(keyOf(name));
}

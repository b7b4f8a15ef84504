import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Theme as Choice, THEMES } from '../../shared/contract/preferences';

export type Theme = 'dark' | 'light';

const LIGHT = '(prefers-color-scheme: light)';
/** So that a page that opens does not flash in another theme before the engine has told it. */
const REMEMBERED = 'retryscope-theme';

const resolved = (choice: Choice): Theme => {
  if (choice !== 'system') return choice;
  return typeof window !== 'undefined' && window.matchMedia(LIGHT).matches ? 'light' : 'dark';
};

const store = createStore<{ readonly choice: Choice; readonly theme: Theme }>(() => ({
  choice: 'system',
  theme: resolved('system'),
}));

/** The theme that is shown: the chosen one, or the system's. */
export const useTheme = (): Theme => useStore(store, (state) => state.theme);

/** Shows a theme at once, here and, in the window, around the page. */
export function chooseTheme(choice: Choice): void {
  if (store.getState().choice === choice) return;
  window.localStorage.setItem(REMEMBERED, choice);
  store.setState({ choice, theme: resolved(choice) });
  window.retryscope?.setTheme(choice);
}

/** Puts the theme on `html` and keeps it true. */
export function followTheme(root: HTMLElement): void {
  const remembered = THEMES.find((choice) => choice === window.localStorage.getItem(REMEMBERED));
  if (remembered !== undefined) store.setState({ choice: remembered, theme: resolved(remembered) });
  const apply = (): void => root.setAttribute('data-theme', store.getState().theme);
  apply();
  store.subscribe(apply);
  window
    .matchMedia(LIGHT)
    .addEventListener('change', () => store.setState(({ choice }) => ({ choice, theme: resolved(choice) })));
}

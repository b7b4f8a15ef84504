import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

const LIGHT = '(prefers-color-scheme: light)';
const current = (): Theme => (window.matchMedia(LIGHT).matches ? 'light' : 'dark');

function watch(listener: () => void): () => void {
  const query = window.matchMedia(LIGHT);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The system's theme. */
export const useTheme = (): Theme => useSyncExternalStore(watch, current);

/** Puts the system's theme on `html` and keeps it true. */
export function followTheme(root: HTMLElement): void {
  const apply = (): void => {
    root.setAttribute('data-theme', current());
  };
  apply();
  watch(apply);
}

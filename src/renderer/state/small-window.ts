import { useSyncExternalStore } from 'react';

const SMALL = '(max-width: 1079px), (max-height: 659px)';

function watch(listener: () => void): () => void {
  const query = window.matchMedia(SMALL);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window has room for the compact frame only (900 × 600, or a large zoom). */
export const useSmallWindow = (): boolean => useSyncExternalStore(watch, () => window.matchMedia(SMALL).matches);

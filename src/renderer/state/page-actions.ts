import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ShortcutId } from './shortcut-table';

/** A command of the palette. */
export type Action = {
  readonly group:
    | 'Delivery'
    | 'Chosen'
    | 'Do'
    | 'Go to'
    | 'Timeline'
    | 'Clock'
    | 'Chaos'
    | 'Scenarios'
    | 'Endpoints'
    | 'Routes';
  readonly name: string;
  readonly icon: LucideIcon;
  /** Whose keys do the same. */
  readonly command?: ShortcutId;
  readonly run: () => void;
};

const NONE: readonly Action[] = [];

/** The commands that what is on screen adds to the palette. */
export const pageActions = createStore<{ readonly actions: readonly Action[] }>(() => ({ actions: NONE }));

/** Adds commands to the palette while the component is there. */
export function usePageActions(actions: readonly Action[]): void {
  useEffect(() => {
    pageActions.setState({ actions });
    return () => pageActions.setState({ actions: NONE });
  }, [actions]);
}

import type { LucideIcon } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ShortcutId } from './shortcut-table';

/** A command of the palette. */
export type Action = {
  readonly group:
    | 'Delivery'
    | 'Chosen'
    | 'List'
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

/** The commands that what is on screen adds to the palette, by who adds them. */
const added = createStore<Readonly<Record<string, readonly Action[]>>>(() => ({}));

/** All of them, in the order in which they were added. */
export function useAddedActions(): readonly Action[] {
  const now = useStore(added);
  return useMemo(() => Object.values(now).flat(), [now]);
}

/** Adds commands to the palette while the component is there. @param actions the same ones while nothing changes */
export function usePageActions(owner: string, actions: readonly Action[]): void {
  useEffect(() => {
    added.setState({ [owner]: actions });
    return () => added.setState(({ [owner]: _gone, ...others }) => others, true);
  }, [owner, actions]);
}

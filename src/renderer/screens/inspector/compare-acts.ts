import { Bookmark, GitCompareArrows } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { type Comparing, compare, comparing, isSameSubject } from '../../state/comparing';
import { usePageActions } from '../../state/page-actions';
import { say } from '../../state/toasts';

/** What may be done to compare: each says why when it may not. */
export type CompareAct = {
  readonly id: 'previous' | 'keep' | 'kept';
  readonly name: string;
  readonly says: string;
  readonly may: boolean;
  readonly run: () => void;
};

const NONE: readonly CompareAct[] = [];

export function compareActs({ open, kept }: Comparing): readonly CompareAct[] {
  if (open === null) return NONE;
  const { subject, name, previous, noPrevious } = open;
  const isKept = kept !== null && isSameSubject(kept.subject, subject);
  const before = subject.kind === 'attempt' ? 'Compare with the previous attempt' : 'Compare with the request before';
  return [
    {
      id: 'previous',
      name: before,
      says: previous === null ? noPrevious : '',
      may: previous !== null,
      run: () => {
        if (previous !== null) compare(previous, subject);
      },
    },
    ...(kept === null || isKept
      ? []
      : [
          {
            id: 'kept' as const,
            name: `Compare with ${kept.name}`,
            says: '',
            may: true,
            run: () => compare(kept.subject, subject),
          },
        ]),
    {
      id: 'keep',
      name: 'Compare with another …',
      says: isKept ? 'It is kept. Open another attempt or request and compare it there' : '',
      may: !isKept,
      run: () => {
        comparing.setState({ kept: { subject, name } });
        say(
          `${name.charAt(0).toUpperCase()}${name.slice(1)} is kept. Open another attempt or request and compare it there.`,
        );
      },
    },
  ];
}

/** Puts them into the palette while something is open that can be compared. */
export function usePaletteActs(): void {
  const now = useStore(comparing);
  usePageActions(
    'compare',
    useMemo(
      () =>
        compareActs(now).map((act) => ({
          group: 'Delivery' as const,
          name: act.name,
          icon: act.id === 'keep' ? Bookmark : GitCompareArrows,
          ...(act.id === 'previous' ? { command: 'compare' as const } : {}),
          run: () => (act.may ? act.run() : say(`${act.says}.`)),
        })),
      [now],
    ),
  );
}

import { Bookmark, GitCompareArrows } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Icon } from '../../parts/Icon';
import { KeyHint } from '../../parts/KeyHint';
import { type CompareSubject, comparing } from '../../state/comparing';
import { useBareKey } from '../../state/shortcuts';
import { say } from '../../state/toasts';
import { compareActs, usePaletteActs } from './compare-acts';

/** The ways to compare what is open: with the one before, with another that is kept. */
export function CompareMenu({
  subject,
  name,
  previous,
  noPrevious,
}: {
  readonly subject: CompareSubject;
  /** What it is called once it is kept: `attempt 2 of order.paid 7XKQ`. */
  readonly name: string;
  readonly previous: CompareSubject | null;
  /** Why there is none before it. */
  readonly noPrevious: string;
}) {
  const latest = useRef({ subject, previous });
  latest.current = { subject, previous };
  const key = JSON.stringify([subject, previous]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when another is open
  useEffect(() => {
    comparing.setState({ open: { ...latest.current, name, noPrevious } });
    return () => comparing.setState({ open: null });
  }, [key, name, noPrevious]);
  const acts = compareActs(useStore(comparing));
  usePaletteActs();
  const first = acts[0];
  useBareKey('compare', () => {
    if (first?.may === true) first.run();
    else if (first !== undefined) say(`${first.says}.`);
  });
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button small">
        <Icon of={GitCompareArrows} size={13} />
        Compare
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu of-row"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Compare"
        >
          {acts.map((act) => (
            <DropdownMenu.Item key={act.id} className="item told" disabled={!act.may} onSelect={act.run}>
              <Icon of={act.id === 'keep' ? Bookmark : GitCompareArrows} />
              <span>
                <b>{act.name}</b>
                {act.says === '' ? null : <small>{act.says}</small>}
              </span>
              {act.id === 'previous' ? <KeyHint of="compare" /> : null}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import type { ShortcutId } from '../state/shortcut-table';
import { usePastReason } from '../state/use-past';
import { Icon } from './Icon';
import { KeyHint } from './KeyHint';

/** Controls that change something: while the past is looked at they are there, but cannot be used, and say why. */
export function Acts({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const why = usePastReason();
  return (
    <fieldset className="acts" disabled={why !== null} aria-label={label} title={why ?? undefined}>
      {children}
    </fieldset>
  );
}

/** What a person may do with something. */
export type Act = {
  readonly id: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** What it does and costs, or why it may not be done; '' where its name says it all. */
  readonly says: string;
  readonly may: boolean;
  readonly run: () => void;
  /** The command whose keys do the same. */
  readonly command?: ShortcutId | undefined;
};

/** Acts as buttons. */
export const ActButtons = ({ acts }: { readonly acts: readonly Act[] }) =>
  acts.map(({ id, name, icon, says, may, run, command }) => (
    <button key={id} type="button" className="button small" title={says} disabled={!may} onClick={run}>
      <Icon of={icon} size={13} />
      {name}
      {command === undefined ? null : <KeyHint of={command} />}
    </button>
  ));

/** An act as an item of a menu. */
export const ActItem = ({
  icon,
  name,
  says,
  may = true,
  run,
}: Omit<Act, 'id' | 'may'> & { readonly may?: boolean }) => (
  <DropdownMenu.Item className="item told" disabled={!may} onSelect={run}>
    <Icon of={icon} />
    <span>
      <b>{name}</b>
      {says === '' ? null : <small>{says}</small>}
    </span>
  </DropdownMenu.Item>
);

import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import type { ShortcutId } from '../state/shortcut-table';
import { KeyHint } from './KeyHint';

/** What a control does, and its key, on hover and on focus. The child is the control. */
export function Tip({
  says,
  command,
  children,
  side = 'bottom',
}: {
  readonly says: string;
  /** The command whose keys stand there too. */
  readonly command?: ShortcutId;
  readonly children: ReactNode;
  readonly side?: 'bottom' | 'right' | 'top';
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {says}
          {command === undefined ? null : <KeyHint of={command} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

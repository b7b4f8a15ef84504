import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';

/** What a control does, and its key, on hover and on focus. The child is the control. */
export function Tip({
  says,
  keys,
  children,
  side = 'bottom',
}: {
  readonly says: string;
  readonly keys?: string;
  readonly children: ReactNode;
  readonly side?: 'bottom' | 'right' | 'top';
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {says}
          {keys === undefined ? null : <span className="key">{keys}</span>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { GLOSSARY, type GlossaryWord } from '../../shared/words/glossary';
import type { ShortcutId } from '../state/shortcut-table';
import { tipTook } from '../state/tip-escape';
import { KeyHint } from './KeyHint';

/** What a control does, and its key, on hover and on focus. The child is the control. */
export function Tip({
  says,
  command,
  term,
  children,
  side = 'bottom',
}: {
  readonly says: string;
  /** The command whose keys stand there too. */
  readonly command?: ShortcutId;
  /** What the word on it means, said first. */
  readonly term?: GlossaryWord;
  readonly children: ReactNode;
  readonly side?: 'bottom' | 'right' | 'top';
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8} onEscapeKeyDown={tipTook}>
          {term === undefined ? says : `${GLOSSARY[term]} ${says}.`}
          {command === undefined ? null : <KeyHint of={command} />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

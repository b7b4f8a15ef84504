import { ChevronDown, ChevronRight, Copy } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { say } from '../state/toasts';
import type { CopyChoice } from '../view-models/copy-choices';
import { copyText } from './CopyButton';
import { Icon } from './Icon';
import { type Copies, sayCopied, useCopies } from './use-copies';

/** Copies with the settings' redaction, and says what is copied. */
async function copyChoice(copies: Copies, { what, make }: CopyChoice): Promise<void> {
  if (make === null) return;
  const copied = copies(what, make);
  const text = typeof copied === 'string' ? copied : copied.text;
  if (!(await copyText(text))) return;
  if (typeof copied === 'string') say(`${sayCopied(what)}.`);
  else copied.told();
}

/** A button that opens what something can be copied as. */
export function CopyMenu({
  choices,
  off,
}: {
  readonly choices: readonly CopyChoice[];
  readonly off?: string | undefined;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button small" disabled={off !== undefined} title={off}>
        <Icon of={Copy} size={13} />
        Copy
        <Icon of={ChevronDown} size={13} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu of-row" align="start" sideOffset={4} collisionPadding={8}>
          <CopyItems choices={choices} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The same as items of a menu. */
function CopyItems({ choices }: { readonly choices: readonly CopyChoice[] }) {
  const copies = useCopies();
  return choices.map((choice) => (
    <DropdownMenu.Item
      key={choice.name}
      className="item"
      disabled={choice.make === null}
      onSelect={() => void copyChoice(copies, choice)}
    >
      <Icon of={Copy} />
      <span className="cut">{choice.name}</span>
    </DropdownMenu.Item>
  ));
}

/** The same as a menu within a row's menu. */
export const CopySubmenu = ({ choices }: { readonly choices: readonly CopyChoice[] }) => (
  <DropdownMenu.Sub>
    <DropdownMenu.SubTrigger className="item">
      <Icon of={Copy} />
      <span className="cut">Copy</span>
      <span className="grow" />
      <Icon of={ChevronRight} size={13} />
    </DropdownMenu.SubTrigger>
    <DropdownMenu.Portal>
      <DropdownMenu.SubContent className="menu of-row" collisionPadding={8}>
        <CopyItems choices={choices} />
      </DropdownMenu.SubContent>
    </DropdownMenu.Portal>
  </DropdownMenu.Sub>
);

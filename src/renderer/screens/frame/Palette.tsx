import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { Icon } from '../../parts/Icon';
import { KeyHint } from '../../parts/KeyHint';
import { closeOverlay } from '../../state/overlays';
import type { Action } from '../../state/page-actions';
import { useActions } from './actions';

const GROUPS: readonly Action['group'][] = [
  'Delivery',
  'Chosen',
  'List',
  'Do',
  'Go to',
  'Timeline',
  'Clock',
  'Chaos',
  'Scenarios',
  'Endpoints',
  'Routes',
];

/** Every command, found by a few letters. */
export function Palette() {
  const actions = useActions();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : closeOverlay())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog palette" aria-describedby={undefined}>
          <Dialog.Title className="only-read">All commands</Dialog.Title>
          <Command label="All commands" loop>
            <Command.Input placeholder="Type a command or a name" />
            <Command.List>
              <Command.Empty>No command has this in its name.</Command.Empty>
              {GROUPS.map((group) => (
                <Group key={group} name={group} actions={actions.filter((action) => action.group === group)} />
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({ name, actions }: { readonly name: string; readonly actions: readonly Action[] }) {
  if (actions.length === 0) return null;
  return (
    <Command.Group heading={name}>
      {actions.map((action, index) => (
        <Command.Item
          // Endpoints may share a name; their order tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={`${action.name} ${index}`}
          value={`${name} ${index} ${action.name}`}
          keywords={[action.name]}
          onSelect={() => {
            closeOverlay();
            action.run();
          }}
        >
          <Icon of={action.icon} size={15} />
          <span className="cut">{action.name}</span>
          {action.command === undefined ? null : <KeyHint of={action.command} />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

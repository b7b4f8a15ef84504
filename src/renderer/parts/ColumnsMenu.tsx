import { Check, Columns3, RotateCcw } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useMemo, useState } from 'react';
import type { ListName } from '../../shared/contract/lists';
import { usePageActions } from '../state/page-actions';
import type { Columns } from '../state/use-columns';
import { isOn } from '../view-models/columns';
import { Icon } from './Icon';

/** Which columns of a list are shown. */
export function ColumnsMenu<L extends ListName>({ columns }: { readonly columns: Columns<L> }) {
  const [open, setOpen] = useState(false);
  const { specs, choice, shown, show, reset, isChanged } = columns;
  usePageActions(
    'columns',
    useMemo(
      () => [
        { group: 'List', name: 'Choose the list’s columns', icon: Columns3, run: () => setOpen(true) },
        { group: 'List', name: 'Reset the list’s columns', icon: RotateCcw, run: reset },
      ],
      [reset],
    ),
  );
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger className="square plain small columns-button" aria-label="Columns" title="Columns">
        <Icon of={Columns3} size={13} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu columns" align="end" sideOffset={4} collisionPadding={8}>
          {specs.map((spec) => {
            const on = isOn(spec, choice);
            const crowded = on && !shown.some(({ id }) => id === spec.id);
            return (
              <DropdownMenu.CheckboxItem
                key={spec.id}
                className="item"
                checked={on}
                disabled={spec.stays === true}
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={(next) => show(spec.id, next)}
              >
                <span className="tick">
                  <DropdownMenu.ItemIndicator>
                    <Icon of={Check} size={13} />
                  </DropdownMenu.ItemIndicator>
                </span>
                {spec.name}
                {crowded ? <small className="muted">no room now</small> : null}
              </DropdownMenu.CheckboxItem>
            );
          })}
          <DropdownMenu.Separator className="separator" />
          <DropdownMenu.Item className="item" disabled={!isChanged} onSelect={reset}>
            <Icon of={RotateCcw} size={13} />
            Reset columns
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

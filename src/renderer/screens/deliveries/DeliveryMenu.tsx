import {
  Activity,
  Copy,
  Download,
  GitCompareArrows,
  ListFilter,
  type LucideIcon,
  PanelRight,
  Terminal,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import type { DeliveryRow } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { ActItem } from '../../parts/Acts';
import { copyText } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { useCopies } from '../../parts/use-copies';
import { compare } from '../../state/comparing';
import { useMirror, usePerform } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { deliveryChoice } from '../../view-models/export-choice';
import { curlOfAttempt } from '../../view-models/message-copies';
import { useDeliveryActs } from './use-delivery-acts';

/** A place in the window, in px from its top left corner. */
export type Place = { readonly x: number; readonly y: number };

/** The menu of a delivery's row: what may be done with it, and what it can be copied as. */
export function DeliveryMenu({
  row,
  at,
  onClose,
}: {
  readonly row: DeliveryRow;
  readonly at: Place;
  readonly onClose: () => void;
}) {
  const perform = usePerform();
  const copies = useCopies();
  const acts = useDeliveryActs(row);
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row.endpointId));
  // Focus goes back to the list, which keeps the keys.
  const before = useRef(document.activeElement);
  const copy = async (text: string, what: string): Promise<void> => {
    if (await copyText(text)) say(`${what} is copied.`);
  };
  const copyCurl = async (): Promise<void> => {
    const attempt = await perform('attempt.get', { deliveryId: row.id, n: row.attempts });
    if (attempt === null) return;
    const what = `Attempt ${row.attempts} as cURL`;
    const copied = copies(what, (redactor) => curlOfAttempt(attempt, redactor));
    if (typeof copied === 'string') await copy(copied, what);
    else if (await copyText(copied.text)) copied.told();
  };
  return (
    <DropdownMenu.Root open onOpenChange={(open) => (open ? undefined : onClose())} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span className="menu-place" style={{ left: at.x, top: at.y }} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu of-row"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={`${row.eventType} ${shortId(row.id)}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
        >
          {acts.map((act) => (
            <ActItem key={act.id} {...act} />
          ))}
          <DropdownMenu.Separator className="separator" />
          <Plain
            icon={PanelRight}
            name="Open"
            onSelect={() => goTo('deliveries', { deliveryId: row.id, markedId: row.id })}
          />
          <Plain icon={Activity} name="Show on the timeline" onSelect={() => goTo('live', { markedId: row.id })} />
          <Plain
            icon={ListFilter}
            name={`Only ${endpoint?.name ?? 'this endpoint'}`}
            onSelect={() => goTo('deliveries', { onlyEndpointId: row.endpointId })}
          />
          <Plain
            icon={GitCompareArrows}
            name={row.attempts < 2 ? 'Compare attempts: there are no two yet' : 'Compare its last two attempts'}
            disabled={row.attempts < 2}
            onSelect={() =>
              compare(
                { kind: 'attempt', deliveryId: row.id, n: row.attempts - 1 },
                { kind: 'attempt', deliveryId: row.id, n: row.attempts },
              )
            }
          />
          <DropdownMenu.Separator className="separator" />
          <Plain
            icon={Download}
            name="Export"
            onSelect={() => openOverlay({ kind: 'export', scopes: [deliveryChoice(row)] })}
          />
          <Plain icon={Copy} name="Copy the event’s id" onSelect={() => void copy(row.eventId, 'The event’s id')} />
          <Plain icon={Copy} name="Copy the delivery’s id" onSelect={() => void copy(row.id, 'The delivery’s id')} />
          <Plain
            icon={Terminal}
            name={row.attempts === 0 ? 'Copy as cURL: nothing was sent yet' : 'Copy as cURL'}
            disabled={row.attempts === 0}
            onSelect={() => void copyCurl()}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const Plain = ({
  icon,
  name,
  disabled = false,
  onSelect,
}: {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}) => (
  <DropdownMenu.Item className="item" disabled={disabled} onSelect={onSelect}>
    <Icon of={icon} />
    <span className="cut">{name}</span>
  </DropdownMenu.Item>
);

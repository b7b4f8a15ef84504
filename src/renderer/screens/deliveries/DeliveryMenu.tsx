import { Activity, Download, GitCompareArrows, ListFilter, type LucideIcon, PanelRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import type { DeliveryRow } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { ActItem } from '../../parts/Acts';
import { CopySubmenu } from '../../parts/CopyMenu';
import { Icon } from '../../parts/Icon';
import { compare } from '../../state/comparing';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { attemptCopies, deliveryCopies } from '../../view-models/copy-choices';
import { deliveryChoice } from '../../view-models/export-choice';

import { useAttempt } from './use-delivery';
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
  const acts = useDeliveryActs(row);
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row.endpointId));
  // Focus goes back to the list, which keeps the keys.
  const before = useRef(document.activeElement);
  const { value: attempt } = useAttempt(row.id, row.attempts === 0 ? null : row.attempts, '');
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
          <CopySubmenu choices={[...deliveryCopies(row), ...(attempt === null ? [] : attemptCopies(attempt))]} />
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

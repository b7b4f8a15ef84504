import { Copy, Forward, PanelRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import type { CaptureRow } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { ActItem } from '../../parts/Acts';
import { copyText } from '../../parts/CopyButton';
import { navigation } from '../../state/navigation';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { usePastReason } from '../../state/use-past';
import type { Place } from '../deliveries/DeliveryMenu';

/** The menu of a captured request’s row. */
export function CaptureMenu({
  row,
  at,
  onClose,
}: {
  readonly row: CaptureRow;
  readonly at: Place;
  readonly onClose: () => void;
}) {
  const whyNot = usePastReason();
  // Focus goes back to the list, which keeps the keys.
  const before = useRef(document.activeElement);
  const sendOn = (): void => {
    // Before the menu gives the focus back: it goes to the dialog.
    openOverlay({ kind: 'send-on', id: row.id });
  };
  const copyKey = async (): Promise<void> => {
    if (row.deliveryKey !== null && (await copyText(row.deliveryKey))) say('The delivery id is copied.');
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
          aria-label={`Request ${shortId(row.id)}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (before.current instanceof HTMLElement) before.current.focus();
          }}
        >
          <ActItem icon={PanelRight} name="Open" says="" run={() => navigation.setState({ captureId: row.id })} />
          <ActItem
            icon={Forward}
            name="Send on"
            says={whyNot ?? 'To an endpoint or a URL, as it came or edited'}
            may={whyNot === null}
            run={sendOn}
          />
          <ActItem
            icon={Copy}
            name="Copy the delivery id"
            says={row.deliveryKey === null ? 'It has none' : ''}
            may={row.deliveryKey !== null}
            run={() => void copyKey()}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

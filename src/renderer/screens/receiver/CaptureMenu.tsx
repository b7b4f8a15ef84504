import { Forward, PanelRight, Pin, PinOff, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { CaptureDetail, CaptureRow } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { ActItem } from '../../parts/Acts';
import { CopySubmenu } from '../../parts/CopyMenu';
import { useEngine, usePerform } from '../../state/engine-context';
import { openOverlay } from '../../state/overlays';
import { useClear } from '../../state/use-clear';
import { usePastReason } from '../../state/use-past';
import { useCaptureCopies } from './use-capture-copies';

/** The menu of a request's row. */
export function CaptureMenu({
  row,
  at,
  onOpen,
  onClose,
}: {
  readonly row: CaptureRow;
  /** In px from the window's top left corner. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const { call } = useEngine();
  const perform = usePerform();
  const { told } = useClear();
  const whyNot = usePastReason();
  // Focus goes back to the list, which keeps the keys.
  const before = useRef(document.activeElement);
  const [capture, setCapture] = useState<CaptureDetail | null>(null);
  useEffect(() => {
    let gone = false;
    void call('capture.get', { id: row.id }).then((result) => {
      if (!gone && result.ok) setCapture(result.value);
    });
    return () => {
      gone = true;
    };
  }, [call, row.id]);
  const remove = async (): Promise<void> => {
    const cleared = await perform('capture.delete', { ids: [row.id] });
    if (cleared !== null) told(cleared);
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
          <ActItem icon={PanelRight} name="Open" says="" run={onOpen} />
          <ActItem
            icon={Forward}
            name="Send on"
            says={whyNot ?? 'To an endpoint or a URL, as it came or edited'}
            may={whyNot === null}
            run={() => openOverlay({ kind: 'send-on', id: row.id })}
          />
          <ActItem
            icon={row.pinned ? PinOff : Pin}
            name={row.pinned ? 'Unpin' : 'Pin'}
            says={row.pinned ? 'Clearing and retention take it again' : 'Clearing and retention leave it'}
            run={() => void perform('capture.pin', { ids: [row.id], pinned: !row.pinned })}
          />
          <ActItem
            icon={Trash2}
            name="Delete"
            says={row.pinned ? 'It is pinned. Lift its pin first' : 'It can be brought back for 10 minutes'}
            may={!row.pinned}
            run={() => void remove()}
          />
          <DropdownMenu.Separator className="separator" />
          <CopySubmenu choices={useCaptureCopies(capture)} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

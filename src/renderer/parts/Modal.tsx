import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { Icon } from './Icon';

/** What a dialog is opened for: its first control, not its way out. */
const FIRST = '.content input, .content textarea, .content button';
/** Which control that is, where the dialog has another mind. */
const CHOSEN = '.content [data-first]';

/** A dialog with a title. Esc and the scrim close it; `state/focus-keeper` brings the focus back to where it was. */
export function Modal({
  title,
  about,
  onClose,
  wide = false,
  whole = false,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** As large as the window: for two columns. */
  readonly whole?: boolean;
  readonly children: ReactNode;
}) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          ref={content}
          onOpenAutoFocus={(event) => {
            const first =
              content.current?.querySelector<HTMLElement>(CHOSEN) ?? content.current?.querySelector<HTMLElement>(FIRST);
            if (first == null) return;
            event.preventDefault();
            first.focus();
          }}
          className={whole ? 'dialog whole' : wide ? 'dialog wide' : 'dialog'}
          {...(about === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header>
            <Dialog.Title asChild>
              <h2>{title}</h2>
            </Dialog.Title>
            <Dialog.Close className="square plain small" aria-label="Close">
              <Icon of={X} size={15} />
            </Dialog.Close>
          </header>
          {about === undefined ? null : <Dialog.Description className="about">{about}</Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import { useState } from 'react';
import { Modal } from '../../parts/Modal';
import { closeLater, closeOverlay } from '../../state/overlays';
import { ComposeForm } from './ComposeForm';

export function ComposeDialog() {
  const [close] = useState(closeLater);
  return (
    <Modal title="Send an event" wide onClose={closeOverlay}>
      <ComposeForm onSent={close} />
    </Modal>
  );
}

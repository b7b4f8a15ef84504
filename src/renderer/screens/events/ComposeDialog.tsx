import { Modal } from '../../parts/Modal';
import { closeOverlay } from '../../state/overlays';
import { ComposeForm } from './ComposeForm';

export function ComposeDialog() {
  return (
    <Modal title="Send an event" wide onClose={closeOverlay}>
      <ComposeForm onSent={closeOverlay} />
    </Modal>
  );
}

import { Modal } from '../../parts/Modal';
import { closeOverlay } from '../../state/overlays';

/** Asks before changes of a scenario that are not saved go. */
export function LeaveScenario({ name, go }: { readonly name: string; readonly go: () => void }) {
  return (
    <Modal title={`${name} is not saved`} onClose={closeOverlay}>
      <div className="content">
        <p>What you changed is lost when you leave it now.</p>
      </div>
      <footer>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            closeOverlay();
            go();
          }}
        >
          Discard the changes
        </button>
        <button type="button" className="button primary" onClick={closeOverlay}>
          Go on editing
        </button>
      </footer>
    </Modal>
  );
}

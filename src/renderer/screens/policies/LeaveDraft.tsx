import { Modal } from '../../parts/Modal';
import { type PolicyDraft, titleOf } from '../../view-models/policy-draft';

/** Asks before changes that are not saved go. */
export function LeaveDraft({
  draft,
  onDiscard,
  onStay,
}: {
  readonly draft: PolicyDraft;
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}) {
  return (
    <Modal title={`${titleOf(draft)} is not saved`} onClose={onStay}>
      <div className="content">
        <p>What you changed is lost when you leave it now.</p>
      </div>
      <footer>
        <button type="button" className="button danger" onClick={onDiscard}>
          Discard the changes
        </button>
        <button type="button" className="button primary" onClick={onStay}>
          Go on editing
        </button>
      </footer>
    </Modal>
  );
}

import { Ban } from 'lucide-react';
import type { EndpointId } from '../../../shared/model/ids';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { useMirror } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { sayDisabling } from '../../view-models/endpoint-look';
import { useRunEndpointAct } from './use-endpoint-acts';

/** Asks before an endpoint is disabled from where its page is not in sight. */
export function DisableDialog({ id }: { readonly id: EndpointId }) {
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === id));
  const run = useRunEndpointAct();
  if (endpoint === undefined) return null;
  return (
    <Modal title={`Disable ${endpoint.name}`} onClose={closeOverlay}>
      <p className="content">{sayDisabling(endpoint.policy, endpoint.counts.waiting)}</p>
      <footer>
        <button type="button" className="button" onClick={closeOverlay}>
          Keep it
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            closeOverlay();
            void run('endpoint.disable', endpoint);
          }}
        >
          <Icon of={Ban} />
          Disable
        </button>
      </footer>
    </Modal>
  );
}

import { ShieldAlert } from 'lucide-react';
import type { EndpointView } from '../../../shared/contract/views';
import { Icon } from '../../parts/Icon';

const SAYS =
  'Certificates are not verified: anyone between here and the endpoint can read and change what is sent, its signature and authorization too.';

/** A red mark while an endpoint takes any certificate; nothing while it verifies. */
export function NotVerified({ endpoint }: { readonly endpoint: EndpointView }) {
  if (endpoint.request.verify) return null;
  return (
    <span className="chip unsafe" title={SAYS}>
      <Icon of={ShieldAlert} size={12} />
      TLS not verified
    </span>
  );
}

/** The same as a sentence, on the endpoint's own page. */
export function NotVerifiedNote({ endpoint }: { readonly endpoint: EndpointView }) {
  if (endpoint.request.verify) return null;
  return (
    <p className="unsafe note-line" role="note">
      <Icon of={ShieldAlert} />
      {SAYS} Edit the endpoint to verify them.
    </p>
  );
}

import type { CaptureDetail } from '../../../shared/contract/views';
import { useMirror } from '../../state/engine-context';
import type { SecretChoice } from '../../view-models/signature-form';
import { SignatureCard } from '../signatures/SignatureCard';

/** A capture's signature, and the lab with the secret that its route checks with. */
export function CaptureSignature({ capture }: { readonly capture: CaptureDetail }) {
  const route = useMirror((mirror) => mirror.routes.find(({ id }) => id === capture.routeId));
  const endpoint = useMirror((mirror) =>
    mirror.endpoints.find(({ routeId }) => routeId !== null && routeId === capture.routeId),
  );
  const secret: SecretChoice =
    route?.check.kind === 'own' ? `route:${route.id}` : endpoint === undefined ? 'typed' : `endpoint:${endpoint.id}`;
  return (
    <SignatureCard
      subject={{ kind: 'capture', id: capture.id }}
      headers={capture.headers}
      verdict={capture.signature}
      secret={secret}
    />
  );
}

import type { CaptureDetail } from '../../../shared/contract/views';
import type { RouteCheck } from '../../../shared/model/route-check';
import { useMirror } from '../../state/engine-context';
import type { SecretChoice } from '../../view-models/signature-form';
import { SignatureCard } from '../signatures/SignatureCard';

const whyNone = ({ verdict }: CaptureDetail, check: RouteCheck | undefined): string => {
  if (verdict.kind === 'refused') return 'Not checked: the request was refused.';
  if (verdict.kind === 'no-route' || check === undefined) return 'Not checked: no route took the request.';
  return check.kind === 'endpoints'
    ? 'Not checked: no endpoint with a secret points at this route.'
    : 'Not checked: the route did not ask for it.';
};

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
      none={whyNone(capture, route?.check)}
      secret={secret}
    />
  );
}

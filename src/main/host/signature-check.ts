import type { RouteId, RunId } from '../../shared/model/ids';
import type { Capture } from '../../shared/model/receiver';
import { type SignatureVerdict, verifySignature } from '../../shared/rules/signatures/verify';
import { primitives } from './signature-primitives';
import type { SignatureSecrets } from './signature-secrets';

type Arrived = Pick<Capture, 'headers' | 'body' | 'bodyBytes' | 'wallAt'>;

/** How a route's signatures are checked now: the secrets are read once, for as many requests as come together. */
export function signatureCheckOf(
  secrets: SignatureSecrets,
  runId: RunId,
  routeId: RouteId,
  wallMs: number,
): (request: Arrived) => SignatureVerdict | null {
  const checker = secrets.checkerOf(runId, routeId, wallMs);
  if (checker === null) return () => null;
  const { scheme, secrets: known } = checker;
  return (request) => verifySignature(primitives, scheme, known, request, Math.floor(request.wallAt / 1_000));
}

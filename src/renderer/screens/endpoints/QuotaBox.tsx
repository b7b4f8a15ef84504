import type { EndpointView } from '../../../shared/contract/views';
import { sayCountdown, sayDuration } from '../../../shared/words/duration';
import { Rules } from '../../parts/Rules';
import { Word } from '../../parts/Term';
import { useVirtualNow } from '../../state/virtual-now';
import { sayCount } from '../../view-models/numbers';
import { useQuotas } from './use-quotas';

/** How many redeliveries by hand are left, where the policy counts them (F32). */
export function QuotaBox({ endpoint }: { readonly endpoint: EndpointView }) {
  const quota = useQuotas([endpoint]).get(endpoint.id);
  const now = useVirtualNow(1_000);
  if (quota === undefined) return null;
  return (
    <p className="streak">
      <Word text="Redeliveries" /> left <b className="mono">{sayCount(quota.left)}</b> of{' '}
      <b className="mono">{sayCount(quota.count)}</b> in {sayDuration(quota.windowMs)}
      {quota.freeAt === null ? null : <span className="second"> next in {sayCountdown(quota.freeAt - now)}</span>}
      <Rules ids={quota.rules} />
    </p>
  );
}

import { useEffect, useState } from 'react';
import type { EndpointView, QuotaView } from '../../../shared/contract/views';
import { sayCountdown, sayDuration } from '../../../shared/words/duration';
import { Rules } from '../../parts/Rules';
import { useEngine } from '../../state/engine-context';
import { useVirtualNow } from '../../state/virtual-now';
import { sayCount } from '../../view-models/numbers';

/** The window slides with the virtual clock; what is left is asked this often. Real ms. */
const ASK_AGAIN_MS = 2_000;

/** How many redeliveries by hand are left, where the policy counts them (F32). */
export function QuotaBox({ endpoint }: { readonly endpoint: EndpointView }) {
  const { call, onFeed } = useEngine();
  const [quota, setQuota] = useState<QuotaView | null>(null);
  const { id, policy } = endpoint;
  const { redelivery } = policy;
  const counts = redelivery.form === 'redeliver' && redelivery.quota !== null;
  useEffect(() => {
    if (!counts) return;
    let gone = false;
    const ask = async (): Promise<void> => {
      const result = await call('endpoint.quota', { id });
      if (!gone && result.ok) setQuota(result.value);
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_AGAIN_MS);
    const off = onFeed((news) => {
      if (news.kind === 'reload' || news.frame.endpoints.some((changed) => changed.id === id)) void ask();
    });
    return () => {
      gone = true;
      clearInterval(timer);
      off();
    };
  }, [call, onFeed, id, counts]);
  const now = useVirtualNow(1_000);
  if (!counts || quota === null) return null;
  return (
    <p className="streak">
      Redeliveries left <b className="mono">{sayCount(quota.left)}</b> of{' '}
      <b className="mono">{sayCount(quota.count)}</b> in {sayDuration(quota.windowMs)}
      {quota.freeAt === null ? null : <span className="second"> next in {sayCountdown(quota.freeAt - now)}</span>}
      <Rules ids={quota.rules} />
    </p>
  );
}

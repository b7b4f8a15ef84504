import { useEffect, useState } from 'react';
import type { EndpointView, QuotaView } from '../../../shared/contract/views';
import type { EndpointId } from '../../../shared/model/ids';
import { useEngine } from '../../state/engine-context';

/** The window slides with the virtual clock; what is left is asked this often. Real ms. */
const ASK_AGAIN_MS = 2_000;

export type Quotas = ReadonlyMap<EndpointId, QuotaView>;
const NONE: Quotas = new Map();

const counts = ({ policy: { redelivery } }: EndpointView): boolean =>
  redelivery.form === 'redeliver' && redelivery.quota !== null;

/** How many redeliveries by hand are left at each of these endpoints whose policy counts them (F32). */
export function useQuotas(endpoints: readonly EndpointView[]): Quotas {
  const { call, onFeed } = useEngine();
  const [quotas, setQuotas] = useState(NONE);
  const ids = endpoints
    .filter(counts)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (ids === '') {
      setQuotas(NONE);
      return;
    }
    const asked = ids.split(' ') as EndpointId[];
    let gone = false;
    const ask = async (): Promise<void> => {
      const answers = await Promise.all(asked.map(async (id) => [id, await call('endpoint.quota', { id })] as const));
      if (gone) return;
      setQuotas(
        new Map(answers.flatMap(([id, answer]) => (answer.ok && answer.value !== null ? [[id, answer.value]] : []))),
      );
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_AGAIN_MS);
    const off = onFeed((news) => {
      if (news.kind === 'reload' || news.frame.endpoints.some(({ id }) => asked.includes(id))) void ask();
    });
    return () => {
      gone = true;
      clearInterval(timer);
      off();
    };
  }, [call, onFeed, ids]);
  return quotas;
}

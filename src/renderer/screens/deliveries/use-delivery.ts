import { useEffect, useState } from 'react';
import type { AttemptDetail, DeliveryDetail } from '../../../shared/contract/views';
import type { DeliveryId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import { useEngine, usePastSeq } from '../../state/engine-context';

export type Loaded<T> = { readonly value: T | null; readonly problem: Problem | null };
const NOTHING = { value: null, problem: null };

/** A delivery with its log, read again whenever the feed names it, or as it was at the time that is looked at. */
export function useDelivery(id: DeliveryId): Loaded<DeliveryDetail> {
  const { call, onFeed } = useEngine();
  const asOf = usePastSeq();
  const [loaded, setLoaded] = useState<Loaded<DeliveryDetail>>(NOTHING);
  useEffect(() => {
    let round = 0;
    const read = async (): Promise<void> => {
      round += 1;
      const mine = round;
      const result = await call('delivery.get', { id, asOf });
      if (mine !== round) return;
      if (result.ok) setLoaded({ value: result.value, problem: null });
      else setLoaded((before) => ({ value: asOf === null ? before.value : null, problem: result.problem }));
    };
    void read();
    // What happens meanwhile does not change how it was.
    if (asOf !== null) {
      return () => {
        round = -1;
      };
    }
    const off = onFeed((news) => {
      if (news.kind === 'reload' || news.frame.deliveries.some((row) => row.id === id)) void read();
    });
    return () => {
      round = -1;
      off();
    };
  }, [call, onFeed, id, asOf]);
  return loaded;
}

/** One attempt with both messages; null while it is read. Read again when `version` changes. */
export function useAttempt(id: DeliveryId, n: number | null, version: string): Loaded<AttemptDetail> {
  const { call } = useEngine();
  const asOf = usePastSeq();
  const [loaded, setLoaded] = useState<Loaded<AttemptDetail>>(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a reason to read again
  useEffect(() => {
    if (n === null) {
      setLoaded(NOTHING);
      return;
    }
    let gone = false;
    void call('attempt.get', { deliveryId: id, n, asOf }).then((result) => {
      if (gone) return;
      setLoaded(result.ok ? { value: result.value, problem: null } : { value: null, problem: result.problem });
    });
    return () => {
      gone = true;
    };
  }, [call, id, n, version, asOf]);
  return loaded;
}

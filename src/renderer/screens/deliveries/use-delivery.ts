import { useEffect, useState } from 'react';
import type { AttemptDetail, DeliveryDetail } from '../../../shared/contract/views';
import type { DeliveryId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import { useEngine, usePastSeq } from '../../state/engine-context';
import { follow } from '../../state/follow';

export type Loaded<T> = { readonly value: T | null; readonly problem: Problem | null };
const NOTHING = { value: null, problem: null };

/** What a delivery's page shows of others changes with them. */
const shownBy = (id: DeliveryId, detail: DeliveryDetail | null): ReadonlySet<string> =>
  new Set([id, ...(detail === null ? [] : [detail.origin, ...detail.descendants].flatMap((kin) => kin?.id ?? []))]);

/** A delivery with its log, read again whenever the feed names it or its kin, or as it was at the time looked at. */
export function useDelivery(id: DeliveryId): Loaded<DeliveryDetail> {
  const { call, onFeed } = useEngine();
  const asOf = usePastSeq();
  const [loaded, setLoaded] = useState<Loaded<DeliveryDetail>>(NOTHING);
  useEffect(
    () =>
      follow({
        read: () => call('delivery.get', { id, asOf }),
        show: (result) => {
          if (result.ok) setLoaded({ value: result.value, problem: null });
          else setLoaded((before) => ({ value: asOf === null ? before.value : null, problem: result.problem }));
        },
        parts: (detail) => shownBy(id, detail),
        // What happens meanwhile does not change how it was.
        onFeed: asOf === null ? onFeed : () => () => undefined,
      }),
    [call, onFeed, id, asOf],
  );
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

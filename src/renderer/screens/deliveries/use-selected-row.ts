import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { DeliveryRow } from '../../../shared/contract/views';
import type { DeliveryId } from '../../../shared/model/ids';
import { useEngine, useMirror } from '../../state/engine-context';
import { navigation } from '../../state/navigation';

/** The delivery that is marked on the timeline, or open beside the list; also an old one that the page does not hold. */
export const useSelectedRow = (): DeliveryRow | undefined =>
  useRow(useStore(navigation, (state) => state.markedId ?? state.deliveryId));

/** A delivery by its id, also an old one that the page does not hold. */
export function useRow(id: DeliveryId | null): DeliveryRow | undefined {
  const { call } = useEngine();
  const known = useMirror((mirror) => mirror.deliveries.find((row) => row.id === id));
  const [read, setRead] = useState<DeliveryRow | undefined>(undefined);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (id === null || isKnown) return;
    let gone = false;
    void call('delivery.get', { id }).then((result) => {
      if (!gone) setRead(result.ok ? result.value.row : undefined);
    });
    return () => {
      gone = true;
    };
  }, [call, id, isKnown]);
  return known ?? (read?.id === id ? read : undefined);
}

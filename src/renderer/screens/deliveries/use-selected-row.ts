import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { DeliveryRow } from '../../../shared/contract/views';
import { useEngine, useMirror } from '../../state/engine-context';
import { navigation } from '../../state/navigation';

/** The delivery that is marked on the timeline, or open beside the list; also an old one that the page does not hold. */
export function useSelectedRow(): DeliveryRow | undefined {
  const { call } = useEngine();
  const id = useStore(navigation, (state) => state.markedId ?? state.deliveryId);
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

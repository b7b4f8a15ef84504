import { useEffect, useRef, useState } from 'react';
import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import { instantsOf } from './scene';

/** So many rows are sorted anew with every frame of the feed; more of them five times a second. */
const FEW_ROWS = 1_000;

/** The instants between which idle spans fold; with many rows they follow a little later. */
export function useInstants(rows: readonly DeliveryRow[], endpoints: readonly EndpointView[]): Float64Array {
  const [instants, setInstants] = useState(() => instantsOf(rows, endpoints));
  const madeAt = useRef(0);
  useEffect(() => {
    const wait = rows.length <= FEW_ROWS ? 0 : Math.max(0, madeAt.current + 200 - performance.now());
    const make = (): void => {
      madeAt.current = performance.now();
      setInstants(instantsOf(rows, endpoints));
    };
    if (wait === 0) {
      make();
      return;
    }
    const timer = setTimeout(make, wait);
    return () => clearTimeout(timer);
  }, [rows, endpoints]);
  return instants;
}

import { useMemo } from 'react';
import type { FilterHints } from '../../shared/filter/suggest';
import { useMirror } from './engine-context';

const MOST_TYPES = 50;

/** Types of the newest events and names of endpoints, to be offered in a filter bar. */
export function useFilterHints(): FilterHints {
  const deliveries = useMirror((mirror) => mirror.deliveries);
  const endpoints = useMirror((mirror) => mirror.endpoints);
  return useMemo(() => {
    const types = new Set<string>();
    for (const { eventType } of deliveries) {
      types.add(eventType);
      if (types.size === MOST_TYPES) break;
    }
    return { types: [...types].sort(), endpoints: [...new Set(endpoints.map(({ name }) => name))].sort() };
  }, [deliveries, endpoints]);
}

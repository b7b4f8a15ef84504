import { createStore } from 'zustand/vanilla';
import type { Place } from '../../shared/contract/shell';

/** The place that a link from outside asks for, until the person has said yes or no. */
export const askedLink = createStore<{ readonly place: Place | null }>(() => ({ place: null }));

import { createStore } from 'zustand/vanilla';
import type { CaptureId, DeliveryId } from '../../shared/model/ids';
import { openOverlay } from './overlays';

/** What can be compared with another of them. */
export type CompareSubject =
  | { readonly kind: 'attempt'; readonly deliveryId: DeliveryId; readonly n: number }
  | { readonly kind: 'capture'; readonly id: CaptureId };

type Named = { readonly subject: CompareSubject; readonly name: string };

/** What is open, the one before it, and what a person keeps to compare it with something else. */
export type Comparing = {
  readonly open: (Named & { readonly previous: CompareSubject | null; readonly noPrevious: string }) | null;
  readonly kept: Named | null;
};

export const comparing = createStore<Comparing>(() => ({ open: null, kept: null }));

export const isSameSubject = (a: CompareSubject, b: CompareSubject): boolean =>
  a.kind === 'attempt'
    ? b.kind === 'attempt' && a.deliveryId === b.deliveryId && a.n === b.n
    : b.kind === 'capture' && a.id === b.id;

/** Shows two beside each other, the earlier one at the left. */
export const compare = (left: CompareSubject, right: CompareSubject): void =>
  openOverlay({ kind: 'compare', left, right });

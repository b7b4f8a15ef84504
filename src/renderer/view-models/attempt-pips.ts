import type { DeliveryRow } from '../../shared/contract/views';
import { isFinal } from '../../shared/model/delivery';
import { type Hue, outcomeLook, type Shape } from './outcome-look';

export type Pip =
  | { readonly kind: 'mark'; readonly hue: Hue; readonly shape: Shape; readonly final: boolean }
  | { readonly kind: 'planned' }
  /** An attempt that the budget still has room for. */
  | { readonly kind: 'left' };

/** Marks and the planned ring that fit into the narrowest column. */
const MOST_MARKS = 8;
const MOST_PIPS = 13;

/**
 * The attempts of a delivery in order, then the planned one, then a dot for each that may still come. Long histories
 * keep their newest; `cut` says how many are not drawn.
 */
export function attemptPips(row: DeliveryRow): { readonly pips: readonly Pip[]; readonly cut: number } {
  const over = isFinal(row.state);
  const pips: Pip[] = row.marks.map((mark, index) => {
    const { hue, shape } = outcomeLook(mark.outcome);
    const final = over && index === row.marks.length - 1 && row.state !== 'cancelled';
    return { kind: 'mark', hue, shape, final };
  });
  if (row.dueAt !== null && !over) pips.push({ kind: 'planned' });
  if (!over) {
    const inFlight = row.state === 'processing' ? 1 : 0;
    const planned = row.dueAt === null ? 0 : 1;
    const left = row.budget - row.counter - inFlight - planned;
    for (let i = 0; i < left; i++) pips.push({ kind: 'left' });
  }
  const solid = pips.filter((pip) => pip.kind !== 'left').length;
  // The count of those left out takes a place too.
  const cut = solid > MOST_MARKS ? solid - MOST_MARKS + 1 : 0;
  return { pips: pips.slice(cut, cut + MOST_PIPS), cut };
}

/** The same in words, for screen readers and hovers. */
export function sayAttempts(row: DeliveryRow): string {
  const made = row.marks.map((mark) => outcomeLook(mark.outcome).word).join(', ');
  const head = `${row.attempts} of ${row.budget} attempts`;
  return made === '' ? head : `${head}: ${made}`;
}

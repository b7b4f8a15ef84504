import type { KeptKind } from '../../shared/contract/preferences';
import { plural } from './numbers';

/** So many rows of a kind of history, in words. */
export const HISTORY_COUNTS: Readonly<Record<KeptKind, (n: number) => string>> = {
  deliveries: (n) => `${plural(n, 'delivery', 'deliveries')} with ${n === 1 ? 'its' : 'their'} attempts`,
  captures: (n) => plural(n, 'capture'),
  log: (n) => plural(n, 'step'),
};

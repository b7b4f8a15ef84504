import type { Notice, Totals } from '../../src/shared/contract/views';
import type { Result } from '../../src/shared/model/problem';

export type FromEngine =
  /** It runs, and opens its data folder now. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly seq: number; readonly result: Result<unknown> }
  /** `idle`: nothing is in flight, and nothing is left that could happen. */
  | { readonly kind: 'frame'; readonly to: number; readonly idle: boolean; readonly totals: Totals }
  | { readonly kind: 'notices'; readonly notices: readonly Notice[] }
  | { readonly kind: 'log'; readonly line: string };

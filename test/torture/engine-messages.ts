import type { ClientMessage } from '../../src/shared/contract/channel';
import type { Notice, Totals } from '../../src/shared/contract/views';
import type { Result } from '../../src/shared/model/problem';

export type ToEngine =
  | ClientMessage
  /** Someone sets the machine's clock: so many ms off the true time. */
  | { readonly kind: 'set-wall'; readonly offsetMs: number }
  /** So much time has passed while the process stood still. */
  | { readonly kind: 'pass'; readonly ms: number }
  /** The disk is full (nothing may be added to the database), or has room again. */
  | { readonly kind: 'disk'; readonly full: boolean };

export type FromEngine =
  /** It runs, and opens its data folder now. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly seq: number; readonly result: Result<unknown> }
  /** `idle`: nothing is in flight, and nothing is left that could happen. */
  | {
      readonly kind: 'frame';
      readonly to: number;
      readonly idle: boolean;
      readonly virtualMs: number;
      readonly inFlight: number;
      readonly totals: Totals;
    }
  | { readonly kind: 'notices'; readonly notices: readonly Notice[] }
  | { readonly kind: 'log'; readonly line: string };

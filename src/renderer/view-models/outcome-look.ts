import type { Attempt } from '../../shared/model/attempt';
import type { Delivery } from '../../shared/model/delivery';
import type { Fault, Outcome } from '../../shared/model/outcome';
import { sayFault } from '../../shared/words/explain';
import { reasonPhrase } from '../../shared/words/status';

/** One hue, one meaning: the names of the tokens. */
export type Hue = 'ok' | 'r3' | 'c4' | 's5' | 'nr' | 'intr' | 'plan' | 'held' | 'flight' | 'idle';
/** Never colour alone: what tells outcomes and states apart in greyscale. */
export type Shape =
  | 'disc'
  | 'triangle'
  | 'diamond'
  | 'square'
  | 'hourglass'
  | 'cross'
  | 'stroked-ring'
  | 'arc'
  | 'ring'
  | 'bars'
  | 'dashed-ring'
  | 'dash'
  | 'chevrons';

export type Look = {
  readonly hue: Hue;
  readonly shape: Shape;
  /** The short word: `503`, `Time-out`, `Refused`. */
  readonly word: string;
  /** What stands beside it: the reason phrase, what was tried. May be empty. */
  readonly detail: string;
};

const TIMEOUTS: readonly Fault[] = ['connect-timeout', 'response-timeout', 'inactivity-timeout'];

export function statusLook(status: number): Pick<Look, 'hue' | 'shape'> {
  if (status >= 200 && status < 300) return { hue: 'ok', shape: 'disc' };
  if (status < 400) return { hue: 'r3', shape: 'triangle' };
  if (status < 500) return { hue: 'c4', shape: 'diamond' };
  return { hue: 's5', shape: 'square' };
}

/** How an attempt's outcome looks; null is an attempt in flight. */
export function outcomeLook(outcome: Outcome | null): Look {
  if (outcome === null) return { hue: 'flight', shape: 'arc', word: 'Sending', detail: 'in flight' };
  switch (outcome.kind) {
    case 'response': {
      const redirect = outcome.status >= 300 && outcome.status < 400;
      const phrase = reasonPhrase(outcome.status);
      return {
        ...statusLook(outcome.status),
        word: String(outcome.status),
        detail: redirect ? `${phrase}${phrase === '' ? '' : ', '}not followed` : phrase,
      };
    }
    case 'no-response': {
      const shape = TIMEOUTS.includes(outcome.fault) ? 'hourglass' : 'cross';
      return { hue: 'nr', shape, word: sayFault(outcome.fault), detail: outcome.detail };
    }
    case 'interrupted':
      return {
        hue: 'intr',
        shape: 'stroked-ring',
        word: 'Interrupted',
        detail: outcome.by === 'stopped' ? 'stopped by you, sent again' : 'the engine stopped, sent again',
      };
  }
}

export type StateLook = {
  readonly hue: Hue;
  readonly shape: Shape;
  /** A final outcome wears a ring of its own hue. */
  readonly final: boolean;
  readonly word: string;
};

/** How a delivery's state looks. Deferred is a flag of one that waits: a throttle moved it to a later window. A failed one shows its last outcome's shape in its ring. */
export function stateLook(
  row: Pick<Delivery, 'state' | 'deferredFrom'> & { readonly marks: readonly Pick<Attempt, 'outcome'>[] },
): StateLook {
  if (row.deferredFrom !== null && (row.state === 'queued' || row.state === 'retrying')) {
    return { hue: 'held', shape: 'chevrons', final: false, word: 'Deferred' };
  }
  switch (row.state) {
    case 'queued':
      return { hue: 'idle', shape: 'ring', final: false, word: 'Queued' };
    case 'processing':
      return { hue: 'flight', shape: 'arc', final: false, word: 'Sending' };
    case 'retrying':
      return { hue: 'plan', shape: 'ring', final: false, word: 'Retrying' };
    case 'held':
      return { hue: 'held', shape: 'bars', final: false, word: 'Held' };
    case 'stale':
      return { hue: 'idle', shape: 'dashed-ring', final: false, word: 'Stale' };
    case 'delivered':
      return { hue: 'ok', shape: 'disc', final: true, word: 'Delivered' };
    case 'failed': {
      const last = row.marks.at(-1)?.outcome ?? null;
      if (last === null) return { hue: 's5', shape: 'square', final: true, word: 'Failed' };
      const { hue, shape } = outcomeLook(last);
      return { hue, shape, final: true, word: 'Failed' };
    }
    case 'cancelled':
      return { hue: 'idle', shape: 'dash', final: false, word: 'Cancelled' };
  }
}

import type { Attempt } from '../../shared/model/attempt';
import type { Delivery } from '../../shared/model/delivery';
import type { Outcome } from '../../shared/model/outcome';
import { faultClass, type OutcomeClass, statusClass } from '../../shared/stats/outcome-class';
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

/** How a class of outcomes looks: in a legend, and wherever outcomes are counted. */
export const CLASS_LOOKS: Readonly<Record<OutcomeClass, Pick<Look, 'hue' | 'shape' | 'word'>>> = {
  '2xx': { hue: 'ok', shape: 'disc', word: '2xx' },
  '3xx': { hue: 'r3', shape: 'triangle', word: '3xx' },
  '4xx': { hue: 'c4', shape: 'diamond', word: '4xx' },
  '5xx': { hue: 's5', shape: 'square', word: '5xx' },
  'time-out': { hue: 'nr', shape: 'hourglass', word: 'Time-out' },
  'no-connection': { hue: 'nr', shape: 'cross', word: 'No connection' },
  interrupted: { hue: 'intr', shape: 'stroked-ring', word: 'Interrupted' },
};

export function statusLook(status: number): Pick<Look, 'hue' | 'shape'> {
  const { hue, shape } = CLASS_LOOKS[statusClass(status)];
  return { hue, shape };
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
      const { hue, shape } = CLASS_LOOKS[faultClass(outcome.fault)];
      return { hue, shape, word: sayFault(outcome.fault), detail: outcome.detail };
    }
    case 'interrupted':
      return {
        ...CLASS_LOOKS.interrupted,
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

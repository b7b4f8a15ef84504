import type { ReactNode } from 'react';
import type { OutcomeClass } from '../../shared/stats/outcome-class';
import { CLASS_LOOKS } from '../view-models/outcome-look';

/** What a bar can be filled with: a class of outcomes, or where a delivery stands. */
export type Filling = OutcomeClass | 'delivered' | 'failed' | 'cancelled' | 'open';

const HUES: Readonly<Record<Exclude<Filling, OutcomeClass>, string>> = {
  delivered: 'ok',
  failed: 's5',
  cancelled: 'intr',
  open: 'plan',
};

const hueOf = (filling: Filling): string =>
  filling === 'delivered' || filling === 'failed' || filling === 'cancelled' || filling === 'open'
    ? HUES[filling]
    : CLASS_LOOKS[filling].hue;

/** Never colour alone: each has a weave of its own, 6 px wide, that is told apart in greyscale. */
const WEAVES: Readonly<Record<Filling, ReactNode>> = {
  '2xx': null,
  delivered: null,
  '3xx': <path className="weave" d="M1.5 0 V6" />,
  '4xx': <circle className="weave-dot" cx="3" cy="3" r="1.3" />,
  '5xx': <path className="weave" d="M-1 7 L7 -1 M-1 1 L1 -1 M5 7 L7 5" />,
  failed: <path className="weave" d="M-1 7 L7 -1 M-1 1 L1 -1 M5 7 L7 5" />,
  'time-out': <path className="weave" d="M0 3 H6" />,
  'no-connection': <path className="weave" d="M0 0 L6 6 M6 0 L0 6" />,
  interrupted: <rect className="weave-hole" width="6" height="4" />,
  cancelled: <rect className="weave-hole" width="6" height="4" />,
  open: <rect className="weave-plan" width="6" height="6" />,
};

const SIZE = 6;

export const fillOf = (scope: string, filling: Filling): string => `url(#${scope}-${filling})`;

/** The fills of a picture. `scope` sets their names apart from those of another picture. */
export function Patterns({ scope, fillings }: { readonly scope: string; readonly fillings: readonly Filling[] }) {
  return (
    <defs>
      {fillings.map((filling) => (
        <pattern key={filling} id={`${scope}-${filling}`} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
          <rect className={`fill-${hueOf(filling)}`} width={SIZE} height={SIZE} />
          {WEAVES[filling]}
        </pattern>
      ))}
    </defs>
  );
}

/** A small piece of a fill, for legends. */
export function Swatch({ scope, filling }: { readonly scope: string; readonly filling: Filling }) {
  const mine = `${scope}-key`;
  return (
    <svg className="chart-swatch" width="14" height="10" aria-hidden="true">
      <Patterns scope={mine} fillings={[filling]} />
      <rect width="14" height="10" rx="2" fill={fillOf(mine, filling)} />
    </svg>
  );
}

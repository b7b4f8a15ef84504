import type { AttemptPair, ComparedAttempt, DeliveryPair, RunComparison } from '../../shared/model/run-comparison';
import { latencyOf } from '../../shared/rules/compare-runs';
import { sayDuration } from '../../shared/words/duration';

/** A line of the table of two runs. */
export type ChangeRow = {
  readonly key: string;
  /** `orders, event 2`. */
  readonly of: string;
  /** `attempt 3`, or what else it is. */
  readonly what: string;
  readonly earlier: string;
  readonly later: string;
  /** In words; empty where nothing changed. */
  readonly change: string;
  readonly isOther: boolean;
  /** Both attempts, where both are there. */
  readonly both: { readonly earlierId: string; readonly laterId: string; readonly n: number } | null;
};

const NOT_THERE = 'not there';

/** Endpoints and expectations, then each delivery with its attempts. */
export const changeRows = ({ others, pairs }: RunComparison): readonly ChangeRow[] => [
  ...others.map(({ kind, name, earlier, later, changed }, i) => ({
    key: `${kind} ${i} ${name}`,
    of: name,
    what: kind,
    earlier: earlier ?? NOT_THERE,
    later: later ?? NOT_THERE,
    change: changed ? 'verdict' : '',
    isOther: changed,
    both: null,
  })),
  ...pairs.flatMap(pairRows),
];

function pairRows(pair: DeliveryPair): readonly ChangeRow[] {
  const of = `${pair.endpoint}, event ${pair.event}${pair.copy === 1 ? '' : `, copy ${pair.copy - 1}`}`;
  const key = `${of} ${pair.type}`;
  const sayState = (side: DeliveryPair['earlier']): string =>
    side === null ? NOT_THERE : side.reason === null ? side.state : `${side.state}, ${side.reason}`;
  const isOther = pair.verdictChanged || pair.earlier === null || pair.later === null;
  const presence = pair.presence === 'new' || pair.presence === 'gone' ? pair.presence : '';
  return [
    {
      key,
      of,
      what: pair.type,
      earlier: sayState(pair.earlier),
      later: sayState(pair.later),
      change: pair.verdictChanged ? 'verdict' : presence,
      isOther,
      both: null,
    },
    ...pair.attempts.map((attempt) => attemptRow(attempt, pair, of, key)),
  ];
}

function attemptRow(attempt: AttemptPair, pair: DeliveryPair, of: string, key: string): ChangeRow {
  const { n, presence, changes, earlier, later } = attempt;
  const both = earlier !== null && later !== null && pair.earlier !== null && pair.later !== null;
  return {
    key: `${key} ${n}`,
    of,
    what: `attempt ${n}`,
    earlier: sayAttempt(earlier),
    later: sayAttempt(later),
    change: changes.length > 0 ? changes.join(', ') : presence === 'same' ? '' : presence,
    isOther: presence !== 'same',
    both:
      both && pair.earlier !== null && pair.later !== null
        ? { earlierId: pair.earlier.id, laterId: pair.later.id, n }
        : null,
  };
}

/** `503 after a wait of 5 m, in 20 ms`. */
function sayAttempt(attempt: ComparedAttempt | null): string {
  if (attempt === null) return NOT_THERE;
  const { status, fault, outcome, waitMs } = attempt;
  const answer = String(status ?? fault ?? outcome ?? 'in flight');
  const took = latencyOf(attempt);
  const wait = waitMs === null || waitMs === 0 ? '' : `, waited ${sayDuration(waitMs)}`;
  return `${answer}${took === null || took === 0 ? '' : `, took ${sayDuration(Math.round(took))}`}${wait}`;
}

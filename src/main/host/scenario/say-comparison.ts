import type {
  AttemptChange,
  AttemptPair,
  ComparedAttempt,
  Counts,
  DeliveryPair,
  DeliverySide,
  RunComparison,
} from '../../../shared/model/run-comparison';
import { isChanged, LATENCY_THRESHOLD_MS, latencyOf } from '../../../shared/rules/compare-runs';
import { sayDuration } from '../../../shared/words/duration';

const MOST_LINES = 100;

/** What changed, in lines for a terminal. */
export function sayComparison(compared: RunComparison): string {
  if (!isChanged(compared)) return '\nCompared with the earlier run: nothing changed.\n';
  const lines = [
    ...compared.others
      .filter(({ changed }) => changed)
      .map(
        ({ kind, name, earlier, later }) => `  ${kind} ${name}: ${earlier ?? 'not there'} → ${later ?? 'not there'}`,
      ),
    ...compared.pairs.flatMap(pairLines),
  ];
  const more = lines.length - MOST_LINES;
  return [
    '',
    'Compared with the earlier run:',
    `  deliveries  ${sayCounts(compared.deliveries)}`,
    `  attempts    ${sayCounts(compared.attempts)}`,
    ...lines.slice(0, MOST_LINES),
    ...(more > 0 ? [`  … and ${more.toLocaleString('en')} lines more.`] : []),
    `A latency counts as changed from a difference of more than ${LATENCY_THRESHOLD_MS} ms on.`,
    '',
  ].join('\n');
}

const sayCounts = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([presence, count]) => `${count.toLocaleString('en')} ${presence}`)
    .join(', ') || 'none';

function pairLines(pair: DeliveryPair): readonly string[] {
  if (pair.presence === 'same') return [];
  const copy = pair.copy === 1 ? '' : `, copy ${pair.copy - 1}`;
  const head = `  ${pair.endpoint}, event ${pair.event} (${pair.type})${copy}: ${pair.presence}`;
  const verdict = pair.verdictChanged ? [`    ${sayState(pair.earlier)} → ${sayState(pair.later)}`] : [];
  const both = pair.earlier !== null && pair.later !== null;
  return [head, ...verdict, ...(both ? pair.attempts.flatMap(attemptLine) : [])];
}

const sayState = (side: DeliverySide | null): string =>
  side === null ? 'not there' : side.reason === null ? side.state : `${side.state} (${side.reason})`;

function attemptLine({ n, presence, changes, earlier, later }: AttemptPair): readonly string[] {
  if (presence === 'same') return [];
  if (earlier === null || later === null) return [`    attempt ${n}: ${presence}`];
  return [`    attempt ${n}: ${changes.map((change) => sayChange(change, earlier, later)).join('; ')}`];
}

function sayChange(change: AttemptChange, earlier: ComparedAttempt, later: ComparedAttempt): string {
  if (change === 'order') return 'another place in the order';
  const say = (attempt: ComparedAttempt): string => {
    if (change === 'status') return String(attempt.status ?? 'no answer');
    if (change === 'fault') return attempt.fault ?? attempt.outcome ?? 'in flight';
    const ms = change === 'wait' ? attempt.waitMs : latencyOf(attempt);
    return ms === null ? 'none' : ms === 0 ? '0' : sayDuration(ms);
  };
  return `${change} ${say(earlier)} → ${say(later)}`;
}

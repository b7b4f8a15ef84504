import type { Outcome } from '../../shared/model/outcome';
import { sayOutcome } from '../../shared/words/explain';
import { escaped } from './html-text';
import { sayTime } from './report-words';
import type { DeliveryStory } from './stories';

const LABEL = 250;
const WIDTH = 1_200;
const ROW = 20;
const HEAD = 24;
const TICKS = 6;

/** How an outcome looks, by shape and by class: no colour says anything alone. */
function lookOf(outcome: Outcome | null): readonly [shape: string, name: string] {
  if (outcome === null) return [RING, 'open'];
  if (outcome.kind === 'interrupted') return [RING, 'open'];
  if (outcome.kind === 'no-response') return [CROSS, 'bad'];
  if (outcome.status < 300) return [DISC, 'ok'];
  if (outcome.status < 400) return [TRIANGLE, 'far'];
  return outcome.status < 500 ? [DIAMOND, 'client'] : [SQUARE, 'server'];
}

const DISC = '<circle r="4.5"/>';
const RING = '<circle r="4" fill="none" stroke="currentColor" stroke-width="1.6"/>';
const TRIANGLE = '<path d="M-4.5 -5 L5 0 L-4.5 5Z"/>';
const DIAMOND = '<path d="M0 -5.5 L5.5 0 L0 5.5 L-5.5 0Z"/>';
const SQUARE = '<path d="M-4.5 -4.5H4.5V4.5H-4.5Z"/>';
const CROSS = '<path d="M-4 -4L4 4M4 -4L-4 4" stroke="currentColor" stroke-width="2.4"/>';

/** The first deliveries against virtual time: each attempt by its outcome, the waits between, and where jitter could fall. */
export function picture(told: readonly DeliveryStory[]): string {
  const instants = told.flatMap(({ delivery, attempts }) => [
    delivery.createdAt,
    ...attempts.map(({ startedAt, endedAt }) => endedAt ?? startedAt),
  ]);
  if (instants.length === 0) return '';
  const from = instants.reduce((least, at) => Math.min(least, at));
  const span = Math.max(1, instants.reduce((most, at) => Math.max(most, at)) - from);
  const x = (at: number): number => Math.round((LABEL + 12 + ((at - from) / span) * (WIDTH - LABEL - 36)) * 10) / 10;
  const height = HEAD + told.length * ROW + 6;
  const ticks = Array.from({ length: TICKS }, (_, i) => from + (span * i) / (TICKS - 1));
  const axis = ticks
    .map((at, i) => {
      const anchor = i === 0 ? 'start' : i === TICKS - 1 ? 'end' : 'middle';
      return `<line class="grid" x1="${x(at)}" x2="${x(at)}" y1="${HEAD - 6}" y2="${height}"/><text class="axis" text-anchor="${anchor}" x="${x(at)}" y="12">${sayTime(at).slice(5, 19)}</text>`;
    })
    .join('');
  const rows = told.map((story, i) => row(story, HEAD + i * ROW + ROW / 2, x)).join('\n');
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Attempts over virtual time">${axis}\n${rows}</svg>`;
}

function row({ delivery, endpoint, attempts }: DeliveryStory, y: number, x: (at: number) => number): string {
  const name = escaped(`${delivery.eventType} → ${endpoint?.name ?? ''}`.slice(0, 38));
  let before: number | null = null;
  const marks = attempts.map((attempt) => {
    const [shape, look] = lookOf(attempt.outcome);
    const at = x(attempt.startedAt);
    const wait = before === null ? '' : `<line class="wait" x1="${x(before)}" x2="${at}" y1="${y}" y2="${y}"/>`;
    const band =
      before === null || attempt.wait === null
        ? ''
        : bandOf(x(before + attempt.wait.minMs), x(before + attempt.wait.maxMs), y);
    before = attempt.endedAt ?? attempt.startedAt;
    const title = escaped(`Attempt ${attempt.n}, ${sayTime(attempt.startedAt)}: ${sayOutcome(attempt.outcome)}`);
    return `${band}${wait}<g class="${look}" transform="translate(${at} ${y})"><title>${title}</title>${shape}</g>`;
  });
  return `<text x="8" y="${y + 4}">${name}</text>${marks.join('')}`;
}

const bandOf = (from: number, to: number, y: number): string =>
  to <= from
    ? ''
    : `<rect class="band" x="${from}" y="${y - 5}" width="${Math.round((to - from) * 10) / 10}" height="10" rx="2"/>`;

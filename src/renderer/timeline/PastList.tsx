import { memo } from 'react';
import { clockTime, shortDay } from '../view-models/instants';
import { zoneWords } from '../view-models/zone';
import { closedWords } from './draw-circuit';
import type { LaneItem, LayoutItem } from './layout';
import { closedSpans, type HalfOpen } from './past';
import { sayCount } from './words';

const sayInstant = (atMs: number): string => `${shortDay(atMs)} ${clockTime(atMs)}`;

/** What the lanes of suspensions and held deliveries draw, for those who read the timeline instead of seeing it. */
export const PastList = memo(function PastList({ items }: { readonly items: readonly LayoutItem[] }) {
  const lines = items.flatMap((item) => (item.kind === 'lane' ? linesOf(item) : []));
  if (lines.length === 0) return null;
  return (
    <ul className="tl-unseen" aria-label={`When endpoints received nothing, times in ${zoneWords()}`}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
});

function sayHalfOpen(stretches: readonly HalfOpen[]): string {
  const said = stretches.map(({ fromMs, toMs }) =>
    toMs === null ? `since ${sayInstant(fromMs)}` : `from ${sayInstant(fromMs)} to ${sayInstant(toMs)}`,
  );
  return said.length === 0 ? '' : `; half-open ${said.join(', ')}`;
}

function linesOf({ lane, endpoint, past }: LaneItem): readonly string[] {
  if (lane === 'suspension') {
    return closedSpans(past, endpoint).map((span) => {
      const until = span.toMs === null ? 'still closed' : `until ${sayInstant(span.toMs)}`;
      const words = `closed from ${sayInstant(span.fromMs)}, ${until}: ${closedWords(endpoint, span).join(', ')}`;
      return `${endpoint.name}: ${words}${sayHalfOpen(span.halfOpen)}`;
    });
  }
  if (lane !== 'held' || past === null) return [];
  const most = past.held.reduce((peak, { value }) => Math.max(peak, value), 0);
  return [`${endpoint.name}: ${sayCount(endpoint.counts.held)} held now, ${sayCount(most)} at most around here`];
}

import { memo } from 'react';
import { clockTime, shortDay } from '../view-models/instants';
import { zoneWords } from '../view-models/zone';
import { closedWords } from './draw-circuit';
import type { LaneItem, LayoutItem } from './layout';
import { closedSpans } from './past';
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

function linesOf({ lane, endpoint, past }: LaneItem): readonly string[] {
  if (lane === 'suspension') {
    return closedSpans(past, endpoint).map((span) => {
      const until = span.toMs === null ? 'still closed' : `until ${sayInstant(span.toMs)}`;
      return `${endpoint.name}: closed from ${sayInstant(span.fromMs)}, ${until}: ${closedWords(endpoint, span).join(', ')}`;
    });
  }
  if (lane !== 'held' || past === null) return [];
  const most = past.held.reduce((peak, { value }) => Math.max(peak, value), 0);
  return [`${endpoint.name}: ${sayCount(endpoint.counts.held)} held now, ${sayCount(most)} at most around here`];
}

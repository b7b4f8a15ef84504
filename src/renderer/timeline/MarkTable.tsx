import { memo } from 'react';
import { shortId } from '../../shared/model/ids';
import { sayDuration } from '../../shared/words/duration';
import { clockTime, shortDay } from '../view-models/instants';
import { zoneWords } from '../view-models/zone';
import { hasMarks, type LayoutItem, type RowItem } from './layout';
import { sayOutcome, sayShared, sayStates } from './words';

/** The rows on screen as a table, for those who read the timeline instead of seeing it. */
export const MarkTable = memo(function MarkTable({ items }: { readonly items: readonly LayoutItem[] }) {
  return (
    <table className="tl-unseen">
      <caption>Deliveries in view, times in {zoneWords()}</caption>
      <thead>
        <tr>
          <th scope="col">Delivery</th>
          <th scope="col">Endpoint</th>
          <th scope="col">State</th>
          <th scope="col">Attempts</th>
          <th scope="col">Next attempt</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          if (!hasMarks(item)) return null;
          if (item.kind === 'row') return <DeliveryLine key={item.row.id} item={item} />;
          return (
            <tr key={item.key}>
              <th scope="row">{sayShared(item.rows)}</th>
              <td>{item.endpoint.name}</td>
              <td>{item.state}</td>
              <td>{item.rows.length} finished deliveries share this row</td>
              <td>none</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
});

function DeliveryLine({ item: { row, endpoint } }: { readonly item: RowItem }) {
  return (
    <tr>
      <th scope="row">
        {row.eventType} {shortId(row.id)}
      </th>
      <td>
        {endpoint.name}, {endpoint.policy.name}
      </td>
      <td>{sayStates(row, endpoint.policy)}</td>
      <td>
        {row.marks.length === 0 && 'none yet'}
        {row.marks
          .map(({ n, outcome, startedAt }) => {
            const took = outcome === null ? '' : ` after ${sayDuration(outcome.tookMs)}`;
            return `${n}: ${sayOutcome(outcome)}${took}, started ${shortDay(startedAt)} ${clockTime(startedAt)}`;
          })
          .join('; ')}
      </td>
      <td>{row.dueAt === null ? 'none' : `${row.attempts + 1} at ${shortDay(row.dueAt)} ${clockTime(row.dueAt)}`}</td>
    </tr>
  );
}

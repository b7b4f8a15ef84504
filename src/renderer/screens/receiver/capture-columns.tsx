import type { ReactNode } from 'react';
import type { ColumnId } from '../../../shared/contract/lists';
import type { CaptureRow } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { Mark } from '../../parts/Mark';
import { useVirtualNow } from '../../state/virtual-now';
import type { ColumnSpec } from '../../view-models/columns';
import { clockTimeTenths, exactTime, listTime } from '../../view-models/instants';
import { ordinal, sayBytes, sayCount } from '../../view-models/numbers';
import { verdictLook } from '../../view-models/script-words';

export const CAPTURE_COLUMNS: readonly ColumnSpec<'captures'>[] = [
  { id: 'received', name: 'Received', width: 84, grows: 0, rank: 0, stays: true, sorts: ['newest', 'oldest'] },
  { id: 'id', name: 'Id', width: 52, grows: 0, rank: 2, term: 'idempotency key' },
  { id: 'seen', name: 'Seen', width: 40, grows: 0, rank: 3 },
  { id: 'method', name: 'Method', width: 52, grows: 0, rank: null },
  { id: 'answer', name: 'Answer', width: 76, grows: 0, rank: 0 },
  { id: 'verdict', name: 'Verdict', width: 70, grows: 1, rank: 1, term: 'verdict' },
  { id: 'remote', name: 'From', width: 120, grows: 0, rank: null },
  { id: 'body', name: 'Body', width: 64, grows: 0, rank: 4, right: true },
];

const DAY_MS = 86_400_000;

const saySeen = (seen: number | null): string => (seen === null ? '' : seen === 1 ? 'new' : ordinal(seen));

/** A capture in one of its list's columns. */
export function drawCapture(capture: CaptureRow, column: ColumnId<'captures'>): ReactNode {
  const look = verdictLook(capture.verdict);
  switch (column) {
    case 'received':
      return <ReceivedAt at={capture.at} />;
    case 'id':
      return (
        <span className="mono cut" title={capture.deliveryKey ?? undefined}>
          {capture.deliveryKey === null ? 'no id' : shortId(capture.deliveryKey)}
        </span>
      );
    case 'seen':
      return <span className="mono">{saySeen(capture.seen)}</span>;
    case 'method':
      return <span className="mono cut">{capture.method}</span>;
    case 'answer':
      return (
        <span className="answer">
          <Mark hue={look.hue} shape={look.shape} size={13} />
          {look.word}
        </span>
      );
    case 'verdict':
      return (
        <span className="second cut" title={look.says}>
          {look.says}
        </span>
      );
    case 'remote':
      return <span className="mono cut">{capture.remote}</span>;
    case 'body':
      return (
        <span className="mono" title={`${sayCount(capture.bodyBytes)} bytes`}>
          {sayBytes(capture.bodyBytes)}
        </span>
      );
  }
}

function ReceivedAt({ at }: { readonly at: number }) {
  const now = useVirtualNow(60_000);
  const today = Math.floor(now / DAY_MS) === Math.floor(at / DAY_MS);
  return (
    <span className="mono" title={exactTime(at)}>
      {today ? clockTimeTenths(at) : listTime(at, now)}
    </span>
  );
}

import type { ReactNode } from 'react';
import type { ColumnId } from '../../../shared/contract/lists';
import type { CaptureRow } from '../../../shared/contract/views';
import { shortId } from '../../../shared/model/ids';
import { sayVerdictWord } from '../../../shared/words/signature';
import { Mark } from '../../parts/Mark';
import { PinSign } from '../../parts/PinSign';
import { useVirtualNow } from '../../state/virtual-now';
import type { ColumnSpec } from '../../view-models/columns';
import { clockTimeTenths, exactTime, listTime } from '../../view-models/instants';
import { ordinal, sayBytes, sayCount } from '../../view-models/numbers';
import { sayCaptured, verdictLook } from '../../view-models/script-words';
import { signatureMark } from '../../view-models/signature-form';

export const CAPTURE_COLUMNS: readonly ColumnSpec<'captures'>[] = [
  { id: 'received', name: 'Received', width: 92, grows: 0, rank: 0, stays: true, sorts: ['newest', 'oldest'] },
  { id: 'id', name: 'Id', width: 52, grows: 0, rank: 2, term: 'idempotency key' },
  { id: 'seen', name: 'Seen', width: 40, grows: 0, rank: 3 },
  { id: 'method', name: 'Method', width: 52, grows: 0, rank: null },
  { id: 'answer', name: 'Answer', width: 76, grows: 0, rank: 0 },
  { id: 'verdict', name: 'Verdict', width: 70, grows: 1, rank: 1, term: 'verdict' },
  { id: 'signature', name: 'Signature', width: 100, grows: 0, rank: null },
  { id: 'remote', name: 'From', width: 120, grows: 0, rank: null },
  { id: 'body', name: 'Body', width: 64, grows: 0, rank: 4, right: true },
];

/** The order of a list that begins with the newest. */
export const newestCapture = (a: CaptureRow, b: CaptureRow): number =>
  b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const DAY_MS = 86_400_000;

const saySeen = (seen: number | null): string => (seen === null ? '' : seen === 1 ? 'new' : ordinal(seen));

/** A capture in one of its list's columns. */
export function drawCapture(capture: CaptureRow, column: ColumnId<'captures'>): ReactNode {
  const look = verdictLook(capture.verdict);
  switch (column) {
    case 'received':
      return (
        <span className="received">
          <ReceivedAt at={capture.at} />
          <PinSign pinned={capture.pinned} />
        </span>
      );
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
      return <Says text={look.says} />;
    case 'signature':
      return <SignatureCell capture={capture} />;
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

/** The same in a list of every path, where what was asked for is part of the story. */
export const drawAnyCapture = (capture: CaptureRow, column: ColumnId<'captures'>): ReactNode =>
  column === 'verdict' ? <Says text={sayCaptured(capture)} /> : drawCapture(capture, column);

const Says = ({ text }: { readonly text: string }) => (
  <span className="second cut" title={text}>
    {text}
  </span>
);

function SignatureCell({ capture: { signature } }: { readonly capture: CaptureRow }) {
  if (signature === null) return <span />;
  const mark = signatureMark(signature);
  return (
    <span className="signature-cell cut" title={signature.why}>
      <Mark hue={mark.hue} shape={mark.shape} size={13} />
      {sayVerdictWord(signature)}
    </span>
  );
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

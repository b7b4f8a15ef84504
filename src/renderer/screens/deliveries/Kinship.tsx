import { CornerDownRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DeliveryDetail, DeliveryRow, Kin } from '../../../shared/contract/views';
import { type CaptureId, shortId } from '../../../shared/model/ids';
import type { Policy } from '../../../shared/policies/policy';
import { isEventPurged, sayPurged } from '../../../shared/rules/retention';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { PinSign } from '../../parts/PinSign';
import { goTo } from '../../state/navigation';
import { useVirtualNow } from '../../state/virtual-now';
import { kinWords, sayKin } from '../../view-models/again-forms';
import { exactTime, listTime } from '../../view-models/instants';
import { plural } from '../../view-models/numbers';
import { stateLook } from '../../view-models/outcome-look';
import { providerBeside } from '../../view-models/provider-label';

const MOST_SHOWN = 3;
const MINUTE_MS = 60_000;

/** What a delivery was made from, and what was made of it, each with the way there (R8). */
export function Kinship({ detail, policy }: { readonly detail: DeliveryDetail; readonly policy: Policy | undefined }) {
  const { origin, descendants, row, event } = detail;
  const [all, setAll] = useState(false);
  if (origin === null && descendants.length === 0 && event.captureId === null) return null;
  const words = kinWords(policy);
  const shown = all ? descendants : descendants.slice(0, MOST_SHOWN);
  return (
    <ul className="kinship" aria-label="Linked deliveries">
      {event.captureId === null ? null : <CaptureLine id={event.captureId} />}
      {origin === null ? null : <KinLine words={words.of} kin={origin} policy={policy} />}
      {shown.map((kin) => (
        <KinLine key={kin.id} words={words.as} kin={kin} policy={policy} />
      ))}
      {descendants.length > shown.length ? (
        <li>
          <button type="button" className="link" onClick={() => setAll(true)}>
            {descendants.length < row.copies
              ? `Show the newest ${descendants.length} of ${row.copies}`
              : `Show all ${plural(descendants.length, 'copy', 'copies')}`}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** The captured request that was sent on, and the way there. */
function CaptureLine({ id }: { readonly id: CaptureId }) {
  return (
    <li>
      <span className="second">Captured as</span>
      <button
        type="button"
        className="link"
        title={id}
        aria-label={`Show the captured request ${shortId(id)}`}
        onClick={() => goTo('receiver', { routeId: 'all', captureId: id })}
      >
        <span className="mono">{shortId(id)}</span>
      </button>
    </li>
  );
}

function KinLine({
  words,
  kin,
  policy,
}: {
  readonly words: string;
  readonly kin: Kin;
  readonly policy: Policy | undefined;
}) {
  const now = useVirtualNow(MINUTE_MS);
  const look = stateLook({ ...kin, marks: [] });
  const beside = providerBeside(policy, kin, look.word);
  return (
    <li>
      <span className="second">{words}</span>
      <button
        type="button"
        className="link"
        title={kin.id}
        onClick={() => goTo('deliveries', { deliveryId: kin.id, markedId: kin.id })}
      >
        <span className="mono">{shortId(kin.id)}</span>
      </button>
      <Mark hue={look.hue} shape={look.shape} final={look.final} />
      <span>{look.word}</span>
      {beside === null ? null : <small className="mono">{beside}</small>}
      <span className="mono muted" title={exactTime(kin.createdAt)}>
        {listTime(kin.createdAt, now)}
      </span>
    </li>
  );
}

/** In a list: that a delivery is pinned, that it is a copy, or has copies; and that the provider has deleted its event (R8, R11). */
export function RowSigns({ row, policy }: { readonly row: DeliveryRow; readonly policy: Policy | undefined }) {
  const kin = sayKin(row, policy);
  return (
    <>
      <PinSign pinned={row.pinned} />
      {kin === null ? null : (
        <span className="sign" role="img" aria-label={kin} title={kin}>
          <Icon of={CornerDownRight} size={12} />
          {row.copies > 1 ? row.copies : null}
        </span>
      )}
      {policy === undefined || policy.retention === null ? null : <PurgedSign row={row} policy={policy} />}
    </>
  );
}

function PurgedSign({ row, policy }: { readonly row: DeliveryRow; readonly policy: Policy }) {
  const now = useVirtualNow(MINUTE_MS);
  if (!isEventPurged(policy, row.eventId, now)) return null;
  const says = sayPurged(policy);
  return (
    <span className="sign" role="img" aria-label={says} title={says}>
      <Icon of={Trash2} size={12} />
    </span>
  );
}

/** In a pane: that the provider has deleted the event, and what follows from it (F34, R11). */
export function PurgedNote({ row, policy }: { readonly row: DeliveryRow; readonly policy: Policy | undefined }) {
  const now = useVirtualNow(MINUTE_MS);
  if (policy === undefined || !isEventPurged(policy, row.eventId, now)) return null;
  return (
    <p className="purged">
      <Icon of={Trash2} size={13} />
      {sayPurged(policy)}. The history here stays.
    </p>
  );
}

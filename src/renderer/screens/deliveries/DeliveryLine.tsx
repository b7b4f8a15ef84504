import type { DeliveryRow } from '../../../shared/contract/views';
import { Mark } from '../../parts/Mark';
import { Pips } from '../../parts/Pips';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { elderOf } from '../../view-models/elder';
import { stateLook } from '../../view-models/outcome-look';
import { providerBeside } from '../../view-models/provider-label';
import { RowSigns } from './Kinship';
import { NextOrLast } from './row-times';

/** A delivery in one line of another thing’s details: its state, where it goes, its attempts; it opens there. */
export function DeliveryLine({ row }: { readonly row: DeliveryRow }) {
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row.endpointId));
  const look = stateLook(row);
  const beside = providerBeside(endpoint?.policy, row, look.word);
  return (
    <li>
      <button
        type="button"
        className="inset-focus"
        onClick={() => goTo('deliveries', { deliveryId: row.id, markedId: row.id })}
      >
        <Mark hue={look.hue} shape={look.shape} final={look.final} />
        <span>{look.word}</span>
        {beside === null ? null : <small className="mono muted">{beside}</small>}
        <span className="second cut">{endpoint?.name ?? 'deleted endpoint'}</span>
        <RowSigns row={row} policy={endpoint?.policy} />
        <Pips row={row} />
        <NextOrLast row={row} elder={elderOf(row, endpoint)} />
      </button>
    </li>
  );
}

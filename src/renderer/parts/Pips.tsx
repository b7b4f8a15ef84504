import type { DeliveryRow } from '../../shared/contract/views';
import { attemptPips, sayAttempts } from '../view-models/attempt-pips';
import { Mark } from './Mark';

/** The attempts of a delivery as shapes in order, the planned one, and a dot for each that may still come. */
export function Pips({ row }: { readonly row: DeliveryRow }) {
  const { pips, cut } = attemptPips(row);
  const says = sayAttempts(row);
  return (
    <span className="pips" role="img" aria-label={says} title={says}>
      {cut > 0 ? <span className="cut-off">+{cut}</span> : null}
      {pips.map((pip, index) => {
        // Pips have no identity but their place: attempt 1, 2, 3 …
        const key = cut + index;
        if (pip.kind === 'mark') return <Mark key={key} hue={pip.hue} shape={pip.shape} final={pip.final} />;
        if (pip.kind === 'planned') return <Mark key={key} hue="plan" shape="ring" />;
        return <span key={key} className="left" />;
      })}
    </span>
  );
}

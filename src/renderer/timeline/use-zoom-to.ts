import { useCallback, useMemo, useRef } from 'react';
import type { DeliveryRow, EndpointView } from '../../shared/contract/views';
import { type DeliveryId, shortId } from '../../shared/model/ids';
import { say } from '../state/toasts';
import { deliverySpan } from './scene';
import type { Stage } from './stage';

const MARGIN_PX = 48;

export type ZoomTo = {
  /** Whether a delivery is selected that is on the timeline. */
  readonly may: boolean;
  /** Which one, in words. */
  readonly name: string;
  /** To the whole of a delivery, without one to the selected one; says so when there is none. */
  readonly run: (id?: DeliveryId | null) => void;
};

/** Zooming to a delivery: from its beginning to the last attempt that is planned for it. */
export function useZoomTo(
  stage: Stage | null,
  rows: readonly DeliveryRow[],
  endpoints: readonly EndpointView[],
  selected: DeliveryId | null,
): ZoomTo {
  const row = useMemo(() => rows.find(({ id }) => id === selected), [rows, selected]);
  // Rows come twenty times a second; whoever holds `run` is not told anew.
  const known = useRef({ rows, endpoints, row });
  known.current = { rows, endpoints, row };
  const run = useCallback(
    (id?: DeliveryId | null): void => {
      const now = known.current;
      const wanted = id == null ? now.row : now.rows.find((each) => each.id === id);
      const endpoint = now.endpoints.find(({ id: of }) => of === wanted?.endpointId);
      if (wanted === undefined || endpoint === undefined) {
        say('No delivery is selected. Click one of its attempts, or its name, then zoom to it.');
        return;
      }
      stage?.showSpan(deliverySpan(wanted, endpoint), MARGIN_PX);
    },
    [stage],
  );
  const may = row !== undefined;
  const name = row === undefined ? '' : `${row.eventType} ${shortId(row.id)}`;
  return useMemo(() => ({ may, name, run }), [may, name, run]);
}

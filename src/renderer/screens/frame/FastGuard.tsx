import { FastForward } from 'lucide-react';
import type { Pace } from '../../../shared/model/pace';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { useMirror, usePerform } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { sayTraffic, trafficAhead } from '../../view-models/traffic';

/** Asked before waits get shorter for hosts that are not this computer. */
export function FastGuard({
  pace,
  jumpTo,
}: {
  readonly pace: Pace /** Virtual epoch ms. */;
  readonly jumpTo?: number;
}) {
  const perform = usePerform();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const deliveries = useMirror((mirror) => mirror.deliveries);
  const traffic = trafficAhead(endpoints, deliveries);
  const how = pace.kind === 'skip' ? 'with no wait between them' : `${pace.factor} times as fast as the policy would`;
  return (
    <Modal
      title={jumpTo !== undefined ? 'Jump to a time' : pace.kind === 'skip' ? 'Skip waits' : `Run at ${pace.factor}×`}
      onClose={closeOverlay}
    >
      <p className="content">
        {traffic.requests === 0
          ? 'Nothing is waiting for another computer any more.'
          : `${sayTraffic(traffic)}, ${how}, if every one of them fails.`}
      </p>
      <footer>
        <button type="button" className="button" onClick={closeOverlay}>
          Keep the pace
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => {
            closeOverlay();
            if (jumpTo === undefined) void perform('clock.setPace', { pace });
            else void perform('clock.jump', { atMs: jumpTo });
          }}
        >
          <Icon of={FastForward} />
          Run them
        </button>
      </footer>
    </Modal>
  );
}

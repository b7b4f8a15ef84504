import { FastForward } from 'lucide-react';
import { useStore } from 'zustand';
import type { Pace } from '../../../shared/model/pace';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { gate } from '../../state/gate';
import { sayForecast } from '../../view-models/traffic';

const sayPace = (pace: Pace): string =>
  pace.kind === 'skip' ? 'with no wait between them' : `${pace.factor} times as fast as the policy would`;

/** Asked before an act sends many requests in a short time to hosts that are not this computer. */
export function FastGuard() {
  const question = useStore(gate, (state) => state.question);
  if (question === null) return null;
  const { act, pace, forecast, decide } = question;
  return (
    <Modal title={act.title} onClose={() => decide(false)}>
      <p className="content">
        {sayForecast(forecast)}, {sayPace(pace)}, if every one of them fails. It is asked once for each host of this
        run.
      </p>
      <footer>
        <button type="button" className="button" onClick={() => decide(false)}>
          Leave it
        </button>
        <button type="button" className="button primary" onClick={() => decide(true)}>
          <Icon of={FastForward} />
          {act.go}
        </button>
      </footer>
    </Modal>
  );
}

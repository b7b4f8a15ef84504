import { OctagonX, Play } from 'lucide-react';
import { useStore } from 'zustand';
import { Icon } from '../../parts/Icon';
import { Tip } from '../../parts/Tip';
import { useLiveMirror } from '../../state/engine-context';
import { sayCount } from '../../view-models/numbers';
import { stopped, useClockControls } from './use-clock-controls';

/** Stops all traffic at once; afterwards it says what that cost and lets it run on. */
export function StopButton() {
  const paused = useLiveMirror((mirror) => mirror.clock.paused);
  const interrupted = useStore(stopped, (state) => state.interrupted);
  const { stop, resume } = useClockControls();
  if (paused && interrupted !== null) {
    return (
      <Tip says={`Stopped, ${sayCount(interrupted)} interrupted. Interrupted attempts go again, uncharged.`}>
        <button type="button" className="stop stopped" onClick={resume}>
          <Icon of={Play} size={15} />
          <span>
            Resume
            <small className="narrow-hide">Stopped, {sayCount(interrupted)} interrupted</small>
          </span>
        </button>
      </Tip>
    );
  }
  return (
    <Tip says="Stop all traffic: pause, and cut off what is in flight" command="stop">
      <button type="button" className="stop" onClick={stop}>
        <Icon of={OctagonX} size={16} />
        Stop
      </button>
    </Tip>
  );
}

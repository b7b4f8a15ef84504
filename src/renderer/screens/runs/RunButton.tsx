import { History } from 'lucide-react';
import { Icon } from '../../parts/Icon';
import { Tip } from '../../parts/Tip';
import { useMirror } from '../../state/engine-context';
import { openOverlay } from '../../state/overlays';

/** Which run is live, and the way to the others. */
export function RunButton() {
  const run = useMirror((mirror) => mirror.run);
  return (
    <Tip says={`Run “${run.name}”, seed ${run.seed}. Open, rename or make one`} command="runs">
      <button type="button" className="run-button" onClick={() => openOverlay({ kind: 'runs' })}>
        <Icon of={History} size={15} />
        <span className="only-read">Runs</span>
        <span className="narrow-hide">
          <b className="cut">{run.name}</b>
          <small className="mono">seed {run.seed}</small>
        </span>
      </button>
    </Tip>
  );
}

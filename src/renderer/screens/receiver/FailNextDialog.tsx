import { useState } from 'react';
import type { RouteId } from '../../../shared/model/ids';
import { Modal } from '../../parts/Modal';
import { useMirror } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { failNext } from '../../view-models/script-presets';
import { sayAnswers } from '../../view-models/script-words';
import { NumberField } from './ReadField';
import { useAnswers } from './use-answers';

const MOST = 1_000_000;

/** Asks how many of a route's next requests fail, and says what it answers then. */
export function FailNextDialog({ id }: { readonly id: RouteId }) {
  const route = useMirror((mirror) => mirror.routes.find((candidate) => candidate.id === id));
  const answers = useAnswers();
  const [times, setTimes] = useState(3);
  if (route === undefined) return null;
  const steps = failNext(route.script, times);
  const may = times >= 1 && times <= MOST;
  return (
    <Modal title={`Fail the next requests to ${route.path}`} onClose={closeOverlay}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!may) return;
          closeOverlay();
          void answers(route, steps);
        }}
      >
        <div className="content">
          <NumberField
            label="How many"
            value={times}
            hint={
              may
                ? `It answers ${sayAnswers({ steps })}${route.script.scope === 'per-id' ? ', to each delivery id by itself' : ''}.`
                : 'So many requests: 1 to 1,000,000.'
            }
            onChange={setTimes}
          />
        </div>
        <footer>
          <button type="button" className="button" onClick={closeOverlay}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={!may}>
            Fail them
          </button>
        </footer>
      </form>
    </Modal>
  );
}

import { useEffect, useState } from 'react';
import type { CaptureDetail } from '../../../shared/contract/views';
import type { CaptureId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import { Modal } from '../../parts/Modal';
import { ProblemNote } from '../../parts/ProblemNote';
import { useEngine } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { SendOnForm } from './SendOnForm';

/** Sends a captured request on: to an endpoint or a URL, as it came or edited. */
export function SendOnDialog({ id }: { readonly id: CaptureId }) {
  const { call } = useEngine();
  const [capture, setCapture] = useState<CaptureDetail | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let gone = false;
    void call('capture.get', { id }).then((result) => {
      if (gone) return;
      if (result.ok) setCapture(result.value);
      else setProblem(result.problem);
    });
    return () => {
      gone = true;
    };
  }, [call, id]);
  return (
    <Modal title="Send a request on" wide onClose={closeOverlay}>
      {capture === null ? (
        <div className="content">
          {problem === null ? <p className="muted">Reading the request…</p> : <ProblemNote problem={problem} />}
        </div>
      ) : (
        <SendOnForm capture={capture} />
      )}
    </Modal>
  );
}

import { Terminal, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CaptureDetail } from '../../../shared/contract/views';
import { type CaptureId, shortId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import { BodyView } from '../../parts/BodyView';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { ProblemNote } from '../../parts/ProblemNote';
import { Word } from '../../parts/Term';
import { useCopies } from '../../parts/use-copies';
import { useEngine, useMirror } from '../../state/engine-context';
import { useShortcut } from '../../state/shortcuts';
import { exactTime } from '../../view-models/instants';
import { curlOfCapture } from '../../view-models/message-copies';
import { ordinal } from '../../view-models/numbers';
import { verdictLook } from '../../view-models/script-words';
import { Headers } from '../deliveries/MessageTabs';

/** One request that the receiver saw, byte for byte, and what it answered. */
export function CapturePane({ id, onClose }: { readonly id: CaptureId; readonly onClose: () => void }) {
  useShortcut('escape', onClose);
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
    <aside className="pane" aria-label="Capture">
      {problem === null ? null : <ProblemNote problem={problem} />}
      {capture === null ? null : <Loaded capture={capture} onClose={onClose} />}
    </aside>
  );
}

function Loaded({ capture, onClose }: { readonly capture: CaptureDetail; readonly onClose: () => void }) {
  const receiver = useMirror((mirror) => mirror.receiver);
  const look = verdictLook(capture.verdict);
  const copies = useCopies();
  const contentType = capture.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const to = capture.deliveryKey === null ? '' : ` to ${shortId(capture.deliveryKey)}`;
  const base = receiver.kind === 'listening' ? `http://${receiver.host}:${receiver.port}` : null;
  return (
    <>
      <div className="capture-head">
        <Mark hue={look.hue} shape={look.shape} />
        <b>
          {look.word}
          {to}
        </b>
        <span className="muted cut">
          {capture.seen === null
            ? 'no id'
            : capture.seen === 1
              ? 'first time'
              : `${ordinal(capture.seen)} time this id arrives`}
        </span>
        <span className="grow" />
        {base === null ? null : (
          <CopyButton
            icon={Terminal}
            says="Copy as cURL"
            text={() => copies('The request', (redactor) => curlOfCapture(base, capture, redactor))}
          />
        )}
        <button type="button" className="square plain small" aria-label="Close the capture" onClick={onClose}>
          <Icon of={X} size={15} />
        </button>
      </div>
      <div className="capture-facts">
        <p>
          <Word text="Verdict" />: {look.says}. From {capture.remote}.
        </p>
        <p className="muted">{exactTime(capture.at)}</p>
      </div>
      <div className="pane-body">
        <Headers first={`${capture.method} ${capture.target} HTTP/${capture.httpVersion}`} headers={capture.headers} />
        <BodyView base64={capture.body} trueBytes={capture.bodyBytes} contentType={contentType} />
        {capture.trailers.length === 0 ? null : <Headers first="Trailers, after the body" headers={capture.trailers} />}
      </div>
    </>
  );
}

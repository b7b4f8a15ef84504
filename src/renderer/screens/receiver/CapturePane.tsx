import { Forward, Pin, PinOff, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { CaptureDetail } from '../../../shared/contract/views';
import { type CaptureId, shortId } from '../../../shared/model/ids';
import type { Problem } from '../../../shared/model/problem';
import { sayVerdictWord } from '../../../shared/words/signature';
import { Acts } from '../../parts/Acts';
import { CopyMenu } from '../../parts/CopyMenu';
import { Facts } from '../../parts/Facts';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { ProblemNote } from '../../parts/ProblemNote';
import { useEngine, usePerform } from '../../state/engine-context';
import { openOverlay } from '../../state/overlays';
import { useShortcut } from '../../state/shortcuts';
import { answerFacts } from '../../view-models/answer-facts';
import { captureRequest } from '../../view-models/inspected';
import { captureFacts } from '../../view-models/message-facts';
import { ordinal, sayBytes } from '../../view-models/numbers';
import { verdictLook } from '../../view-models/script-words';
import { CompareMenu } from '../inspector/CompareMenu';
import { Inspector } from '../inspector/Inspector';
import { BodyTab, HeadersTab, SignatureTab } from '../inspector/MessageTabs';
import { RawTab } from '../inspector/RawTab';
import { CaptureSignature } from './CaptureSignature';
import { CaptureTimes } from './CaptureTimes';
import { SentOn } from './SentOn';
import { useCaptureCopies } from './use-capture-copies';

const FIRST_LOOK_MS = 400;
/** Together longer than any answer takes. */
const MOST_LOOKS = 12;

/** One request that the receiver saw, byte for byte, and what it answered. */
export function CapturePane({
  id,
  previousId,
  onOpen,
  onClose,
}: {
  readonly id: CaptureId;
  /** The request before it: the one before with the same delivery id, or the one below it in the list. */
  readonly previousId: CaptureId | null;
  /** Another capture is to be shown instead. */
  readonly onOpen: (id: CaptureId) => void;
  readonly onClose: () => void;
}) {
  useShortcut('escape', onClose);
  const { call, onFeed } = useEngine();
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
  const [looks, setLooks] = useState(0);
  const open = capture !== null && capture.timings !== null && capture.answer === null && looks < MOST_LOOKS;
  // The times of its answer come after the capture; each look waits twice as long as the one before.
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(
      () => {
        void call('capture.get', { id }).then((result) => {
          if (result.ok) setCapture(result.value);
          setLooks((before) => before + 1);
        });
      },
      FIRST_LOOK_MS * 2 ** looks,
    );
    return () => clearTimeout(timer);
  }, [call, id, open, looks]);
  // Its pin may change at any time.
  useEffect(
    () =>
      onFeed((news) => {
        const row = news.kind === 'frame' ? news.frame.captures.find((candidate) => candidate.id === id) : undefined;
        if (row !== undefined) setCapture((known) => (known === null ? null : { ...known, pinned: row.pinned }));
      }),
    [onFeed, id],
  );
  return (
    <aside className="pane" aria-label="Capture">
      {problem === null ? null : <ProblemNote problem={problem} />}
      {capture === null ? null : <Loaded capture={capture} previousId={previousId} onOpen={onOpen} onClose={onClose} />}
    </aside>
  );
}

function Loaded({
  capture,
  previousId,
  onOpen,
  onClose,
}: {
  readonly capture: CaptureDetail;
  readonly previousId: CaptureId | null;
  readonly onOpen: (id: CaptureId) => void;
  readonly onClose: () => void;
}) {
  const look = verdictLook(capture.verdict);
  const message = useMemo(() => captureRequest(capture), [capture]);
  const messages = useMemo(() => [message], [message]);
  const perform = usePerform();
  const first = capture.firstId !== null && capture.firstId !== capture.id ? capture.firstId : null;
  const to = capture.deliveryKey === null ? '' : ` to ${shortId(capture.deliveryKey)}`;
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
        {first === null ? null : (
          <button type="button" className="link" onClick={() => onOpen(first)}>
            Show the first
          </button>
        )}
        <span className="grow" />
        <Acts label="Acts on this request">
          <button
            type="button"
            className="button small"
            title="To an endpoint or a URL, as it came or edited"
            onClick={() => openOverlay({ kind: 'send-on', id: capture.id })}
          >
            <Icon of={Forward} size={13} />
            Send on
          </button>
        </Acts>
        <CopyMenu choices={useCaptureCopies(capture)} />
        <Acts label="Keep it">
          <button
            type="button"
            className="square plain small"
            aria-pressed={capture.pinned}
            aria-label="Pinned"
            title={
              capture.pinned ? 'Unpin: clearing and retention take it again' : 'Pin: clearing and retention leave it'
            }
            onClick={() => void perform('capture.pin', { ids: [capture.id], pinned: !capture.pinned })}
          >
            <Icon of={capture.pinned ? PinOff : Pin} size={15} />
          </button>
        </Acts>
        <CompareMenu
          subject={{ kind: 'capture', id: capture.id }}
          name={`request ${shortId(capture.id)}`}
          previous={previousId === null ? null : { kind: 'capture', id: previousId }}
          noPrevious="No earlier request is in the list"
        />
        <button type="button" className="square plain small" aria-label="Close the capture" onClick={onClose}>
          <Icon of={X} size={15} />
        </button>
      </div>
      <SentOn capture={capture} />
      <Inspector
        label="Request"
        panelId="capture-panel"
        content={{
          summary: <Facts label="Summary" facts={captureFacts(capture)} />,
          headers: <HeadersTab message={message} />,
          body: <BodyTab message={message} />,
          response: <Facts label="Response" facts={answerFacts(capture)} />,
          timeline: <CaptureTimes capture={capture} />,
          signature: (
            <>
              <CaptureSignature capture={capture} />
              <SignatureTab headers={capture.headers} />
            </>
          ),
          raw: <RawTab messages={messages} title="Request" reconstructed={REQUEST_REBUILT} copied="Copy it" />,
        }}
        notes={{
          body: sayBytes(capture.bodyBytes),
          ...(capture.signature === null ? {} : { signature: sayVerdictWord(capture.signature) }),
        }}
      />
    </>
  );
}

const REQUEST_REBUILT =
  'It is put together from what was read: the request line and the fields in their order and case; white space around values and the framing of the body are not kept.';

import { Activity, List, Terminal, X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { AttemptDetail, DeliveryDetail, DeliveryRow } from '../../../shared/contract/views';
import { isFinal } from '../../../shared/model/delivery';
import { type DeliveryId, shortId } from '../../../shared/model/ids';
import type { Policy } from '../../../shared/policies/policy';
import { Acts } from '../../parts/Acts';
import { CopyButton } from '../../parts/CopyButton';
import { CopyMenu } from '../../parts/CopyMenu';
import { Facts } from '../../parts/Facts';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';

import { ProblemNote } from '../../parts/ProblemNote';
import { Term, Word } from '../../parts/Term';

import { useCopies } from '../../parts/use-copies';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { useShortcut } from '../../state/shortcuts';
import { attemptCopies, deliveryCopies } from '../../view-models/copy-choices';
import { attemptRequest, attemptResponse } from '../../view-models/inspected';
import { curlOfAttempt } from '../../view-models/message-copies';
import { attemptFacts } from '../../view-models/message-facts';
import { cutMiddle, sayBytes } from '../../view-models/numbers';
import { outcomeLook, stateLook } from '../../view-models/outcome-look';
import { providerChip } from '../../view-models/provider-label';
import { CompareMenu } from '../inspector/CompareMenu';
import { Inspector, type InspectorTab } from '../inspector/Inspector';
import { BodyTab, HeadersTab, ResponseTab, SignatureTab } from '../inspector/MessageTabs';
import { RawTab } from '../inspector/RawTab';
import { Waterfall } from '../inspector/Waterfall';
import { SignatureCard } from '../signatures/SignatureCard';
import { AgainActions } from './AgainActions';
import { AttemptTable } from './AttemptTable';
import { Kinship, PurgedNote } from './Kinship';
import { LastError } from './LastError';
import { useAttempt, useDelivery } from './use-delivery';
import { WhyTab } from './WhyTab';

const ID_CHARS = 22;

type PaneProps = {
  readonly id: DeliveryId;
  /** The attempt that is chosen, null for the last one. */
  readonly n: number | null;
  readonly onChoose: (n: number) => void;
  readonly onClose: () => void;
  /** What it stands beside: the way to the other place is in its head. */
  readonly beside: 'list' | 'timeline';
};

/** One delivery: its attempts, and everything about the chosen one. */
export function DeliveryPane({ id, onClose, ...rest }: PaneProps) {
  useShortcut('escape', onClose);
  const { value: detail, problem } = useDelivery(id);
  const pane = useRef<HTMLElement>(null);
  // Whoever came by a link in the pane before goes on in this one.
  useEffect(() => {
    if (document.activeElement === document.body) pane.current?.focus();
  }, []);
  return (
    <aside ref={pane} className="pane inset-focus" tabIndex={-1} aria-label="Delivery">
      {problem === null ? null : <ProblemNote problem={problem} />}
      {detail === null ? (
        <div className="pane-head">
          <div className="line">
            <span className="muted grow">{problem === null ? 'Reading' : ''}</span>
            <CloseButton onClose={onClose} />
          </div>
        </div>
      ) : (
        <Loaded detail={detail} onClose={onClose} {...rest} />
      )}
    </aside>
  );
}

const CloseButton = ({ onClose }: { readonly onClose: () => void }) => (
  <button type="button" className="square plain small" aria-label="Close the delivery" onClick={onClose}>
    <Icon of={X} size={15} />
  </button>
);

const sayUnsent = ({ state }: DeliveryRow): string =>
  isFinal(state) ? 'Nothing was sent. Why says how it ended.' : 'Nothing is sent yet. Why says what it waits for.';

type LoadedProps = Omit<PaneProps, 'id'> & { readonly detail: DeliveryDetail };

function Loaded({ detail, n: chosen, onChoose, onClose, beside }: LoadedProps) {
  const { row } = detail;
  const endpoint = useMirror((mirror) => mirror.endpoints.find((candidate) => candidate.id === row.endpointId));
  const last = row.marks.at(-1)?.n ?? null;
  const plannedN = row.dueAt === null ? null : row.attempts + 1;
  const n = chosen ?? last ?? plannedN;
  const made = row.marks.find((mark) => mark.n === n) ?? null;
  const { value: attempt, problem } = useAttempt(row.id, made === null ? null : made.n, String(made?.endedAt));
  const look = stateLook(row);
  const copies = useCopies();
  const said = endpoint === undefined ? null : providerChip(endpoint.policy, row, look.word);

  return (
    <>
      <div className="pane-head">
        <div className="line">
          <Mark hue={look.hue} shape={look.shape} final={look.final} size={15} />
          <h2 className="cut" title={row.eventType}>
            {row.eventType}
          </h2>
          <span className="mono muted cut" title={row.eventId}>
            {cutMiddle(row.eventId, ID_CHARS)}
          </span>
          <CopyButton text={row.eventId} says="Copy the event’s id" />
          <span className="grow" />
          <span>
            <Word text={look.word} />
          </span>
          {said === null ? null : (
            <span className="chip fill">
              <Term of="provider’s label">{said}</Term>
            </span>
          )}
          <CloseButton onClose={onClose} />
        </div>
        <div className="line actions">
          <CopyButton
            text={() =>
              attempt === null ? null : copies('The request', (redactor) => curlOfAttempt(attempt, redactor))
            }
            icon={Terminal}
            says="Copy as cURL"
            off={attempt === null ? 'No request of it was sent yet' : undefined}
          />
          <CopyMenu choices={[...deliveryCopies(row), ...(attempt === null ? [] : attemptCopies(attempt))]} />
          {beside === 'list' ? (
            <button type="button" className="button small" onClick={() => goTo('live', { markedId: row.id })}>
              <Icon of={Activity} size={13} />
              Timeline
            </button>
          ) : (
            <button
              type="button"
              className="button small"
              title="Show it in the list of deliveries"
              onClick={() => goTo('deliveries', { deliveryId: row.id, markedId: row.id, attemptN: chosen })}
            >
              <Icon of={List} size={13} />
              List
            </button>
          )}
          {made === null ? null : (
            <CompareMenu
              subject={{ kind: 'attempt', deliveryId: row.id, n: made.n }}
              name={`attempt ${made.n} of ${row.eventType} ${shortId(row.id)}`}
              previous={made.n === 1 ? null : { kind: 'attempt', deliveryId: row.id, n: made.n - 1 }}
              noPrevious="It is the first attempt"
            />
          )}
          <Acts label="Acts on this delivery">
            <AgainActions row={row} />
          </Acts>
        </div>
        <PurgedNote row={row} policy={endpoint?.policy} />
        <LastError row={row} policy={endpoint?.policy} />
        <Kinship detail={detail} policy={endpoint?.policy} />
      </div>
      <AttemptTable row={row} chosen={n} onChoose={onChoose} />
      {problem === null ? null : <ProblemNote problem={problem} />}
      <AttemptInspector
        detail={detail}
        policy={endpoint?.policy ?? null}
        n={n}
        attempt={attempt}
        unread={made === null ? sayUnsent(row) : 'Reading'}
      />
    </>
  );
}

/** The chosen attempt, one side of it at a time; why it stands as it does also before it is made. */
function AttemptInspector({
  detail,
  policy,
  n,
  attempt,
  unread,
}: {
  readonly detail: DeliveryDetail;
  readonly policy: Policy | null;
  readonly n: number | null;
  readonly attempt: AttemptDetail | null;
  /** What stands where there is no attempt to show. */
  readonly unread: string;
}) {
  const request = useMemo(() => (attempt === null ? null : attemptRequest(attempt)), [attempt]);
  const response = useMemo(() => (attempt === null ? null : attemptResponse(attempt)), [attempt]);
  const both = useMemo(
    () => (request === null ? [] : response === null ? [request] : [request, response]),
    [request, response],
  );
  const none = <p className="tab-empty">{unread}</p>;
  const shown: Readonly<Partial<Record<InspectorTab, ReactNode>>> =
    attempt === null || request === null
      ? { summary: none, headers: none, body: none, response: none, timeline: none, signature: none, raw: none }
      : {
          summary: <Facts label="Summary" facts={attemptFacts(attempt)} />,
          headers: <HeadersTab message={request} />,
          body: <BodyTab message={request} />,
          response:
            response === null ? (
              <p className="tab-empty">{sayNoResponse(attempt)}</p>
            ) : (
              <ResponseTab message={response} />
            ),
          timeline: <Waterfall attempt={attempt} policy={policy} />,
          signature: (
            <>
              <SignatureCard
                subject={{ kind: 'attempt', deliveryId: attempt.deliveryId, n: attempt.n }}
                headers={request.headers}
                verdict={null}
                none="As it was sent."
                secret={`endpoint:${attempt.endpointId}`}
              />
              <SignatureTab headers={request.headers} />
            </>
          ),
          raw: (
            <RawTab
              messages={both}
              title={response === null ? 'Request' : 'Request and response'}
              reconstructed={response === null ? null : RESPONSE_REBUILT}
              copied={response === null ? 'Copy it' : 'Copy both'}
            />
          ),
        };
  return (
    <Inspector
      label="Attempt"
      panelId="attempt-panel"
      content={{ ...shown, why: <WhyTab detail={detail} policy={policy} n={n} /> }}
      notes={{
        body: sayBytes(attempt?.request.bodyBytes ?? detail.event.bodyBytes),
        ...(attempt?.response == null ? {} : { response: String(attempt.response.status) }),
      }}
    />
  );
}

const RESPONSE_REBUILT =
  'The request’s head is as it was written. The response is put together from what was read: white space around values and the framing of its body are not kept.';

function sayNoResponse({ outcome }: AttemptDetail): string {
  if (outcome === null) return 'In flight.';
  const { word, detail } = outcomeLook(outcome);
  return `No response was read. ${(detail === '' ? word : `${word}: ${detail}`).replace(/\.$/, '')}.`;
}

import { Activity, List, Terminal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DeliveryDetail, DeliveryRow } from '../../../shared/contract/views';
import { isFinal } from '../../../shared/model/delivery';
import type { DeliveryId } from '../../../shared/model/ids';
import { Acts } from '../../parts/Acts';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { Mark } from '../../parts/Mark';
import { ProblemNote } from '../../parts/ProblemNote';
import { TabStrip } from '../../parts/TabStrip';
import { Term, Word } from '../../parts/Term';
import { useCopies } from '../../parts/use-copies';
import { useMirror } from '../../state/engine-context';
import { goTo } from '../../state/navigation';
import { useShortcut } from '../../state/shortcuts';
import { curlOfAttempt } from '../../view-models/message-copies';
import { cutMiddle, sayBytes } from '../../view-models/numbers';
import { stateLook } from '../../view-models/outcome-look';
import { providerChip } from '../../view-models/provider-label';
import { AgainActions } from './AgainActions';
import { AttemptTable } from './AttemptTable';
import { Kinship, PurgedNote } from './Kinship';
import { LastError } from './LastError';
import { RawTab, RequestTab, ResponseTab } from './MessageTabs';
import { useAttempt, useDelivery } from './use-delivery';
import { Waterfall } from './Waterfall';
import { WhyTab } from './WhyTab';

type Tab = 'request' | 'response' | 'why' | 'raw';
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
  const { row, event } = detail;
  const [tab, setTab] = useState<Tab>('request');
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
            off={attempt === null ? 'No request of it was sent yet' : undefined}
          >
            Copy as cURL
          </CopyButton>
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
          <Acts label="Acts on this delivery">
            <AgainActions row={row} />
          </Acts>
        </div>
        <PurgedNote row={row} policy={endpoint?.policy} />
        <LastError row={row} policy={endpoint?.policy} />
        <Kinship detail={detail} policy={endpoint?.policy} />
      </div>
      <AttemptTable row={row} chosen={n} onChoose={onChoose} />
      {attempt === null ? null : <Waterfall attempt={attempt} policy={endpoint?.policy ?? null} />}
      {problem === null ? null : <ProblemNote problem={problem} />}
      <TabStrip
        label="Attempt"
        panelId="attempt-panel"
        value={tab}
        onChoose={setTab}
        tabs={[
          { value: 'request', label: 'Request', note: sayBytes(attempt?.request.bodyBytes ?? event.bodyBytes) },
          {
            value: 'response',
            label: 'Response',
            ...(attempt?.response == null ? {} : { note: String(attempt.response.status) }),
          },
          { value: 'why', label: 'Why' },
          { value: 'raw', label: 'Raw' },
        ]}
      />
      <div
        id="attempt-panel"
        className="pane-body inset-focus"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel that scrolls is reached by keyboard
        tabIndex={0}
        role="tabpanel"
        aria-labelledby={`attempt-panel-${tab}`}
      >
        {tab === 'why' ? (
          <WhyTab detail={detail} policy={endpoint?.policy ?? null} n={n} />
        ) : attempt === null ? (
          <p className="tab-empty">{made === null ? sayUnsent(row) : 'Reading'}</p>
        ) : tab === 'request' ? (
          <RequestTab attempt={attempt} />
        ) : tab === 'response' ? (
          <ResponseTab attempt={attempt} />
        ) : (
          <RawTab attempt={attempt} />
        )}
      </div>
    </>
  );
}

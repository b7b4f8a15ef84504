import { Forward } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CaptureDetail } from '../../../shared/contract/views';
import type { Problem } from '../../../shared/model/problem';
import { whyNotExact } from '../../../shared/rules/sending-on';
import { isOpen } from '../../../shared/rules/suspension';
import { Icon } from '../../parts/Icon';
import { ProblemNote } from '../../parts/ProblemNote';
import { Segments } from '../../parts/Segments';
import { useEngine, useMirror } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { goTo } from '../../state/navigation';
import { closeLater, closeOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { bytesIn } from '../../view-models/body-bytes';
import { leftBehind, sentFields } from '../../view-models/forwarding';
import { plural, sayBytes } from '../../view-models/numbers';
import { requestLine, type SendOnDraft, saySignatures, sendOnArgs, sendOnDraft } from '../../view-models/send-on-form';
import { fresh } from '../../view-models/traffic';
import { EditedMessage } from './EditedMessage';
import { PickerRow } from './PickerRow';
import { TextRow } from './TextRow';

const TARGETS = [
  { value: 'endpoint', label: 'An endpoint' },
  { value: 'url', label: 'A URL' },
] as const;
const WAYS = [
  { value: 'exact', label: 'As it came' },
  { value: 'edited', label: 'Edited' },
] as const;

const FIELDS = ['to', 'tail', 'as.method', 'as.headers', 'as.body'] as const;

/** Where a captured request goes, and what of it. */
export function SendOnForm({ capture }: { readonly capture: CaptureDetail }) {
  const { call } = useEngine();
  const pass = useGate();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const route = useMirror((mirror) => mirror.routes.find(({ id }) => id === capture.routeId));
  const whyNot = whyNotExact({ ...capture, body: { length: bytesIn(capture.body) } });
  const [draft, setDraft] = useState(() => sendOnDraft(capture, route, endpoints, whyNot === null));
  const [problem, setProblem] = useState<Pick<Problem, 'field' | 'message'> | null>(null);
  const [busy, setBusy] = useState(false);
  const edit = (part: Partial<SendOnDraft>): void => setDraft((known) => ({ ...known, ...part }));
  // What was said of the form as it was may not hold for what it is now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what it waits for
  useEffect(() => setProblem(null), [draft]);
  const about = (field: (typeof FIELDS)[number]): string | null =>
    problem?.field === field || problem?.field?.startsWith(`${field}.`) === true ? problem.message : null;

  const send = async (): Promise<void> => {
    const args = sendOnArgs(capture.id, draft);
    if (busy) return;
    if (!('id' in args)) {
      setProblem(args);
      return;
    }
    const sure = await pass({
      title: 'Send a request on',
      go: 'Send on',
      going: (mirror) =>
        mirror.endpoints
          .filter(
            ({ id, state, condition }) =>
              draft.to === 'endpoint' && id === draft.endpointId && isOpen(state, condition),
          )
          .map((endpoint) => fresh(endpoint, 1)),
    });
    if (!sure) return;
    const close = closeLater();
    setBusy(true);
    const result = await call('capture.sendOn', args);
    setBusy(false);
    setProblem(result.ok ? null : result.problem);
    if (!result.ok) return;
    close();
    const { deliveryId } = result.value;
    if (deliveryId === null) say('It is kept as an event; the endpoint takes no deliveries now.');
    else {
      say('Sent on.', {
        label: 'Open',
        run: () => goTo('deliveries', { deliveryId, markedId: deliveryId }),
      });
    }
  };

  const line = requestLine(draft, endpoints);
  return (
    <form
      className="send-on"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="content">
        <div className="form-columns">
          <div className="form-row">
            <span className="label">To</span>
            <Segments label="To" value={draft.to} choices={TARGETS} onChoose={(to) => edit({ to })} />
          </div>
          {draft.to === 'url' ? (
            <TextRow
              label="URL"
              value={draft.url}
              wrong={about('to')}
              hint="One request, no retries. It gets an endpoint of its own, under the policy Once."
              onChange={(url) => edit({ url })}
            />
          ) : endpoints.length === 0 ? (
            <p className="second">There is no endpoint yet. Send it to a URL.</p>
          ) : (
            <PickerRow
              label="Endpoint"
              value={draft.endpointId ?? ''}
              choices={endpoints.map(({ id, name, policy }) => ({ value: id, label: `${name}, ${policy.name}` }))}
              onChoose={(id) => edit({ endpointId: endpoints.find((endpoint) => endpoint.id === id)?.id ?? null })}
            />
          )}
        </div>
        {draft.to === 'endpoint' && about('to') !== null ? (
          <p className="wrong" role="alert">
            {about('to')}
          </p>
        ) : null}
        <TextRow
          label="Added to the URL"
          value={draft.tail}
          wrong={about('tail')}
          hint={
            route === undefined
              ? 'Path and query as they came.'
              : `What came behind ${route.path}: the rest of the path, and the query.`
          }
          onChange={(tail) => edit({ tail })}
        />
        {line === '' ? null : <p className="mono send-on-line">{line}</p>}
        <div className="form-row">
          <span className="label">What</span>
          <Segments
            label="What"
            value={draft.as}
            choices={WAYS}
            onChoose={(as) => edit({ as: whyNot === null ? as : 'edited' })}
          />
          {whyNot === null ? null : <p className="hint">{whyNot}</p>}
        </div>
        {draft.as === 'exact' ? (
          <ExactMessage capture={capture} />
        ) : (
          <EditedMessage draft={draft} endpoints={endpoints} about={about} onEdit={edit} />
        )}
        <p className="second">{saySignatures(draft, endpoints)}</p>
        {problem === null || FIELDS.some((field) => about(field) !== null) ? null : (
          <ProblemNote problem={{ code: 'invalid', message: problem.message }} inForm />
        )}
      </div>
      <footer>
        <button type="button" className="button" onClick={closeOverlay}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={busy}>
          <Icon of={Forward} />
          Send on
        </button>
      </footer>
    </form>
  );
}

/** What goes out of a request that goes as it came. */
function ExactMessage({ capture }: { readonly capture: CaptureDetail }) {
  const left = leftBehind(capture);
  const { trailers, bodyBytes } = capture;
  return (
    <p className="second">
      The method, the headers in their order and case ({plural(sentFields(capture), 'field')}) and{' '}
      {bodyBytes === 0 ? 'no body' : `the body’s ${sayBytes(bodyBytes)}`}, byte for byte. Host is the target’s.
      {left.length === 0 ? '' : ` Left out, since they are for one connection only: ${left.join(', ')}.`}
      {trailers.length === 0 ? '' : ` ${plural(trailers.length, 'trailer field')} behind the body cannot go along.`}
    </p>
  );
}

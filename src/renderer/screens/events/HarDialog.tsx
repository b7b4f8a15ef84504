import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { HarEvents } from '../../../shared/imports/read-har';
import type { EndpointId } from '../../../shared/model/ids';
import { isOpen } from '../../../shared/rules/suspension';
import { BulkProgressBar } from '../../parts/BulkProgress';
import { FormRow } from '../../parts/FormRow';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { draft } from '../../state/draft';
import { useEngine, useMirror } from '../../state/engine-context';
import { useGate } from '../../state/gate';
import { closeLater, closeOverlay, openOverlay } from '../../state/overlays';
import { sendEach } from '../../state/send-each';
import { say } from '../../state/toasts';
import { useBulk } from '../../state/use-bulk';
import { everyChoice, firstChoice, sayFound } from '../../view-models/har-choice';
import { plural } from '../../view-models/numbers';
import { fresh } from '../../view-models/traffic';
import { EndpointChoice } from './EndpointChoice';
import { HarList } from './HarList';

/** The requests of a HAR file: those that are chosen are sent as events. */
export function HarDialog({ fileName, found }: { readonly fileName: string; readonly found: HarEvents }) {
  const { call } = useEngine();
  const pass = useGate();
  const endpoints = useMirror((mirror) => mirror.endpoints);
  const proposed = useStore(draft, (state) => state.endpointIds);
  const [picked, setPicked] = useState<readonly EndpointId[] | null>(null);
  const [chosen, setChosen] = useState(() => firstChoice(found));
  const [type, setType] = useState('');
  const [wrong, setWrong] = useState<{ readonly field: 'endpoints' | 'type' | null; readonly message: string } | null>(
    null,
  );
  const [close] = useState(closeLater);
  const { progress, run, stop } = useBulk();
  useEffect(() => stop, [stop]);

  const only = endpoints.length === 1 ? endpoints : [];
  const wanted = picked ?? (only.length === 1 ? only.map(({ id }) => id) : proposed);
  const to = endpoints.filter(({ id }) => wanted.includes(id));
  const events = found.events.filter(({ n }) => chosen.has(n));
  const untyped = events.filter((event) => event.type === null).length;
  const wrongAt = (field: 'endpoints' | 'type' | null): string | null =>
    wrong?.field === field ? wrong.message : null;

  const send = async (): Promise<void> => {
    if (to.length === 0) return setWrong({ field: 'endpoints', message: 'Choose at least one endpoint.' });
    if (untyped > 0 && type === '')
      return setWrong({ field: 'type', message: 'An event needs a type, such as order.paid.' });
    setWrong(null);
    const sure = await pass({
      title: `Send ${plural(events.length, 'event')}`,
      go: 'Send',
      going: () =>
        to
          .filter(({ state, condition }) => isOpen(state, condition))
          .map((endpoint) => fresh(endpoint, events.length, 0)),
    });
    if (!sure) return;
    await run(async (tell, signal) => {
      const asked = { endpointIds: to.map(({ id }) => id), type };
      const { sent, wrong: refused } = await sendEach(call, events, asked, tell, signal);
      if (refused !== null) setWrong({ field: null, message: refused });
      if (sent.size > 0) say(`${plural(sent.size, 'event')} of ${fileName} sent.`);
      if (sent.size === events.length) close();
      // What is left can be sent on from here.
      else setChosen((before) => new Set([...before].filter((n) => !sent.has(n))));
    });
  };

  return (
    <Modal title="Events from a HAR file" about={`${fileName}: ${sayFound(found)}`} wide onClose={closeOverlay}>
      <div className="content">
        {endpoints.length === 0 ? (
          <div className="note">
            <p className="grow">An event needs an endpoint to go to, and there is none yet.</p>
            <button type="button" className="button small" onClick={() => openOverlay({ kind: 'new-endpoint' })}>
              Add an endpoint
            </button>
          </div>
        ) : (
          <EndpointChoice endpoints={endpoints} chosen={wanted} wrong={wrongAt('endpoints')} onChoose={setPicked} />
        )}
        <HarList
          events={found.events}
          chosen={chosen}
          onChoose={setChosen}
          onAll={() => setChosen(everyChoice(found))}
          onNone={() => setChosen(new Set())}
        />
        {untyped === 0 ? null : (
          <FormRow
            label="Type"
            hint={`For the ${plural(untyped, 'chosen one')} whose body names none.`}
            wrong={wrongAt('type')}
          >
            {(control) => (
              <input
                {...control}
                className="text mono"
                spellCheck={false}
                value={type}
                onChange={(event) => setType(event.target.value)}
              />
            )}
          </FormRow>
        )}
        {wrongAt(null) === null ? null : (
          <p className="form-problem" role="alert">
            {wrongAt(null)}
          </p>
        )}
      </div>
      {progress === null ? (
        <footer>
          <span className="muted grow">{plural(events.length, 'event')} chosen</span>
          <button type="button" className="button primary" disabled={events.length === 0} onClick={() => void send()}>
            <Icon of={Send} />
            {events.length === 0 ? 'Send' : `Send ${plural(events.length, 'event')}`}
          </button>
        </footer>
      ) : (
        <BulkProgressBar label="Sending" progress={progress} chosen={events.length} onStop={stop} />
      )}
    </Modal>
  );
}

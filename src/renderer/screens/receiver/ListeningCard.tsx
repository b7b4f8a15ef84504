import { useState } from 'react';
import { useLiveMirror, useMirror } from '../../state/engine-context';
import { plural } from '../../view-models/numbers';
import { HttpsPlaces } from './HttpsPlaces';
import { PortForm } from './ReceiverDown';

/** Where the receiver listens, and the way to another port. */
export function ListeningCard() {
  const receiver = useMirror((mirror) => mirror.receiver);
  const captures = useLiveMirror((mirror) => mirror.totals.captures);
  const [changing, setChanging] = useState(false);
  if (receiver.kind === 'down') return null;
  return (
    <div className="listening card">
      <b className="mono">
        <i aria-hidden="true" />
        {receiver.host}:{receiver.port}
      </b>
      <p>
        This computer only. {plural(captures, 'capture')} kept.
        {receiver.port === receiver.wantedPort ? '' : ` Port ${receiver.wantedPort} was taken.`}
      </p>
      {changing ? (
        <PortForm suggested={receiver.wantedPort} onDone={() => setChanging(false)} />
      ) : (
        <button type="button" className="link" onClick={() => setChanging(true)}>
          Change the port
        </button>
      )}
      <HttpsPlaces https={receiver.https} />
    </div>
  );
}

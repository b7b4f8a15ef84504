import { useMirror } from '../../state/engine-context';
import { say } from '../../state/toasts';
import { PortForm, suggestedPort } from '../receiver/ReceiverDown';

/** Where the receiver listens. A port that is taken is named with who holds it, and the next free one is proposed. */
export function ReceiverPart() {
  const receiver = useMirror((mirror) => mirror.receiver);
  const listens = receiver.kind === 'listening';
  return (
    <>
      <p className="second">
        {listens ? (
          <>
            Listening on <b className="mono">{`${receiver.host}:${receiver.port}`}</b>, reached from this computer only.
            {receiver.port === receiver.wantedPort ? '' : ` Port ${receiver.wantedPort} was taken at the start.`}
          </>
        ) : (
          `Not listening. ${receiver.why}`
        )}
      </p>
      <PortForm
        key={receiver.kind === 'listening' ? receiver.port : 0}
        onDone={(port) => say(`The receiver listens on ${port}.`)}
        suggested={listens ? receiver.port : (suggestedPort(receiver.why) ?? receiver.wantedPort + 1)}
      />
      <p className="hint">Endpoints that point at the receiver follow it to another port.</p>
    </>
  );
}

import { Download } from 'lucide-react';
import { useState } from 'react';
import type { HttpsReport } from '../../../shared/contract/views';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { usePerform } from '../../state/engine-context';
import { saveFile, textBlob } from '../../state/save-file';
import { say } from '../../state/toasts';
import { nameRouteTls } from '../../view-models/route-tls';
import { PortForm } from './ReceiverDown';

/** Where the receiver speaks https, the way to another port, and the certificate that clients are to trust. */
export function HttpsPlaces({ https }: { readonly https: HttpsReport }) {
  const perform = usePerform();
  const [changing, setChanging] = useState(false);
  const pem = async (): Promise<string | null> => (await perform('receiver.certificate', {}))?.pem ?? null;
  const save = async (): Promise<void> => {
    const text = await pem();
    if (text === null) return;
    saveFile(textBlob(text), 'retryscope-receiver-ca.pem');
    say('The certificate of the receiver’s authority is saved. Of all host names it counts for localhost only.');
  };
  return (
    <div className="https-places">
      {https.doors.length === 0 ? (
        <p>https: port {https.wantedPort}, open as soon as a route needs it.</p>
      ) : (
        <ul aria-label="Ports for https">
          {https.doors.map(({ tls, port, why }) => (
            <li key={tls}>
              <span className="mono">{port ?? '–'}</span> {nameRouteTls(tls)}
              {why === null ? null : <span className="wrong">{why}</span>}
            </li>
          ))}
        </ul>
      )}
      <span className="line">
        CA certificate
        <CopyButton text={pem} says="Copy the CA certificate" />
        <button
          type="button"
          className="square plain small"
          aria-label="Save the CA certificate"
          title="Save the CA certificate, PEM"
          onClick={() => void save()}
        >
          <Icon of={Download} size={14} />
        </button>
        {changing ? null : (
          <button type="button" className="link" onClick={() => setChanging(true)}>
            Change the https port
          </button>
        )}
      </span>
      {changing ? (
        <PortForm suggested={https.wantedPort} command="receiver.listenHttps" onDone={() => setChanging(false)} />
      ) : null}
    </div>
  );
}

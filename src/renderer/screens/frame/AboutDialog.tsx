import { CopyButton } from '../../parts/CopyButton';
import { Modal } from '../../parts/Modal';
import { useMirror } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';

/** What runs here, and where its data lies. */
export function AboutDialog() {
  const host = useMirror((mirror) => mirror.host);
  const inBrowser = host.kind === 'browser';
  return (
    <Modal title={`Retryscope ${host.version}`} onClose={closeOverlay}>
      <div className="content">
        <dl className="facts about">
          <div>
            <dt>Runs in</dt>
            <dd>{inBrowser ? `A browser, served by ${host.runtime}` : `A window of ${host.runtime}`}</dd>
          </div>
          <div>
            <dt>Sandbox</dt>
            <dd>{sandbox(inBrowser, host.sandboxed)}</dd>
          </div>
          <div>
            <dt>Data folder</dt>
            <dd className="mono">{host.dataDir}</dd>
            <dd>
              <CopyButton text={host.dataDir} says="Copy the data folder’s path" />
            </dd>
          </div>
        </dl>
      </div>
    </Modal>
  );
}

function sandbox(inBrowser: boolean, sandboxed: boolean): string {
  if (inBrowser) return 'The browser’s own';
  return sandboxed ? 'On' : 'Off, because the window was started as root';
}

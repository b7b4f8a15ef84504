import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AboutReport, ThirdParty } from '../../../shared/contract/views';
import { CopyButton } from '../../parts/CopyButton';
import { Icon } from '../../parts/Icon';
import { useEngine, useMirror, usePerform } from '../../state/engine-context';
import { saveFile, textBlob } from '../../state/save-file';
import { plural } from '../../view-models/numbers';

export function AboutPart() {
  const { call } = useEngine();
  const perform = usePerform();
  const host = useMirror((mirror) => mirror.host);
  const [about, setAbout] = useState<AboutReport | null>(null);
  useEffect(() => {
    void call('about.get', {}).then((result) => {
      if (result.ok) setAbout(result.value);
    });
  }, [call]);
  const save = async (): Promise<void> => {
    const file = await perform('about.diagnostics', {});
    if (file !== null) saveFile(textBlob(file.text), file.fileName);
  };
  if (about === null) return null;
  const versions: readonly (readonly [string, string])[] = [
    ['Retryscope', about.version],
    ['Runs in', host.kind === 'browser' ? `A browser, served by ${about.runtime}` : `A window of ${about.runtime}`],
    ['Node', about.node],
    ['SQLite', about.sqlite],
    ['System', about.platform],
  ];
  return (
    <>
      <dl className="facts about wide">
        {versions.map(([name, says]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{says}</dd>
          </div>
        ))}
        <div>
          <dt>Log file</dt>
          <dd className="mono">{about.logFile}</dd>
          <dd className="acts">
            <CopyButton text={about.logFile} says="Copy the log file’s path" />
          </dd>
        </div>
      </dl>
      <h2>Diagnostics</h2>
      <p className="second">
        Versions, settings, counts and the last lines of the log, to send along with a report of a fault. No bodies, no
        URLs of endpoints, no secrets. It is saved on this computer and sent nowhere.
      </p>
      <div className="acts">
        <button type="button" className="button" onClick={() => void save()}>
          <Icon of={FileDown} />
          Save a diagnostics bundle
        </button>
        <CopyButton
          text={versions.map(([name, says]) => `${name}: ${says}`).join('\n')}
          says="Copy the versions"
          small={false}
        >
          Copy versions
        </CopyButton>
      </div>
      <h2>Licences</h2>
      <p className="second">Retryscope is under the MIT licence. It is shipped with these parts of others.</p>
      <Licences parties={about.thirdParties} />
    </>
  );
}

const keyOf = ({ name, version }: ThirdParty): string => `${name} ${version}`;

function Licences({ parties }: { readonly parties: readonly ThirdParty[] }) {
  if (parties.length === 0) return <p className="muted">The list is written by a build; this one has none.</p>;
  return (
    <section aria-label="Licences">
      <p className="muted">{plural(parties.length, 'part')}</p>
      {parties.map((party) => (
        <details key={keyOf(party)} className="licence">
          <summary>
            {party.name} {party.version}, {party.licence}
          </summary>
          <pre>{party.text}</pre>
        </details>
      ))}
    </section>
  );
}

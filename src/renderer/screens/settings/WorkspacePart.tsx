import { Download, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { WorkspacePlan } from '../../../shared/contract/views';
import { Icon } from '../../parts/Icon';
import { useEngine, usePerform } from '../../state/engine-context';
import { chooseTextFile } from '../../state/files';
import { saveFile, textBlob } from '../../state/save-file';
import { say } from '../../state/toasts';
import { WorkspacePreview } from './WorkspacePreview';

type Chosen = {
  readonly fileName: string;
  readonly text: string;
  readonly plan: WorkspacePlan | null;
  readonly problems: readonly string[];
};

/** Endpoints, routes and settings as one readable file, out and in. */
export function WorkspacePart() {
  const { call } = useEngine();
  const perform = usePerform();
  const [secrets, setSecrets] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const save = async (): Promise<void> => {
    const file = await perform('workspace.export', { secrets });
    if (file !== null) saveFile(textBlob(file.text), file.fileName);
  };
  const choose = async (): Promise<void> => {
    const file = await chooseTextFile('.yaml,.yml,.json', LIMITS.eventBodyBytes);
    if (file === null) return;
    const checked = await call('workspace.check', file);
    setChosen({
      ...file,
      plan: checked.ok ? checked.value : null,
      problems: checked.ok ? [] : checked.problem.message.split('\n'),
    });
  };
  const add = async ({ fileName, text }: Chosen): Promise<void> => {
    if ((await perform('workspace.import', { fileName, text })) === null) return;
    setChosen(null);
    say(`${fileName} is imported. Nothing was sent.`);
  };
  return (
    <>
      <h2>Export</h2>
      <p className="second">
        The endpoints of the live run with their URLs and headers, its routes with their scripts, and your settings, as
        a YAML file that can be read, compared and shared.
      </p>
      <label className="check">
        <input type="checkbox" checked={secrets} onChange={(event) => setSecrets(event.target.checked)} />
        With secrets: signing secrets, passwords, tokens and client keys, in the clear
      </label>
      <div>
        <button type="button" className="button" onClick={() => void save()}>
          <Icon of={Download} />
          Export workspace
        </button>
      </div>
      <h2>Import</h2>
      <p className="second">
        Adds what such a file has to the live run. What is there already is left as it is; an endpoint without a secret
        in the file gets a new one.
      </p>
      <div>
        <button type="button" className="button" onClick={() => void choose()}>
          <Icon of={FolderOpen} />
          Choose a workspace file
        </button>
      </div>
      {chosen === null ? null : (
        <WorkspacePreview
          fileName={chosen.fileName}
          plan={chosen.plan}
          problems={chosen.problems}
          onAdd={() => void add(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

import { FolderOpen, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../parts/Icon';
import { useEngine } from '../../state/engine-context';
import { chooseFile } from '../../state/files';
import { giveLog } from '../../state/import-job';
import { openOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { plural } from '../../view-models/numbers';

/** Brings back the runs of an export. */
export function ImportBox({ onDone }: { readonly onDone: () => void }) {
  const { call } = useEngine();
  const [rows, setRows] = useState<number | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const cancel = useRef(new AbortController());
  useEffect(() => () => cancel.current.abort(), []);

  const choose = async (): Promise<void> => {
    const file = await chooseFile('.ndjson,.jsonl');
    if (file === null) return;
    cancel.current = new AbortController();
    setWrong(null);
    setRows(0);
    const end = await giveLog(call, file, cancel.current.signal, setRows);
    setRows(null);
    if (end.kind === 'refused') setWrong(`${file.name}: ${end.problem.message}`);
    if (end.kind !== 'done') return;
    onDone();
    const names = end.imported.runs.map(({ name }) => name).join(', ');
    say(`${plural(end.imported.rows, 'row')} of ${names} came in, frozen. Nothing was sent.`, {
      label: 'Runs',
      run: () => openOverlay({ kind: 'runs' }),
    });
  };

  return (
    <>
      <div className="acts">
        <button type="button" className="button" disabled={rows !== null} onClick={() => void choose()}>
          <Icon of={FolderOpen} />
          Import a log
        </button>
        {rows === null ? null : (
          <>
            <span role="status">{plural(rows, 'row')} taken</span>
            <button type="button" className="button" onClick={() => cancel.current.abort()}>
              <Icon of={X} />
              Cancel
            </button>
          </>
        )}
      </div>
      {wrong === null ? null : (
        <p className="form-problem" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}

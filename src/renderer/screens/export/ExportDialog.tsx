import { Download } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { EXPORT_FACES, EXPORT_FORMATS, type ExportFormat } from '../../../shared/contract/export';
import type { Problem } from '../../../shared/model/problem';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { Picker } from '../../parts/Picker';
import { Segments } from '../../parts/Segments';
import { useEngine, useLiveMirror } from '../../state/engine-context';
import { type ExportProgress, takeExport } from '../../state/export-job';
import { goTo, navigation } from '../../state/navigation';
import { closeOverlay } from '../../state/overlays';
import { usePreferences } from '../../state/preferences';
import { fileWord, saveFile } from '../../state/save-file';
import { say } from '../../state/toasts';
import { allChoices, type ExportChoice } from '../../view-models/export-choice';
import { plural, sayBytes } from '../../view-models/numbers';

const SECRETS = [
  { value: 'redact', label: 'Redacted' },
  { value: 'keep', label: 'Kept' },
] as const;

/** What was recorded, as a file: which of it, in which form, with or without secrets. */
export function ExportDialog({ scopes }: { readonly scopes: readonly ExportChoice[] }) {
  const { call } = useEngine();
  const preferences = usePreferences();
  const runName = useLiveMirror((mirror) => mirror.run.name);
  const choices = allChoices(scopes, runName);
  const [chosen, setChosen] = useState(choices[0]?.name ?? '');
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const [redact, setRedact] = useState(preferences.redact);
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const cancel = useRef(new AbortController());
  useEffect(() => () => cancel.current.abort(), []);

  const choice = choices.find(({ name }) => name === chosen) ?? choices[0];
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (choice === undefined || progress !== null) return;
    const mine = new AbortController();
    cancel.current = mine;
    setProblem(null);
    setProgress({ done: 0, of: 0 });
    const end = await takeExport(call, { format, scope: choice.scope, redact }, mine.signal, setProgress);
    setProgress(null);
    if (end.kind === 'refused') setProblem(end.problem);
    if (end.kind !== 'made') return;
    closeOverlay();
    const name = `retryscope-${fileWord(choice.word)}.${EXPORT_FACES[format].extension}`;
    saveFile(end.blob, name);
    const left = end.redacted === '' ? '' : ` Redacted: ${end.redacted}.`;
    say(`${name} is made, ${sayBytes(end.blob.size)}.${left}`);
  };

  return (
    <Modal title="Export" about="What was recorded, as a file. The line goes on meanwhile." onClose={closeOverlay}>
      <form onSubmit={(event) => void make(event)}>
        <div className="content export-form">
          {problem === null ? null : (
            <p className="form-problem" role="alert">
              {problem.message}
            </p>
          )}
          <div className="form-row">
            <span className="label">What</span>
            <Picker
              label="What to export"
              value={chosen}
              choices={choices.map(({ name }) => ({ value: name, label: name }))}
              onChoose={setChosen}
            />
          </div>
          <div className="form-row">
            <span className="label">Format</span>
            <Segments
              label="Format"
              value={format}
              onChoose={setFormat}
              choices={EXPORT_FORMATS.map((value) => ({ value, label: EXPORT_FACES[value].name }))}
            />
            <p className="hint">{EXPORT_FACES[format].says}.</p>
          </div>
          <div className="form-row">
            <span className="label">Secrets</span>
            <Segments
              label="Secrets"
              value={redact ? 'redact' : 'keep'}
              onChoose={(value) => setRedact(value === 'redact')}
              choices={SECRETS}
            />
            <p className="hint">
              {redact
                ? 'Authorization, cookies, signatures, keys and tokens become REDACTED, and so does what you added. '
                : 'Whoever gets the file gets every key and token in it, and can read every body. '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  closeOverlay();
                  goTo('settings');
                  navigation.setState({ settingsPart: 'redaction' });
                }}
              >
                Settings of redaction
              </button>
            </p>
          </div>
          {progress === null ? null : (
            <div className="form-row" role="status">
              <progress
                aria-label="Export"
                {...(progress.of === 0 ? {} : { value: progress.done, max: progress.of })}
              />
              <p className="hint">
                {progress.of === 0 ? 'Beginning' : `${plural(progress.done, 'row')} of ${plural(progress.of, 'row')}`}
              </p>
            </div>
          )}
        </div>
        <footer>
          <button
            type="button"
            className="button"
            onClick={() => (progress === null ? closeOverlay() : cancel.current.abort())}
          >
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={progress !== null}>
            <Icon of={Download} />
            Export
          </button>
        </footer>
      </form>
    </Modal>
  );
}

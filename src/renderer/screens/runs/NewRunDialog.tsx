import { useState } from 'react';
import type { Problem } from '../../../shared/model/problem';
import { FormRow } from '../../parts/FormRow';
import { Modal } from '../../parts/Modal';
import { ProblemNote } from '../../parts/ProblemNote';
import { useMirror } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { plural } from '../../view-models/numbers';
import { isAbout } from '../events/ComposeForm';
import { useRunActs } from './use-run-acts';

/** A field that is not a number is sent as it cannot be: the engine says what a seed is. */
const seedOf = (text: string): number | null => {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d+$/.test(typed) ? Number(typed) : -1;
};

export function NewRunDialog() {
  const { create } = useRunActs();
  const endpoints = useMirror((mirror) => mirror.endpoints.filter(({ state }) => state !== 'deleted').length);
  const routes = useMirror((mirror) => mirror.routes.length);
  const [name, setName] = useState('');
  const [seed, setSeed] = useState('');
  const [copy, setCopy] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const wrong = (field: string): string | null => (isAbout(problem, field) ? (problem?.message ?? null) : null);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setProblem(await create({ name: name.trim() === '' ? null : name, seed: seedOf(seed), copy }));
    setBusy(false);
  };
  return (
    <Modal
      title="New run"
      about="It begins now, with an empty history. The live run is frozen and kept."
      onClose={closeOverlay}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="content">
          <FormRow label="Name" wrong={wrong('name')} hint="Left empty, it is named for you.">
            {(control) => (
              <input {...control} className="text" value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </FormRow>
          <FormRow
            label="Seed"
            wrong={wrong('seed')}
            hint="The same seed draws the same jitter. Left empty, one is drawn."
          >
            {(control) => (
              <input
                {...control}
                className="text mono"
                inputMode="numeric"
                value={seed}
                onChange={(event) => setSeed(event.target.value)}
              />
            )}
          </FormRow>
          <label className="check">
            <input type="checkbox" checked={copy} onChange={(event) => setCopy(event.target.checked)} />
            <span>
              Copy {plural(endpoints, 'endpoint')} and {plural(routes, 'route')} of the live run
            </span>
          </label>
          {problem !== null && !isAbout(problem, 'name') && !isAbout(problem, 'seed') ? (
            <ProblemNote problem={problem} inForm />
          ) : null}
        </div>
        <footer>
          <button type="button" className="button" onClick={closeOverlay}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            Start the run
          </button>
        </footer>
      </form>
    </Modal>
  );
}

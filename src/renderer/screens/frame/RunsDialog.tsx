import { FolderOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { RunView } from '../../../shared/contract/views';
import { Icon } from '../../parts/Icon';
import { Modal } from '../../parts/Modal';
import { useEngine, usePerform } from '../../state/engine-context';
import { closeOverlay } from '../../state/overlays';
import { say } from '../../state/toasts';
import { plural } from '../../view-models/numbers';

/** The runs there are: one is live; opening another freezes it, clock and all. */
export function RunsDialog() {
  const { call } = useEngine();
  const perform = usePerform();
  const [runs, setRuns] = useState<readonly RunView[] | null>(null);
  const reload = useCallback(async (): Promise<void> => {
    const result = await call('run.list', {});
    if (result.ok) setRuns(result.value);
  }, [call]);
  useEffect(() => void reload(), [reload]);

  const open = async (run: RunView): Promise<void> => {
    if ((await perform('run.open', { id: run.id })) === null) return;
    say(`“${run.name}” goes on from where it was frozen.`);
    closeOverlay();
  };
  const remove = async (run: RunView): Promise<void> => {
    if ((await perform('run.remove', { id: run.id })) === null) return;
    say(`“${run.name}” was deleted. Until the next start it can be taken back.`, {
      label: 'Undo',
      run: () => void perform('run.restore', { id: run.id }),
    });
    await reload();
  };
  return (
    <Modal
      title="Runs"
      about="A run has its own clock, seed and history. One is live; opening another freezes it, clock and all."
      wide
      onClose={closeOverlay}
    >
      <div className="content">
        <NewRun />
        <ul className="run-list">
          {(runs ?? []).map((run) => (
            <RunRow key={run.id} run={run} onOpen={open} onRemove={remove} onRenamed={reload} />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function NewRun() {
  const perform = usePerform();
  const [name, setName] = useState('');
  const [seed, setSeed] = useState('');
  const [copy, setCopy] = useState(true);
  const begin = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const made = await perform('run.create', {
      name: name.trim() === '' ? null : name,
      seed: seed.trim() === '' ? null : Number(seed),
      copy,
    });
    if (made === null) return;
    say(`“${made.name}” is live. The run before is frozen.`);
    closeOverlay();
  };
  return (
    <form className="new-run" onSubmit={(event) => void begin(event)}>
      <label>
        Name
        <input
          className="text"
          value={name}
          placeholder="As you like"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label>
        Seed
        <input
          className="text mono"
          inputMode="numeric"
          value={seed}
          placeholder="Drawn"
          onChange={(event) => setSeed(event.target.value)}
        />
      </label>
      <label className="check">
        <input type="checkbox" checked={copy} onChange={(event) => setCopy(event.target.checked)} />
        Copy endpoints and routes
      </label>
      <button type="submit" className="button primary">
        <Icon of={Plus} />
        New run
      </button>
    </form>
  );
}

function RunRow({
  run,
  onOpen,
  onRemove,
  onRenamed,
}: {
  readonly run: RunView;
  readonly onOpen: (run: RunView) => Promise<void>;
  readonly onRemove: (run: RunView) => Promise<void>;
  readonly onRenamed: () => Promise<void>;
}) {
  const perform = usePerform();
  const [name, setName] = useState<string | null>(null);
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name !== null && (await perform('run.rename', { id: run.id, name })) === null) return;
    setName(null);
    await onRenamed();
  };
  const began = new Date(run.startedAt).toISOString().slice(0, 16).replace('T', ' ');
  return (
    <li aria-current={run.live ? 'true' : undefined}>
      {name === null ? (
        <span className="cut">
          <b>{run.name}</b> {run.live ? <span className="chip ok">live</span> : null}
          <small>
            from {began} UTC, {plural(run.deliveries, 'delivery', 'deliveries')}, {plural(run.attempts, 'attempt')},
            seed <span className="mono">{run.seed}</span>
          </small>
        </span>
      ) : (
        <form onSubmit={(event) => void rename(event)}>
          <input
            className="text"
            aria-label={`New name of ${run.name}`}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <button type="submit" className="button small">
            Rename
          </button>
        </form>
      )}
      <span className="run-acts">
        <button
          type="button"
          className="square plain small"
          aria-label={`Rename ${run.name}`}
          onClick={() => setName(name === null ? run.name : null)}
        >
          <Icon of={Pencil} />
        </button>
        {run.live ? null : (
          <>
            <button
              type="button"
              className="button small"
              aria-label={`Open ${run.name}`}
              onClick={() => void onOpen(run)}
            >
              <Icon of={FolderOpen} />
              Open
            </button>
            <button
              type="button"
              className="square plain small"
              aria-label={`Delete ${run.name}`}
              onClick={() => void onRemove(run)}
            >
              <Icon of={Trash2} />
            </button>
          </>
        )}
      </span>
    </li>
  );
}

import { Download, Eraser, FlaskConical, Pencil, Play, RotateCcw, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { RunView } from '../../../shared/contract/views';
import { Icon } from '../../parts/Icon';
import { openOverlay } from '../../state/overlays';
import { runChoice } from '../../view-models/export-choice';
import { calendarDay, clockTime, exactTime } from '../../view-models/instants';
import { plural } from '../../view-models/numbers';
import { useScenarioActs } from '../scenarios/use-scenario-acts';
import { ClearHistory } from './ClearHistory';
import { useRunActs } from './use-run-acts';

const LIVE_STAYS = 'The live run cannot be deleted. Open another one first.';

/** A run in the list: what it holds, and what can be done with it. */
export function RunLine({
  run,
  gone,
  onRemoved,
  onChange,
}: {
  readonly run: RunView;
  /** Deleted a moment ago: it can be taken back. */
  readonly gone: boolean;
  readonly onRemoved: () => void;
  readonly onChange: () => void;
}) {
  const acts = useRunActs();
  const scenarios = useScenarioActs();
  const [name, setName] = useState<string | null>(null);
  const [clearing, setClearing] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (name === null) return;
    const problem = await acts.rename(run, name);
    setWrong(problem?.message ?? null);
    if (problem !== null) return;
    setName(null);
    onChange();
  };
  if (gone) {
    return (
      <div className="run-line">
        <span className="grow muted cut">“{run.name}” is deleted.</span>
        <button type="button" className="button small" onClick={() => void acts.restore(run).then(onChange)}>
          <Icon of={RotateCcw} size={13} />
          Undo
        </button>
      </div>
    );
  }
  if (clearing) {
    return (
      <ClearHistory
        run={run}
        onDone={() => {
          setClearing(false);
          onChange();
        }}
      />
    );
  }
  if (name !== null) {
    return (
      <form className="run-line rename" onSubmit={(event) => void rename(event)}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was pressed
          autoFocus
          className="text"
          aria-label={`Name of ${run.name}`}
          aria-invalid={wrong !== null}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setName(null);
            setWrong(null);
          }}
        />
        <button type="submit" className="button small primary">
          Save
        </button>
        <button type="button" className="button small" onClick={() => setName(null)}>
          Cancel
        </button>
        {wrong === null ? null : (
          <p className="wrong" role="alert">
            {wrong}
          </p>
        )}
      </form>
    );
  }
  return (
    <div className="run-line">
      <span className="what">
        <b className="cut" title={run.name}>
          {run.name}
        </b>
        <small className="muted">
          {plural(run.deliveries, 'delivery', 'deliveries')}, {plural(run.attempts, 'attempt')}, began{' '}
          <span title={exactTime(run.startedAt)}>
            {calendarDay(run.startedAt)} {clockTime(run.startedAt)}
          </span>
          , seed <span className="mono">{run.seed}</span>
        </small>
      </span>
      {run.live ? <span className="chip ok">live</span> : null}
      {run.live ? null : (
        <button
          type="button"
          className="button small"
          aria-label={`Open ${run.name}`}
          title="Freezes the live run, and goes on with this one"
          onClick={() => void acts.open(run)}
        >
          <Icon of={Play} size={13} />
          Open
        </button>
      )}
      <button
        type="button"
        className="square plain small"
        aria-label={`Open ${run.name} as a scenario`}
        title="As a scenario: run it again with its seed, and compare"
        onClick={() => void scenarios.ofRun(run.id, run.name)}
      >
        <Icon of={FlaskConical} />
      </button>
      <button
        type="button"
        className="square plain small"
        aria-label={`Export ${run.name}`}
        title="Export"
        onClick={() => openOverlay({ kind: 'export', scopes: [runChoice(run)] })}
      >
        <Icon of={Download} />
      </button>
      <button
        type="button"
        className="square plain small"
        aria-label={`Clear history of ${run.name}`}
        title="Clear its history"
        onClick={() => setClearing(true)}
      >
        <Icon of={Eraser} />
      </button>
      <button
        type="button"
        className="square plain small"
        aria-label={`Rename ${run.name}`}
        title="Rename"
        onClick={() => setName(run.name)}
      >
        <Icon of={Pencil} />
      </button>
      <button
        type="button"
        className="square plain small"
        aria-label={run.live ? `Delete ${run.name}: ${LIVE_STAYS}` : `Delete ${run.name}`}
        title={run.live ? LIVE_STAYS : 'Delete; it can be taken back'}
        disabled={run.live}
        onClick={() => {
          onRemoved();
          void acts.remove(run, onChange);
        }}
      >
        <Icon of={Trash2} />
      </button>
    </div>
  );
}

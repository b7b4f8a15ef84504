import { Copy, FolderOpen, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { LIMITS } from '../../../shared/contract/limits';
import type { OwnScenarioView } from '../../../shared/contract/scenario-commands';
import { Empty } from '../../parts/Empty';
import { Icon } from '../../parts/Icon';
import { later } from '../../parts/later';
import { useFileDrop } from '../../parts/use-file-drop';
import { useEngine, useLiveMirror } from '../../state/engine-context';
import { readTextFile } from '../../state/files';
import { scenarioDraft } from '../../state/scenario-draft';
import { sayProblem } from '../../state/toasts';
import { calendarDay, clockTime } from '../../view-models/instants';
import { CompareRuns } from './CompareRuns';
import { SAMPLES } from './samples';
import { type ScenarioActs, useScenarioActs } from './use-scenario-acts';

const ScenarioEditor = later(async () => (await import('./ScenarioEditor')).ScenarioEditor);

/** Scenarios of one's own and the examples, the one that is being edited, and what came of its runs. */
export function ScenariosScreen() {
  const { draft, compared } = useStore(scenarioDraft);
  const acts = useScenarioActs();
  const drop = useFileDrop((file) => readTextFile(file, LIMITS.eventBodyBytes).then(acts.file));
  return (
    <main className={drop.over ? 'section dropping' : 'section'} aria-label="Scenarios" {...drop.handlers}>
      <div className="policies">
        <ScenarioList acts={acts} chosen={draft?.id ?? null} />
        {compared !== null ? (
          <CompareRuns key={`${compared.earlier} ${compared.later}`} compared={compared} />
        ) : draft !== null ? (
          <ScenarioEditor draft={draft} acts={acts} />
        ) : (
          <Empty says="A scenario says a whole experiment: endpoints, scripts, events, and what is expected. Open an example or a file, or begin with what is on screen." />
        )}
      </div>
    </main>
  );
}

function useOwnScenarios(): readonly OwnScenarioView[] | null {
  const { call } = useEngine();
  const changes = useStore(scenarioDraft, (state) => state.changes);
  const [own, setOwn] = useState<readonly OwnScenarioView[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is read when it is told to have changed
  useEffect(() => {
    let gone = false;
    void call('scenario.list', {}).then((result) => {
      if (gone) return;
      if (result.ok) setOwn(result.value);
      else if (result.problem.code !== 'unavailable') sayProblem(result.problem.message);
    });
    return () => {
      gone = true;
    };
  }, [call, changes]);
  return own;
}

function ScenarioList({ acts, chosen }: { readonly acts: ScenarioActs; readonly chosen: string | null }) {
  const own = useOwnScenarios();
  const run = useLiveMirror((mirror) => mirror.run);
  return (
    <nav className="side-list of-scenarios" aria-label="Scenarios">
      <h2>Yours</h2>
      {own === null ? <p className="muted none-yet">Reading.</p> : null}
      {own?.length === 0 ? <p className="muted none-yet">None yet. Save one here, or begin with an example.</p> : null}
      {own?.map((scenario) => (
        <div key={scenario.id} className="side-pair">
          <button
            type="button"
            className="side-item inset-focus"
            aria-current={scenario.id === chosen ? 'true' : undefined}
            onClick={() => void acts.own(scenario)}
          >
            <b className="cut">{scenario.name}</b>
            <small>
              {calendarDay(scenario.savedWallAt)} {clockTime(scenario.savedWallAt)}
            </small>
          </button>
          <button
            type="button"
            className="square plain small"
            aria-label={`Delete ${scenario.name}`}
            title="Delete; it can be taken back"
            onClick={() => void acts.remove(scenario)}
          >
            <Icon of={Trash2} />
          </button>
        </div>
      ))}
      <div className="side-acts">
        <button type="button" className="button small" onClick={acts.blank}>
          <Icon of={Plus} />
          New scenario
        </button>
        <button
          type="button"
          className="button small"
          title="A scenario file in YAML. It can be dropped here, too."
          onClick={() => void acts.choose()}
        >
          <Icon of={FolderOpen} />
          Open file
        </button>
        <button
          type="button"
          className="button small"
          title={`Says what happened in “${run.name}” as a scenario`}
          onClick={() => void acts.fromRun(run.id, run.name)}
        >
          <Icon of={Copy} />
          From what is on screen
        </button>
      </div>
      <h2>Examples</h2>
      {SAMPLES.map((sample) => (
        <button
          key={sample.fileName}
          type="button"
          className="side-item inset-focus"
          title={sample.says}
          onClick={() => acts.sample(sample)}
        >
          <b>{sample.name}</b>
        </button>
      ))}
    </nav>
  );
}

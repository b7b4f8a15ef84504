import { useMemo } from 'react';
import { LIMITS } from '../../../shared/contract/limits';
import type { OwnScenarioView } from '../../../shared/contract/scenario-commands';
import type { RunId } from '../../../shared/model/ids';
import { editDraft } from '../../state/draft';
import { useEngine, usePerform } from '../../state/engine-context';
import { chooseTextFile, type TextFile } from '../../state/files';
import { leaveRun } from '../../state/navigation';
import { fileWord, saveFile, textBlob } from '../../state/save-file';
import { beginScenario, editScenario, scenarioDraft, scenariosChanged } from '../../state/scenario-draft';
import { say, sayProblem } from '../../state/toasts';
import { BLANK_SCENARIO, draftOfText, nameOfDraft, typedSeed } from '../../view-models/scenario-draft';
import type { Sample } from './samples';

/** What can be done with scenarios: begin, keep, write to a file, run. */
export function useScenarioActs() {
  const { call, refresh } = useEngine();
  const perform = usePerform();
  return useMemo(() => {
    const file = (chosen: TextFile | null): void => {
      if (chosen !== null) beginScenario(draftOfText(chosen.fileName, chosen.text, { saved: chosen.text }));
    };
    const put = async (id: string | null, text: string): Promise<OwnScenarioView | null> => {
      const saved = await perform('scenario.save', { id, text });
      if (saved !== null) scenariosChanged();
      return saved;
    };
    const takeAway = async (id: string): Promise<boolean> => {
      if ((await perform('scenario.remove', { id })) === null) return false;
      scenariosChanged();
      return true;
    };
    return {
      file,
      choose: async (): Promise<void> => file(await chooseTextFile('.yaml,.yml', LIMITS.eventBodyBytes)),
      blank: (): void => beginScenario(draftOfText('scenario.yaml', BLANK_SCENARIO)),
      sample: ({ fileName, text }: Sample): void => beginScenario(draftOfText(fileName, text, { saved: text })),
      own: async ({ id, name }: OwnScenarioView): Promise<void> => {
        const kept = await perform('scenario.get', { id });
        if (kept !== null) beginScenario(draftOfText(`${fileWord(name)}.yaml`, kept.text, { id, saved: kept.text }));
      },
      /** What happened in a run, in words of a scenario. */
      fromRun: async (runId: RunId, name: string): Promise<void> => {
        const made = await perform('scenario.fromRun', { runId });
        if (made === null) return;
        const { text, remarks } = made;
        beginScenario(draftOfText(`${fileWord(name)}.yaml`, text, { remarks, earlierRunId: runId }));
      },
      /** The scenario that a run was made from, with its seed; what happened in it where it was made by hand. */
      ofRun: async (runId: RunId, name: string): Promise<void> => {
        const from = await call('scenario.ofRun', { runId });
        if (!from.ok) return sayProblem(from.problem.message);
        if (from.value === null) {
          const made = await perform('scenario.fromRun', { runId });
          if (made === null) return;
          const about = { remarks: made.remarks, earlierRunId: runId };
          return beginScenario(draftOfText(`${fileWord(name)}.yaml`, made.text, about));
        }
        const { fileName, text, seed } = from.value;
        beginScenario(draftOfText(fileName, text, { saved: text, seed: String(seed), earlierRunId: runId }));
      },
      save: async (): Promise<void> => {
        const { draft } = scenarioDraft.getState();
        if (draft === null) return;
        const former = draft.id === null ? null : draft.saved;
        const saved = await put(draft.id, draft.text);
        if (saved === null) return;
        editScenario({ id: saved.id, saved: draft.text });
        say(`“${saved.name}” is saved in the app.`, {
          label: 'Undo',
          run: () =>
            void (former === null ? takeAway(saved.id) : put(saved.id, former)).then((done) => {
              const now = scenarioDraft.getState().draft;
              if (done === null || done === false || now?.id !== saved.id) return;
              editScenario(former === null ? { id: null, saved: null } : { saved: former });
            }),
        });
      },
      toFile: (): void => {
        const { draft } = scenarioDraft.getState();
        if (draft === null) return;
        saveFile(textBlob(draft.text), draft.id === null ? draft.fileName : `${fileWord(nameOfDraft(draft))}.yaml`);
        if (draft.id === null) editScenario({ saved: draft.text });
      },
      remove: async ({ id, name }: OwnScenarioView): Promise<void> => {
        const kept = await perform('scenario.get', { id });
        if (kept === null || !(await takeAway(id))) return;
        const { draft } = scenarioDraft.getState();
        if (draft?.id === id) scenarioDraft.setState({ draft: null });
        say(`“${name}” is deleted.`, { label: 'Undo', run: () => void put(id, kept.text) });
      },
      /** Whether it runs. The page stays where it is. */
      run: async (): Promise<boolean> => {
        const { draft } = scenarioDraft.getState();
        if (draft === null) return false;
        const seed = typedSeed(draft.seed);
        if (seed === 'wrong') return false;
        const { fileName, text } = draft;
        const opened = await perform('scenario.open', { fileName, text, seed });
        if (opened === null) return false;
        editScenario({ run: { id: opened.id, text }, earlierRunId: draft.run?.id ?? draft.earlierRunId });
        editDraft({ endpointIds: [] });
        leaveRun('scenarios');
        refresh();
        return true;
      },
    };
  }, [call, perform, refresh]);
}

export type ScenarioActs = ReturnType<typeof useScenarioActs>;

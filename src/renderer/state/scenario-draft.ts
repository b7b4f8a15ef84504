import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { idText } from '../../shared/log/fields';
import type { RunId } from '../../shared/model/ids';
import { isChanged, nameOfDraft, type ScenarioDraft } from '../view-models/scenario-draft';
import { goTo } from './navigation';
import { closeOverlay, openOverlay } from './overlays';

const KEPT = 'retryscope.scenario-draft';

const runId = idText<RunId>();
const kept = z.object({
  id: z.string().nullable(),
  fileName: z.string(),
  text: z.string(),
  saved: z.string().nullable(),
  seed: z.string(),
  remarks: z.array(z.string()),
  run: z.object({ id: runId, text: z.string() }).nullable(),
  earlierRunId: runId.nullable(),
});

/** Two runs that are compared in the section Scenarios, the earlier one first. */
export type ComparedRuns = { readonly earlier: RunId; readonly later: RunId };

type Shown = {
  readonly draft: ScenarioDraft | null;
  readonly compared: ComparedRuns | null;
  /** Grows whenever the list of scenarios is another one. */
  readonly changes: number;
};

/** The scenario that is being edited. It outlives the section, and the window too. */
export const scenarioDraft = createStore<Shown>(() => ({ draft: keptDraft(), compared: null, changes: 0 }));

scenarioDraft.subscribe(({ draft }, before) => {
  if (draft === before.draft) return;
  try {
    if (draft === null) window.localStorage.removeItem(KEPT);
    else window.localStorage.setItem(KEPT, JSON.stringify(draft));
  } catch {
    // No place is left for it: it lives as long as the window.
  }
});

export const editScenario = (change: Partial<ScenarioDraft>): void =>
  scenarioDraft.setState(({ draft }) => (draft === null ? {} : { draft: { ...draft, ...change } }));

export const scenariosChanged = (): void => scenarioDraft.setState(({ changes }) => ({ changes: changes + 1 }));

export function compareRunsOf(compared: ComparedRuns): void {
  scenarioDraft.setState({ compared });
  closeOverlay();
  goTo('scenarios');
}

/** Does something that takes the place of the draft, after asking where its changes would be lost. */
function leavingScenario(go: () => void): void {
  const { draft } = scenarioDraft.getState();
  if (draft === null || !isChanged(draft)) go();
  else openOverlay({ kind: 'leave-scenario', name: nameOfDraft(draft), go });
}

/** Opens a scenario in the editor. */
export const beginScenario = (draft: ScenarioDraft): void =>
  leavingScenario(() => {
    scenarioDraft.setState({ draft, compared: null });
    closeOverlay();
    goTo('scenarios');
  });

export const closeScenario = (): void => leavingScenario(() => scenarioDraft.setState({ draft: null }));

/** What was being edited when the window closed. */
function keptDraft(): ScenarioDraft | null {
  try {
    const read = kept.safeParse(JSON.parse(window.localStorage.getItem(KEPT) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null; // written by hand, or by another version
  }
}

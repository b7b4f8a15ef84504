import { useState } from 'react';
import type { RouteView } from '../../../shared/contract/views';
import type { Script, ScriptStep } from '../../../shared/model/script';
import { say } from '../../state/toasts';
import { duplicated, moved, removed, replaced } from '../../view-models/script-edits';

/** A script that is being edited, and the block that is open. */
export type ScriptDraft = { readonly script: Script; readonly open: number | null };

/** The acts on a draft. A removed step can be brought back; focus stays with the block that an act was about. */
export function useScriptEdits(route: RouteView) {
  const [draft, setDraft] = useState<ScriptDraft>({ script: route.script, open: null });
  const [focus, setFocus] = useState<number | null>(null);
  const { script, open } = draft;
  const { steps } = script;
  const setSteps = (next: readonly ScriptStep[], nextOpen: number | null, focused: number | null = null): void => {
    setDraft({ script: { ...script, steps: next }, open: nextOpen });
    setFocus(focused);
  };
  return {
    ...draft,
    /** The block that is to have the focus once it is drawn, or null. */
    focus,
    focused: () => setFocus(null),
    edit: (next: Script, nextOpen: number | null = open) => setDraft({ script: next, open: nextOpen }),
    openStep: (index: number | null) => setDraft({ script, open: index }),
    add: (step: ScriptStep) => setSteps([...steps, step], steps.length),
    change: (index: number, step: ScriptStep) => setSteps(replaced(steps, index, step), open),
    move: (index: number, to: number) => {
      if (to < 0 || to >= steps.length) return;
      setSteps(moved(steps, index, to - index), open === null ? null : to, to);
    },
    duplicate: (index: number) => setSteps(duplicated(steps, index), open === null ? null : index + 1, index + 1),
    remove: (index: number) => {
      if (steps.length === 1) return;
      const before = draft;
      setSteps(removed(steps, index), null, Math.min(index, steps.length - 2));
      say(`Step ${index + 1} was removed.`, { label: 'Undo', run: () => setDraft({ ...before, open: null }) });
    },
  };
}

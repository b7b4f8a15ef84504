import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { CommandOutputs } from '../../../shared/contract/commands';
import type { PolicyView } from '../../../shared/contract/views';
import type { Result } from '../../../shared/model/problem';
import { DEFAULT_POLICY } from '../../../shared/policies/file/defaults';
import type { ValuePath } from '../../../shared/policies/file/values';
import type { Policy } from '../../../shared/policies/policy';
import { useEngine } from '../../state/engine-context';
import type { EngineLink } from '../../state/engine-link';
import { navigation } from '../../state/navigation';
import { policyDraft } from '../../state/policy-draft';
import { say, sayProblem } from '../../state/toasts';
import { copyOf, draftOf, edited, type PolicyDraft } from '../../view-models/policy-draft';

/** After the last key the text is read. */
const READ_AFTER_MS = 200;

const set = (draft: PolicyDraft | null): void => policyDraft.setState({ draft });
const now = (): PolicyDraft | null => policyDraft.getState().draft;

/** Begins a draft: what is being edited goes, so ask first. */
export function beginnings({ call }: EngineLink, policies: readonly PolicyView[]) {
  const taken = policies.map(({ policy }) => policy.id);
  const begin = (draft: PolicyDraft): void => {
    set(draft);
    navigation.setState({ policyId: draft.id ?? navigation.getState().policyId, ruleId: null });
  };
  return {
    edit: ({ policy, own }: PolicyView): void =>
      begin(draftOf(policy, { id: policy.id, base: own?.base ?? null, text: own?.text ?? null })),
    copy: ({ policy, own }: PolicyView): void => {
      const base = own === null ? policy.id : own.base;
      begin({ ...draftOf(copyOf(policy, base, taken), { id: null, base, text: null }), isChanged: true });
    },
    blank: (): void => {
      const plain = copyOf({ ...DEFAULT_POLICY, name: 'New policy' }, null, taken);
      const name = plain.name.replace(' copy', '');
      const id = taken.includes('new-policy') ? plain.id : 'new-policy';
      begin({ ...draftOf({ ...plain, name, id }, { id: null, base: null, text: null }), isChanged: true });
    },
    /** A file: the policy of one's own that has its id is replaced once it is saved. */
    file: async (text: string): Promise<void> => {
      const result = await call('policy.read', { text });
      if (!result.ok) return sayProblem(result.problem.message);
      const read = result.value;
      if (!read.ok) {
        const whole = draftOf(DEFAULT_POLICY, { id: null, base: null, text, view: 'text', isChanged: true });
        return begin({ ...whole, textProblems: read.problems });
      }
      const { policy, base, warnings } = read;
      const id = policies.find((view) => view.policy.id === policy.id && view.own !== null)?.policy.id ?? null;
      begin(draftOf(policy, { id, base, text, warnings, isChanged: true }));
    },
  };
}

/** The draft and what can be done with it. */
export function usePolicyDraft() {
  const { call } = useEngine();
  const draft = useStore(policyDraft, (state) => state.draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const acts = useMemo(() => {
    const read = async (text: string): Promise<void> => {
      const result = await call('policy.read', { text });
      const draft = now();
      // Something else was typed meanwhile.
      if (draft === null || draft.text !== text) return;
      if (!result.ok) {
        set({ ...draft, textProblems: [{ line: 1, column: 1, message: result.problem.message }] });
      } else if (!result.value.ok) set({ ...draft, textProblems: result.value.problems, warnings: [] });
      else {
        const { policy, base, warnings } = result.value;
        set({ ...draft, value: policy, valid: policy, base, textProblems: [], warnings });
      }
    };
    /** The text, written out where the form was used last. */
    const written = async (draft: PolicyDraft): Promise<string | null> => {
      if (draft.text !== null) return draft.text;
      const result = await call('policy.write', { policy: { ...draft.value }, base: draft.base });
      if (result.ok) return result.value.text;
      sayProblem(result.problem.message);
      return null;
    };
    const undo = async (done: Promise<Result<unknown>>, says: string): Promise<void> => {
      const result = await done;
      if (result.ok) say(says);
      else sayProblem(result.problem.message);
    };
    return {
      edit: (path: ValuePath, next: unknown): void => {
        const draft = now();
        if (draft !== null) set(edited(draft, path, next));
      },
      type: (text: string): void => {
        const draft = now();
        if (draft === null || draft.text === text) return;
        set({ ...draft, text, textProblems: null, isChanged: true });
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void read(text), READ_AFTER_MS);
      },
      show: async (view: PolicyDraft['view']): Promise<void> => {
        const draft = now();
        if (draft === null || draft.view === view) return;
        if (view === 'form') return set({ ...draft, view });
        const text = await written(draft);
        if (text === null || now() !== draft) return;
        set({ ...draft, text, view, textProblems: null });
        await read(text);
      },
      close: (): void => set(null),
      /** Answers with what is refused. @param before the policy that it replaces; null where that is gone, too */
      save: async (before: PolicyView | null): Promise<Result<PolicyView> | null> => {
        const draft = now();
        const text = draft === null ? null : await written(draft);
        if (draft === null || text === null) return null;
        const { id } = draft;
        const result: Result<CommandOutputs['policy.create']> =
          id === null || before === null
            ? await call('policy.create', { text })
            : await call('policy.update', { id, text });
        if (!result.ok) return result;
        set(null);
        const saved = result.value.policy;
        navigation.setState({ policyId: saved.id, ruleId: null });
        const former = before?.own?.text;
        say(`${saved.name} is saved.`, {
          label: 'Undo',
          run: () =>
            void (former === undefined
              ? undo(call('policy.remove', { id: saved.id }), `${saved.name} is removed again.`)
              : undo(call('policy.update', { id: saved.id, text: former }), `${saved.name} is as it was.`)),
        });
        return result;
      },
    };
  }, [call]);
  return { draft, ...acts };
}

export type PolicyDraftActs = ReturnType<typeof usePolicyDraft>;

/** The ids that a draft cannot have. */
export const otherIds = (policies: readonly PolicyView[], draft: PolicyDraft): readonly string[] =>
  policies.map(({ policy }: { readonly policy: Policy }) => policy.id).filter((id) => id !== draft.id);

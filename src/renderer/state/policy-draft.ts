import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { checkPolicy } from '../../shared/policies/file/check';
import { DEFAULT_POLICY } from '../../shared/policies/file/defaults';
import { draftOf, type PolicyDraft } from '../view-models/policy-draft';

const KEPT = 'retryscope.policy-draft';

const kept = z.object({
  id: z.string().nullable(),
  base: z.string().nullable(),
  value: z.record(z.string(), z.unknown()),
  text: z.string().nullable(),
});

/** The policy that is being edited. It outlives the section, and with its changes also the window. */
export const policyDraft = createStore<{ readonly draft: PolicyDraft | null }>(() => ({ draft: keptDraft() }));

policyDraft.subscribe(({ draft }) => {
  if (draft?.isChanged !== true) window.localStorage.removeItem(KEPT);
  else {
    const { id, base, value, text } = draft;
    window.localStorage.setItem(KEPT, JSON.stringify({ id, base, value, text }));
  }
});

/** What was not saved when the window closed. */
function keptDraft(): PolicyDraft | null {
  try {
    const read = kept.safeParse(JSON.parse(window.localStorage.getItem(KEPT) ?? 'null'));
    if (!read.success) return null;
    const { value, text, ...about } = read.data;
    const checked = checkPolicy(value);
    const valid = checked.ok ? checked.policy : DEFAULT_POLICY;
    return { ...draftOf(valid, { ...about, text }), value, isChanged: true, view: text === null ? 'form' : 'text' };
  } catch {
    return null; // written by hand, or by another version
  }
}

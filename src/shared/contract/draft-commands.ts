import { z } from 'zod';
import { LIMITS } from './limits';

/** What can be begun and left unfinished: of each, one text is kept. */
export const DRAFTS = ['event', 'scenario'] as const;
export type DraftName = (typeof DRAFTS)[number];

const name = z.enum(DRAFTS, 'There is no such draft.');
const text = z.string().max(LIMITS.draftCharacters, 'A draft is kept up to 2,097,152 characters.');

/** The commands about what a person is writing; only the page that writes it knows what the text means. */
export const draftInputs = {
  'draft.get': z.object({ name }),
  'draft.keep': z.object({ name, text }),
  /** Throws it away: it was sent, saved or given up. */
  'draft.clear': z.object({ name }),
} as const;

export type DraftOutputs = {
  'draft.get': { readonly text: string | null };
  'draft.keep': { readonly kept: true };
  'draft.clear': { readonly kept: false };
};

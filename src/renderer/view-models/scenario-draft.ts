import type { RunId } from '../../shared/model/ids';
import { scenarioHead } from './scenario-heads';

/** A scenario that is being edited. */
export type ScenarioDraft = {
  /** The scenario of one's own that it is saved as; null for a new one. */
  readonly id: string | null;
  /** What it is called where it has no name, and as a file. */
  readonly fileName: string;
  readonly text: string;
  /** As it is kept, or as it stands in its file; null: nowhere yet. */
  readonly saved: string | null;
  /** The seed as it is typed; empty takes the file's. */
  readonly seed: string;
  /** What could not be said of the run that it was saved from. */
  readonly remarks: readonly string[];
  /** The newest run that was made of it, the text as it was then, and the run before. */
  readonly run: { readonly id: RunId; readonly text: string } | null;
  readonly earlierRunId: RunId | null;
};

export const draftOfText = (
  fileName: string,
  text: string,
  about: Partial<Pick<ScenarioDraft, 'id' | 'saved' | 'seed' | 'remarks' | 'earlierRunId'>> = {},
): ScenarioDraft => ({
  id: null,
  fileName,
  text,
  saved: null,
  seed: '',
  remarks: [],
  run: null,
  earlierRunId: null,
  ...about,
});

export const isChanged = ({ text, saved }: ScenarioDraft): boolean => text !== saved;

export const nameOfDraft = ({ fileName, text }: ScenarioDraft): string => scenarioHead(fileName, text).name;

/** What the seed's field says: a number, null for the file's own, or that it is none. */
export function typedSeed(text: string): number | null | 'wrong' {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d+$/.test(typed) && Number(typed) <= 4_294_967_295 ? Number(typed) : 'wrong';
}

/** A scenario to begin with. */
export const BLANK_SCENARIO = `retryscope: 1
name: New scenario
seed: 1
endpoints:
  - { name: orders, policy: kestrel, receiver: orders }
receiver:
  - { route: orders, script: [{ reply: 503, times: 3 }, { reply: 200 }] }
send:
  - { endpoint: orders, type: order.paid, body: { id: 1 } }
expect:
  - { deliveries: { delivered: 1 } }
`;

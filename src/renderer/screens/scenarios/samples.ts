import { type ScenarioHead, scenarioHead } from '../../view-models/scenario-heads';

export type Sample = ScenarioHead & { readonly fileName: string; readonly text: string };

const FILES: Readonly<Record<string, string>> = import.meta.glob('../../../../resources/scenarios/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The scenarios that come with the app. */
export const SAMPLES: readonly Sample[] = Object.entries(FILES)
  .map(([path, text]) => ({ fileName: nameOf(path), text, ...scenarioHead(nameOf(path), text) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

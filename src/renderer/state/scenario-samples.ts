/** The scenario files that ship with the app, as text. */
const TEXTS: Readonly<Record<string, string>> = import.meta.glob('../../../resources/scenarios/*.yaml', {
  eager: true,
  query: '?raw',
  import: 'default',
});

export type ScenarioSample = {
  readonly fileName: string;
  readonly text: string;
  /** As the file names itself. */
  readonly name: string;
  /** The policy of its first endpoint, capitalised. */
  readonly policy: string;
};

export const SCENARIO_SAMPLES: readonly ScenarioSample[] = Object.entries(TEXTS).map(([path, text]) => ({
  fileName: path.slice(path.lastIndexOf('/') + 1),
  text,
  name: lineValue(text, /^name: (.+)$/m),
  policy: capital(lineValue(text, /policy: ([a-z]+)/)),
}));

const featured = ['fianto-two-day-outage', 'alphorn-telegram-burst', 'kestrel-breaker', 'infraspeak-exhausted'];

/** One of each provider, for the first-run door. */
export const FEATURED_SAMPLES: readonly ScenarioSample[] = featured.flatMap(
  (start) => SCENARIO_SAMPLES.find(({ fileName }) => fileName.startsWith(start)) ?? [],
);

function lineValue(text: string, pattern: RegExp): string {
  return (
    pattern
      .exec(text)?.[1]
      ?.trim()
      .replace(/^["']|["']$/g, '') ?? ''
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

import type { Script, ScriptStep } from '../../shared/model/receiver';

const reply = (status: number, times: number | null = null): ScriptStep => ({
  kind: 'reply',
  reply: status,
  headers: [],
  body: '',
  delayMs: 0,
  times,
  forMs: null,
});

export type ScriptPreset = { readonly name: string; readonly steps: readonly [ScriptStep, ...ScriptStep[]] };

/** What endpoints commonly do; a beginning for one's own script. What each answers is said by `sayAnswers`. */
export const SCRIPT_PRESETS: readonly [ScriptPreset, ...ScriptPreset[]] = [
  { name: 'Up', steps: [reply(200)] },
  { name: 'Down', steps: [reply(503)] },
  { name: 'Flaky', steps: [{ ...reply(503), chance: 0.3 }, reply(200)] },
  {
    name: 'Slow',
    steps: [{ kind: 'reply', reply: 200, headers: [], body: '', delayMs: 12_000, times: null, forMs: null }],
  },
  { name: 'Hangs', steps: [{ kind: 'hang', times: null, forMs: null }] },
  {
    name: 'Resets',
    steps: [{ kind: 'reset', when: 'before-headers', reply: 200, delayMs: 0, times: null, forMs: null }],
  },
  {
    name: 'Busy',
    steps: [
      { kind: 'reply', reply: 429, headers: [['Retry-After', '120']], body: '', delayMs: 0, times: 2, forMs: null },
      reply(200),
    ],
  },
  { name: 'Fails 3, then OK', steps: [reply(503, 3), reply(200)] },
];

export const newStep = (): ScriptStep => reply(503, 1);

/** The preset whose steps these are, to the last field; null when they are a person's own. */
export const presetOf = ({ steps }: Pick<Script, 'steps'>): ScriptPreset | null =>
  SCRIPT_PRESETS.find((preset) => JSON.stringify(preset.steps.map(plain)) === JSON.stringify(steps.map(plain))) ?? null;

/** One order of fields, whoever wrote the step. */
const plain = (step: ScriptStep): readonly (readonly [string, unknown])[] =>
  Object.entries(step)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** The next `times` requests get 503; then it does what it does in the end now, or answers 200 if that fails too. */
export function failNext({ steps }: Pick<Script, 'steps'>, times: number): readonly [ScriptStep, ScriptStep] {
  const end = steps.at(-1);
  const works = end?.kind === 'reply' && end.reply < 300;
  return [reply(503, times), works ? { ...end, times: null, forMs: null } : reply(200)];
}
